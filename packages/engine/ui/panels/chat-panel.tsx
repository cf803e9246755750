import { Fragment, useEffect, useMemo, useRef, useState } from 'react';
import type { ChatMessage } from '#topics/chat/chat.topic.ts';
import { conversationsOf, partnerOf } from '#topics/chat/conversations.ts';
import { ChatHead } from '#ui/panels/chat-head.tsx';
import { ChatMessageRow, Pieces, walkMessages } from '#ui/panels/chat-message.tsx';
import { type ChatTarget, ChatWrite } from '#ui/panels/chat-write.tsx';
import { welcomePieces } from '#ui/panels/linkify.ts';
import { useMeetingState } from '#ui/room-context.tsx';
import { conversationKey, may, mayMessage, type MeetingState } from '#ui/state.ts';
import s from '#ui/panels/panel.module.css';
import type { TextKey } from '#ui/text.ts';
import { useWords } from '#ui/words.tsx';

/** The conversation with everyone, and private ones with one person each. */
export function ChatPanel() {
  const state = useMeetingState();
  const { you, chatPartner, topics } = state;
  const messages = topics.chat.filter((one) => partnerOf(one, you) === chatPartner);
  const name = chatPartner === null ? null : partnerName(state, chatPartner);
  return (
    <>
      <ChatHead messages={messages} name={name} />
      <OpenConversation key={conversationKey(chatPartner)} messages={messages} name={name} />
    </>
  );
}

/** Known from what was written, once the person is gone. */
const partnerName = ({ members, topics, you }: MeetingState, partner: string): string =>
  members[partner]?.name ?? conversationsOf(topics.chat, you).find((one) => one.partner === partner)?.name ?? '';

/** Why nothing can be written here; null: it can. */
function writingTrouble(state: MeetingState): TextKey | null {
  const { chatPartner, members } = state;
  if (chatPartner === null) return may(state, 'chat') ? null : 'chat.locked';
  const partner = members[chatPartner];
  // where names are hidden, nobody knows who is still there
  if (partner === undefined) return may(state, 'see-people') ? 'live.left' : 'chat.privateLocked';
  return mayMessage(state, partner) ? null : 'chat.privateLocked';
}

type ConversationProps = { messages: readonly ChatMessage[]; name: string | null };

function OpenConversation({ messages, name }: ConversationProps) {
  const { text } = useWords();
  const state = useMeetingState();
  const [target, setTarget] = useState<ChatTarget>(null);
  const log = useFollow(messages.length);
  const trouble = writingTrouble(state);
  const firstNew = state.firstNew[conversationKey(state.chatPartner)];
  const mayWrite = trouble === null;
  const label = name === null ? text('chat.log') : text('chat.onlyYou', { name });
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard (WCAG 2.1.1) */}
      <div ref={log} className={s.log} role="log" aria-label={label} tabIndex={0}>
        <ol onKeyDown={walkMessages}>
          {name === null ? <PublicLead /> : <li className={s.day}>{text('chat.onlyYou', { name })}</li>}
          {messages.map((message, i) => (
            <Fragment key={message.id}>
              {message.id === firstNew && (
                <li className={s.new}>
                  <span>{text('chat.new')}</span>
                </li>
              )}
              <ChatMessageRow
                message={message}
                before={message.id === firstNew ? undefined : messages[i - 1]}
                answered={messages.find(({ id }) => id === message.replyTo)}
                tab={i === messages.length - 1 ? 'stop' : 'skip'}
                {...(mayWrite && { onTarget: setTarget })}
              />
            </Fragment>
          ))}
        </ol>
      </div>
      {mayWrite ? (
        <ChatWrite name={name} target={target} onTarget={setTarget} />
      ) : (
        <p className={s.hint}>{text(trouble, { name: name ?? '' })}</p>
      )}
    </>
  );
}

/** What the host says to everybody who comes. */
function PublicLead() {
  const { text } = useWords();
  const { facts } = useMeetingState();
  const welcome = useMemo(() => welcomePieces(facts?.welcome ?? ''), [facts?.welcome]);
  const forHosts = useMemo(() => welcomePieces(facts?.moderatorMessage ?? ''), [facts?.moderatorMessage]);
  return (
    <>
      <li className={s.day}>{welcome.length > 0 ? <Pieces pieces={welcome} /> : text('chat.everyone')}</li>
      {forHosts.length > 0 && (
        <li className={s.day} data-hosts>
          <b>{text('chat.hostsOnly')}</b>
          {'\n'}
          <Pieces pieces={forHosts} />
        </li>
      )}
    </>
  );
}

/** Stays at the end while the reader is there; somebody who scrolled up is left alone. */
function useFollow(length: number) {
  const ref = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  useEffect(() => {
    const log = ref.current;
    if (!log) return;
    const look = () => {
      atEnd.current = log.scrollHeight - log.scrollTop - log.clientHeight < 48;
    };
    log.addEventListener('scroll', look, { passive: true });
    return () => log.removeEventListener('scroll', look);
  }, []);
  useEffect(() => {
    if (length >= 0 && atEnd.current) ref.current?.scrollTo({ top: ref.current.scrollHeight });
  }, [length]);
  return ref;
}
