import { Button } from '@mantine/core';
import { useState } from 'react';
import { PeoplePicker, type PickedPerson } from '#core/accounts/ui/blocks/people-picker.part.tsx';
import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { RadioList } from '#kit/ui/form/form-parts.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import type { GroupDetail } from '../groups.contract.ts';
import { iamLimits } from '../iam.rules.ts';
import s from './group.module.css';
import { useGroupsRefresh, useGroupWords } from './groups-data.hook.ts';
import { iamText } from './iam-text.hook.ts';
import { usersApi } from './user-data.hook.ts';

type JoinMode = 'ask' | 'add';

type Props = {
  group: GroupDetail /** Ids of those who are in it or were asked. */;
  taken: readonly string[];
  onClose: () => void;
};
/** Brings people of the account into a group: asks them first, or puts them in at once. */
export function PeopleDialog({ group, taken, onClose }: Props) {
  const say = iamText();
  const api = useApi(usersApi);
  const toast = useToast();
  const proof = useProof();
  const refresh = useGroupsRefresh();
  const failureText = useFailureText(useGroupWords());
  const [chosen, setChosen] = useState<readonly PickedPerson[]>([]);
  const [how, setHow] = useState<JoinMode>('ask');
  const [state, setState] = useState({ busy: false, failure: '' });
  const send = async () => {
    setState({ busy: true, failure: '' });
    const body = { userIds: chosen.flatMap(({ id }) => id ?? []), how };
    try {
      const done = await proof.run(say('groups.proof'), () => api.groups.add({ params: { id: group.id }, body }));
      if (done === null) return setState({ busy: false, failure: '' });
      toast({ text: say(how === 'ask' ? 'groups.askedToast' : 'groups.addedToast', { count: done.added }) });
      await refresh();
      onClose();
    } catch (error) {
      setState({ busy: false, failure: failureText(error) });
    }
  };
  return (
    <Dialog title={say('groups.addPeople')} onClose={onClose}>
      <div className={s.fields}>
        {state.failure !== '' && <Banner hue="red">{state.failure}</Banner>}
        <PeoplePicker
          purpose="group"
          label={say('groups.ofAccount')}
          placeholder={say('groups.findPeople')}
          chosen={chosen}
          onChange={setChosen}
          without={taken}
          most={iamLimits.attached}
        />
        <RadioList
          label={say('groups.how')}
          value={how}
          onChange={setHow}
          options={[
            { value: 'ask', title: say('groups.howAsk'), text: say('groups.howAskText') },
            { value: 'add', title: say('groups.howAdd'), text: say('groups.howAddText') },
          ]}
        />
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('groups.cancel')}
          </Button>
          <Button size="md" variant="filled" disabled={chosen.length === 0} loading={state.busy} onClick={() => void send()}>
            {say(how === 'ask' ? 'groups.askVerb' : 'groups.addVerb')}
          </Button>
        </div>
      </div>
      {proof.dialog}
    </Dialog>
  );
}
