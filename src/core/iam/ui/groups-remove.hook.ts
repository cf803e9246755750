import { type ReactNode, useState } from 'react';
import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import type { GroupItem } from '../groups.contract.ts';
import { useGroupsRefresh, useGroupWords } from './groups-data.hook.ts';
import { iamText } from './iam-text.hook.ts';
import { usersApi } from './user-data.hook.ts';

type GroupRemoval = {
  /** Asks first; true when the group is gone. */
  remove: (group: Pick<GroupItem, 'id' | 'name' | 'people'>) => Promise<boolean>;
  failure: string;
  /** To be drawn somewhere on the screen. */
  dialog: ReactNode;
};
/** Deletes a group after a question. */
export function useGroupRemoval(): GroupRemoval {
  const say = iamText();
  const { groups } = useApi(usersApi);
  const ask = useAsk();
  const toast = useToast();
  const proof = useProof();
  const refresh = useGroupsRefresh();
  const failureText = useFailureText(useGroupWords());
  const [failure, setFailure] = useState('');
  const remove: GroupRemoval['remove'] = async ({ id, name, people }) => {
    const sure = await ask({
      title: say('groups.deleteTitle', { name }),
      lead: say('groups.deleteLead', { count: people }),
      verb: say('groups.delete'),
      safe: say('groups.cancel'),
    });
    if (!sure) return false;
    setFailure('');
    try {
      const done = await proof.run(say('groups.proof'), () => groups.remove({ params: { id } }));
      if (done === null) return false;
    } catch (error) {
      setFailure(failureText(error));
      return false;
    }
    toast({ text: say('groups.deleted', { name }) });
    await refresh();
    return true;
  };
  return { remove, failure, dialog: proof.dialog };
}
