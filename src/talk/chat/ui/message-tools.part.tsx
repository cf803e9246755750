import { IconMessageReply } from '@tabler/icons-react';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { EmojiButton } from '#kit/ui/message-field/emoji-button.tsx';
import { MenuDivider, MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { RowMenu } from '#kit/ui/table/row-menu.tsx';
import type { ChatMessage, ChatPerson } from '../chat-views.contract.ts';
import { chatText } from './chat-text.hook.ts';
import type { MessageActs } from './message-acts.hook.ts';
import s from './thread.module.css';

type MessageProps = { message: ChatMessage; acts: MessageActs };
/** Emoji under a message, with how many people chose each; a press joins in or takes one's own away. */
export function Reactions({ message, acts, people }: MessageProps & { people: readonly ChatPerson[] }) {
  const say = chatText();
  if (message.reactions.length === 0) return null;
  const nameOf = (id: string) => (id === acts.me ? say('members.you') : people.find(({ userId }) => userId === id)?.name);
  return (
    <div className={s.reactions}>
      {message.reactions.map(({ reaction, userIds }) => (
        <button
          key={reaction}
          type="button"
          className={s.reaction}
          aria-pressed={userIds.includes(acts.me)}
          title={userIds.flatMap((id) => nameOf(id) ?? []).join(', ')}
          disabled={!acts.mayReact}
          onClick={() => void acts.react(message, reaction)}
        >
          <span>{reaction}</span> <span className="num">{userIds.length}</span>
        </button>
      ))}
    </div>
  );
}

function MessageMenu({ message, acts }: MessageProps) {
  const say = chatText();
  const mayChange = acts.mayChange(message);
  return (
    <RowMenu label={say('acts.label', { name: message.author.name })}>
      {() => (
        <>
          {acts.mayReact && <MenuItem onClick={() => acts.openThread(message)}>{say('acts.reply')}</MenuItem>}
          {acts.mayMarkUnread && <MenuItem onClick={() => void acts.markUnread(message)}>{say('acts.markUnread')}</MenuItem>}
          {acts.mayReadHistory(message) && <MenuItem onClick={() => acts.setHistory(message)}>{say('acts.history')}</MenuItem>}
          {mayChange && (
            <>
              <MenuDivider />
              <MenuItem onClick={() => acts.setEditing(message)}>{say('acts.edit')}</MenuItem>
              <MenuItem data-danger onClick={() => void acts.remove(message)}>
                {say('acts.remove')}
              </MenuItem>
            </>
          )}
        </>
      )}
    </RowMenu>
  );
}

/** What one may do to a message: react, reply, and the rest in a menu. */
export function MessageTools({ message, acts }: MessageProps) {
  const say = chatText();
  const { name } = message.author;
  const mayAnswer = acts.mayReact && message.deletedAt === null;
  if (!mayAnswer && !acts.mayMarkUnread && !acts.mayReadHistory(message)) return null;
  const words = {
    ...{ search: say('emoji.search'), frequent: say('emoji.frequent') },
    ...{ all: say('emoji.all'), none: say('emoji.none') },
  };
  return (
    <span className={s.acts}>
      {mayAnswer && (
        <>
          <EmojiButton label={say('acts.react', { name })} words={words} onChoose={(emoji) => void acts.react(message, emoji)} />
          <IconButton
            size={28}
            className={s.replyButton ?? ''}
            aria-label={say('acts.replyTo', { name })}
            onClick={() => acts.openThread(message)}
          >
            <IconMessageReply size={16} stroke={1.75} className="turn" />
          </IconButton>
        </>
      )}
      <MessageMenu message={message} acts={acts} />
    </span>
  );
}
