import { Button, NativeSelect, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useApi } from '#kit/ui/query/api.tsx';
import type { ChatEditPolicy } from '../chat.rules.ts';
import s from './chat-dialogs.module.css';
import { chatApi, chatPolicyQuery, useChatRefresh } from './chat-data.hook.ts';
import { chatText } from './chat-text.hook.ts';

/** Minutes, 0 = never, and for ever. */
const choices = ['forever', '0', '15', '60', '1440'] as const;

function PolicyForm({ policy, onClose }: { policy: ChatEditPolicy; onClose: () => void }) {
  const say = chatText();
  const { chat } = useApi(chatApi);
  const refresh = useChatRefresh();
  const failureText = useFailureText(say);
  const [{ editMinutes, keepEdits }, setPolicy] = useState(policy);
  const [trouble, setTrouble] = useState<string | null>(null);
  const save = async () => {
    try {
      await chat.setPolicy({ body: { editMinutes, keepEdits } });
      await refresh();
      onClose();
    } catch (error) {
      setTrouble(failureText(error));
    }
  };
  const value = editMinutes === null ? 'forever' : String(editMinutes);
  const known = choices.some((one) => one === value);
  return (
    <div className={s.part}>
      {trouble !== null && <Banner hue="red">{trouble}</Banner>}
      <NativeSelect
        size="md"
        label={say('policy.edit')}
        value={value}
        data={[
          ...choices.map((one) => ({ value: one, label: say(`policy.after.${one}`) })),
          ...(known ? [] : [{ value, label: say('policy.minutes', { count: editMinutes ?? 0 }) }]),
        ]}
        onChange={({ currentTarget }) =>
          setPolicy({ keepEdits, editMinutes: currentTarget.value === 'forever' ? null : Number(currentTarget.value) })
        }
      />
      <Switch
        label={say('policy.keep')}
        description={say('policy.keepHint')}
        checked={keepEdits}
        onChange={({ currentTarget }) => setPolicy({ editMinutes, keepEdits: currentTarget.checked })}
      />
      <div className={dialogs.acts}>
        <Button size="md" onClick={onClose}>
          {say('cancel')}
        </Button>
        <Button size="md" variant="filled" onClick={() => void save()}>
          {say('save')}
        </Button>
      </div>
    </div>
  );
}

/** For how long messages may be changed in the account. */
export function PolicyDialog({ onClose }: { onClose: () => void }) {
  const say = chatText();
  const { data } = useQuery(chatPolicyQuery(useApi(chatApi)));
  return (
    <Dialog title={say('policy.title')} onClose={onClose}>
      {data !== undefined && <PolicyForm policy={data} onClose={onClose} />}
    </Dialog>
  );
}
