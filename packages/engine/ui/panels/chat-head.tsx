import { IconChevronDown, IconDownload, IconUser, IconUsers } from '@tabler/icons-react';
import type { ChatMessage } from '#topics/chat/chat.topic.ts';
import { conversationsOf } from '#topics/chat/conversations.ts';
import { useClock } from '#ui/house.ts';
import { Menu, MenuItem, MenuLine } from '#ui/menu.tsx';
import { chatFile } from '#ui/panels/chat-file.ts';
import { saveTextFile } from '#ui/panels/save-file.ts';
import { Hidden, IconButton, Ltr } from '#ui/parts.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { conversationKey, isOff, mayMessage, presentMembers, unreadMessages } from '#ui/state.ts';
import s from '#ui/panels/panel.module.css';
import { useWords } from '#ui/words.tsx';

type HeadProps = { messages: readonly ChatMessage[]; name: string | null };

/** Which conversation is open, and a way to keep it. */
export function ChatHead({ messages, name }: HeadProps) {
  const { text, locale } = useWords();
  const clock = useClock();
  const state = useMeetingState();
  const save = () => {
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(state.facts?.startedAt);
    const title = [state.facts?.name, name, day].filter(Boolean).join(', ');
    saveTextFile(`${title}.txt`, chatFile(title, messages, { text, clock }));
  };
  return (
    <div className={s.chatHead}>
      {isOff(state, 'privateChat') ? <span /> : <ConversationMenu name={name} />}
      <IconButton icon={IconDownload} size={28} label={text('chat.save')} disabled={messages.length === 0} onClick={save} />
    </div>
  );
}

function Unread({ partner }: { partner: string | null }) {
  const { unread } = useMeetingState();
  return <NewCount count={unread[conversationKey(partner)] ?? 0} />;
}

function NewCount({ count }: { count: number }) {
  const { text } = useWords();
  if (count === 0) return null;
  return (
    <b className={s.newCount}>
      <Ltr>{count}</Ltr>
      <Hidden>{text('bar.newMessages', { count })}</Hidden>
    </b>
  );
}

/** Everyone, the people one wrote with, and the others whom one may write to. */
function ConversationMenu({ name }: { name: string | null }) {
  const { text } = useWords();
  const meeting = useMeeting();
  const state = useMeetingState();
  const open = (partner: string | null) => () => meeting.store.dispatch({ t: 'conversation', partner });
  const begun = conversationsOf(state.topics.chat, state.you);
  const others = presentMembers(state).filter(
    (member) => mayMessage(state, member) && !begun.some(({ partner }) => partner === member.id),
  );
  const Sign = name === null ? IconUsers : IconUser;
  return (
    <Menu
      label={text('chat.conversations')}
      opener={(opener) => (
        <button {...opener} type="button" className={s.with}>
          <Sign size={16} stroke={1.75} aria-hidden="true" />
          <Hidden>{text('chat.conversations')}</Hidden>
          <bdi>{name ?? text('chat.withEveryone')}</bdi>
          <IconChevronDown size={14} stroke={2} aria-hidden="true" />
          <NewCount count={unreadMessages(state)} />
        </button>
      )}
    >
      <MenuItem icon={IconUsers} onClick={open(null)}>
        {text('chat.withEveryone')} <Unread partner={null} />
      </MenuItem>
      {begun.map(({ partner, name: withName }) => (
        <MenuItem key={partner} icon={IconUser} onClick={open(partner)}>
          <bdi>{withName}</bdi> <Unread partner={partner} />
        </MenuItem>
      ))}
      {others.length > 0 && <MenuLine />}
      {others.map((member) => (
        <MenuItem key={member.id} icon={IconUser} onClick={open(member.id)}>
          <bdi>{member.name}</bdi>
        </MenuItem>
      ))}
    </Menu>
  );
}
