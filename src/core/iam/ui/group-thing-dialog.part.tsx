import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { RadioList } from '#kit/ui/form/form-parts.tsx';
import { useThingSources } from './blocks/group-slots.hook.ts';
import { type SharedThing, type ThingKind, type ThingRole, thingRoles } from './group-draft.hook.ts';
import s from './group.module.css';
import { roleWords, useThingMemory } from './group-thing-names.hook.ts';
import { iamText } from './iam-text.hook.ts';
import { Pick } from './user-pick.part.tsx';

type Props = {
  kind: ThingKind;
  /** What the group has already. */
  taken: readonly SharedThing[];
  onDone: (things: SharedThing[]) => void;
  onClose: () => void;
};
/** Chooses rooms or recordings for the group, and what it may do there. */
export function ThingDialog({ kind, taken, onDone, onClose }: Props) {
  const say = iamText();
  const { find } = useThingSources()[kind];
  const remember = useThingMemory();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<readonly { id: string; name: string }[]>([]);
  const [role, setRole] = useState<ThingRole>(kind === 'room' ? 'start' : 'look');
  const search = useDeferredValue(text);
  const query = useQuery({
    queryKey: ['IAMUser', 'things', kind, search],
    queryFn: () => find(search),
    placeholderData: keepPreviousData,
  });
  const found = (query.data ?? []).filter(({ id }) => !taken.some((one) => one.kind === kind && one.id === id));
  // those that were ticked stay in sight while another word is searched
  const options = [...chosen, ...found.filter(({ id }) => !chosen.some((one) => one.id === id))];
  const finish = () => {
    remember(kind, chosen);
    onDone(chosen.map(({ id }) => ({ kind, id, role })));
  };
  return (
    <Dialog title={say(`groups.share.${kind}`)} onClose={onClose}>
      <div className={s.fields}>
        <Pick
          label={say(`groups.choose.${kind}`)}
          options={options}
          chosen={chosen.map(({ id }) => id)}
          onChange={(ids) => setChosen(options.filter(({ id }) => ids.includes(id)))}
          search={{ label: say(`groups.find.${kind}`), text, set: setText }}
          none={query.isPending ? '…' : say(`groups.none.${kind}`)}
        />
        <RadioList
          label={say('groups.role')}
          value={role}
          onChange={setRole}
          options={thingRoles[kind].map((value) => ({
            value,
            title: roleWords(say, { kind, role: value, as: 'Role' }),
            text: roleWords(say, { kind, role: value, as: 'RoleText' }),
          }))}
        />
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('groups.cancel')}
          </Button>
          <Button size="md" variant="filled" disabled={chosen.length === 0} onClick={finish}>
            {say('groups.shareVerb')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
