import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useApi } from '#kit/ui/query/api.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import { Time } from '#kit/ui/time.tsx';
import type { ChatMessage } from '../chat-views.contract.ts';
import s from './chat-dialogs.module.css';
import { chatApi } from './chat-data.hook.ts';
import { chatText } from './chat-text.hook.ts';

/** What a message was before it was changed, for those who lead the account. */
export function HistoryDialog({ message, onClose }: { message: ChatMessage; onClose: () => void }) {
  const say = chatText();
  const { chat } = useApi(chatApi);
  const params = { id: message.conversation, number: message.number };
  const { data } = useQuery({
    ...callQuery({ area: 'chat', name: 'chat.history', call: chat.history, input: { params } }),
    staleTime: 0,
  });
  return (
    <Dialog title={say('history.title')} onClose={onClose}>
      <ul className={s.people} aria-label={say('history.title')}>
        {data?.items.map(({ text, until }) => (
          <li key={until} className={s.version}>
            <p dir="auto">{text}</p>
            <span className="tiny quiet">
              <Time at={until} look="full" />
            </span>
          </li>
        ))}
      </ul>
      {data?.items.length === 0 && <p className="soft">{say('history.none')}</p>}
      <div className={dialogs.acts}>
        <Button size="md" variant="filled" onClick={onClose}>
          {say('close')}
        </Button>
      </div>
    </Dialog>
  );
}
