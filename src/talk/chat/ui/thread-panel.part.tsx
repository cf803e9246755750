import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Suspense } from 'react';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Link } from '#kit/ui/link.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { ConversationDetail } from '../chat-views.contract.ts';
import { type ChatAddress, chatPath } from './chat-data.hook.ts';
import { chatText } from './chat-text.hook.ts';
import { useChatTimes } from './chat-times.hook.ts';
import { ChatWriter, EditWriter } from './chat-writer.part.tsx';
import { type MessageActs, useMessageActs } from './message-acts.hook.ts';
import { messageLines } from './message-book.hook.ts';
import { MessageRow, UnsentRow } from './message-line.part.tsx';
import { type Thread, useThread } from './thread-data.hook.ts';
import s from './thread.module.css';
import type { UnsentQueue } from './unsent.hook.ts';

const HistoryDialog = loadable(async () => (await import('./history-dialog.part.tsx')).HistoryDialog);

export type ThreadPanelProps = { conversation: ConversationDetail; address: ChatAddress; number: number; unsent: UnsentQueue };
type PanelPartProps = Pick<ThreadPanelProps, 'conversation' | 'unsent'> & { thread: Thread; acts: MessageActs };

function ThreadLines({ conversation, thread, acts, unsent }: PanelPartProps) {
  const say = chatText();
  const { user } = useAuth();
  const { dayOf } = useChatTimes();
  const lines = messageLines(thread.items, { readNumber: null, me: acts.me, dayOf });
  const arrived = new Set(thread.items.map(({ key }) => key));
  const waiting = unsent.items.filter(
    ({ conversation: id, replyTo, key }) => id === conversation.id && replyTo === thread.root.number && !arrived.has(key),
  );
  const row = { acts, people: conversation.members, found: null, place: 'thread' } as const;
  return (
    <>
      {lines.map((line) => (
        <MessageRow key={line.message.number} line={line} {...row} />
      ))}
      {waiting.map((one) => (
        <UnsentRow key={one.key} message={one} unsent={unsent} name={user?.name ?? ''} />
      ))}
      {lines.length + waiting.length === 0 && <li className={s.step}>{say('thread.none')}</li>}
    </>
  );
}

function ThreadFoot({ conversation, thread, acts, unsent }: PanelPartProps) {
  const { editing } = acts;
  return (
    <div className={s.foot}>
      {acts.trouble !== null && <Banner hue="red">{acts.trouble}</Banner>}
      {conversation.rights.write && editing !== null && (
        <EditWriter key={editing.number} conversation={conversation} acts={acts} message={editing} />
      )}
      {conversation.rights.write && editing === null && (
        <ChatWriter
          conversation={conversation}
          acts={acts}
          unsent={unsent}
          replyTo={thread.root.number}
          onUp={() => acts.setEditing(thread.items.findLast(acts.mayChange) ?? null)}
          onSent={() => undefined}
        />
      )}
    </div>
  );
}

/** A message with its replies beside the conversation, where one writes on. */
export function ThreadPanel({ conversation, address, number, unsent }: ThreadPanelProps) {
  const say = chatText();
  const failureText = useFailureText(say);
  const { thread, error, older, loadOlder } = useThread({ id: conversation.id, number });
  const acts = useMessageActs(conversation, { address });
  const first = thread && { message: thread.root, startsDay: false, startsNew: false, joined: false };
  return (
    <aside className={s.panel} aria-label={say('thread.title')}>
      <header className={s.head}>
        <h2 className="grow">{say('thread.title')}</h2>
        <Link className={s.closePanel} to={chatPath({ ...address, thread: null })} aria-label={say('thread.close')}>
          <IconX size={18} stroke={1.75} />
        </Link>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
      <section className={s.scroll} tabIndex={0} aria-label={say('thread.messages')}>
        <ol className={s.log}>
          {first !== undefined && (
            <MessageRow line={first} acts={acts} people={conversation.members} found={null} place="thread" />
          )}
          {thread !== undefined && thread.root.replies > 0 && (
            <li className={s.day}>{say('thread.replies', { count: thread.root.replies })}</li>
          )}
          {thread?.more === true && (
            <li className={s.older}>
              <Button loading={older === 'loading'} onClick={() => void loadOlder()}>
                {say('talk.older')}
              </Button>
            </li>
          )}
          {thread !== undefined && <ThreadLines {...{ conversation, thread, acts, unsent }} />}
        </ol>
      </section>
      {error !== null && thread === undefined && <Banner hue="red">{failureText(error)}</Banner>}
      {thread !== undefined && <ThreadFoot {...{ conversation, thread, acts, unsent }} />}
      <Suspense>
        {acts.history !== null && <HistoryDialog message={acts.history} onClose={() => acts.setHistory(null)} />}
      </Suspense>
    </aside>
  );
}
