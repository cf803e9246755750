import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { RadioList } from '#kit/ui/form/form-parts.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import type { GroupDetail } from '../groups.contract.ts';
import { iamLimits } from '../iam.rules.ts';
import s from './group.module.css';
import { useGroupsRefresh, useGroupWords } from './groups-data.hook.ts';
import { iamText } from './iam-text.hook.ts';
import { type UsersClient, usersApi } from './user-data.hook.ts';
import { Pick } from './user-pick.part.tsx';

type Named = { id: string; name: string };
type How = 'ask' | 'add';

const activeQuery = ({ iam }: UsersClient, text: string) => {
  const search = text.trim().slice(0, 100);
  const query = { state: 'active' as const, limit: 100, ...(search !== '' && { search }) };
  return callQuery({ area: 'IAMUser', name: 'users.choice', call: iam.members, input: { query } });
};

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
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<readonly Named[]>([]);
  const [how, setHow] = useState<How>('ask');
  const [state, setState] = useState({ busy: false, failure: '' });
  const query = useQuery({ ...activeQuery(api, useDeferredValue(text)), placeholderData: keepPreviousData });
  const found = (query.data?.items ?? []).filter((one) => one.kind === 'member' && !taken.includes(one.id));
  const options = [...chosen, ...found.filter(({ id }) => !chosen.some((one) => one.id === id))];
  const send = async () => {
    setState({ busy: true, failure: '' });
    const body = { userIds: chosen.map(({ id }) => id), how };
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
        <Pick
          label={say('groups.ofAccount')}
          options={options}
          chosen={chosen.map(({ id }) => id)}
          onChange={(ids) => setChosen(options.filter(({ id }) => ids.includes(id)).slice(0, iamLimits.attached))}
          search={{ label: say('groups.findPeople'), text, set: setText }}
          none={query.isPending ? '…' : say('groups.nobody')}
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
