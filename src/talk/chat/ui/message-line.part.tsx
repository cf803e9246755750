import { IconCheck, IconClock, IconHeart, IconMoodHappy, IconMoodSad, IconMoodSurprised, IconThumbUp } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { AttachedFiles } from '#core/files/ui/blocks/attached-files.part.tsx';
import { Face } from '#kit/ui/bits.tsx';
import { MessageText } from '#kit/ui/message-text/message-text.tsx';
import { MenuDivider, MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { RowMenu } from '#kit/ui/table/row-menu.tsx';
import { Time } from '#kit/ui/time.tsx';
import { type ChatReaction, chatReactions } from '../chat.rules.ts';
import type { ChatMessage, ChatPerson } from '../chat-views.contract.ts';
import { chatText } from './chat-text.hook.ts';
import { MeetingCard } from './meeting-card.part.tsx';
import type { MessageActs } from './message-acts.hook.ts';
import type { MessageLine } from './message-book.hook.ts';
import s from './thread.module.css';
import type { UnsentMessage, UnsentQueue } from './unsent.hook.ts';

type IconComponent = ComponentType<{ size?: number; stroke?: number }>;
const signs: Readonly<Record<ChatReaction, IconComponent>> = {
  ...{ like: IconThumbUp, love: IconHeart, laugh: IconMoodHappy },
  ...{ wow: IconMoodSurprised, sad: IconMoodSad, done: IconCheck },
};

type MessageProps = { message: ChatMessage; acts: MessageActs };
function Reactions({ message, acts }: MessageProps) {
  const say = chatText();
  if (message.reactions.length === 0) return null;
  return (
    <div className={s.reactions}>
      {message.reactions.map(({ reaction, userIds }) => {
        const Icon = signs[reaction];
        return (
          <button
            key={reaction}
            type="button"
            className={s.reaction}
            aria-pressed={userIds.includes(acts.me)}
            disabled={!acts.mayReact}
            onClick={() => void acts.react(message, reaction)}
          >
            <Icon size={16} stroke={1.75} />
            <span className="hidden">{say(`reaction.${reaction}`)}</span>
            <span className="num">{userIds.length}</span>
          </button>
        );
      })}
    </div>
  );
}

/** Reactions, and what one may do to the message. */
function ActsMenu({ message, acts }: MessageProps) {
  const say = chatText();
  const reacts = acts.mayReact && message.deletedAt === null;
  if (!reacts && !acts.mayReadHistory(message)) return null;
  return (
    <span className={s.acts}>
      <RowMenu label={say('acts.label', { name: message.author.name })}>
        {() => (
          <>
            {reacts &&
              chatReactions.map((reaction) => {
                const Icon = signs[reaction];
                return (
                  <MenuItem
                    key={reaction}
                    leftSection={<Icon size={16} stroke={1.75} />}
                    onClick={() => void acts.react(message, reaction)}
                  >
                    {say(`reaction.${reaction}`)}
                  </MenuItem>
                );
              })}
            {(acts.mayChange(message) || acts.mayReadHistory(message)) && <MenuDivider />}
            {acts.mayReadHistory(message) && <MenuItem onClick={() => acts.setHistory(message)}>{say('acts.history')}</MenuItem>}
            {acts.mayChange(message) && (
              <>
                <MenuItem onClick={() => acts.setEditing(message)}>{say('acts.edit')}</MenuItem>
                <MenuItem data-danger onClick={() => void acts.remove(message)}>
                  {say('acts.remove')}
                </MenuItem>
              </>
            )}
          </>
        )}
      </RowMenu>
    </span>
  );
}

/** Who came, went, or gave the conversation a name. */
export function useStepText(): (message: Pick<ChatMessage, 'kind' | 'author' | 'text'>) => string {
  const say = chatText();
  return ({ kind, author, text }) => {
    const values = { name: `\u2068${author.name}\u2069`, other: `\u2068${text}\u2069` };
    if (kind === 'named') return say('step.named', values);
    if (kind === 'left') return say(text === '' ? 'step.left' : 'step.removed', values);
    if (kind === 'meeting') return say('step.meeting', values);
    return say(text === '' ? 'step.joined' : 'step.added', values);
  };
}

function MessageBody({ message, acts, people }: MessageProps & { people: readonly ChatPerson[] }) {
  const say = chatText();
  const step = useStepText();
  const { text, doc, files, mentions, meeting, author, editedAt, deletedAt } = message;
  if (deletedAt !== null) return <p className={s.deleted}>{say('talk.deleted')}</p>;
  if (meeting !== null) return <MeetingCard meeting={meeting} author={author} />;
  if (message.kind === 'meeting') return <p className={s.deleted}>{step(message)}</p>;
  return (
    <>
      {text !== '' && <MessageText text={text} doc={doc} mentioned={people.filter(({ userId }) => mentions.includes(userId))} />}
      {editedAt !== null && <span className={s.edited}>{say('talk.edited')}</span>}
      <AttachedFiles files={files} />
      <Reactions message={message} acts={acts} />
    </>
  );
}

type LineProps = { line: MessageLine; acts: MessageActs; people: readonly ChatPerson[]; found: number | null };
/** One message; where somebody goes on writing, without face and name. */
export function MessageRow({ line: { message, joined }, acts, people, found }: LineProps) {
  const step = useStepText();
  const { author, at, kind } = message;
  const foundHere = message.number === found || undefined;
  if (kind !== 'text' && kind !== 'meeting')
    return (
      <li className={s.step} data-found={foundHere} dir="auto">
        {step(message)}
      </li>
    );
  return (
    <li className={s.message} data-joined={joined || undefined} data-found={foundHere}>
      {joined ? <span /> : <Face name={author.name} size={36} />}
      <div>
        <p className={joined ? 'hidden' : s.author}>
          <b dir="auto">{author.name}</b> <Time at={at} look="time" />
        </p>
        <MessageBody message={message} acts={acts} people={people} />
      </div>
      {kind === 'text' && <ActsMenu message={message} acts={acts} />}
    </li>
  );
}

/** A message on its way: it waits with a clock, or says why it was refused. */
export function UnsentRow({ message, unsent, name }: { message: UnsentMessage; unsent: UnsentQueue; name: string }) {
  const say = chatText();
  const { key, text, files, trouble } = message;
  return (
    <li className={s.message} data-unsent>
      <Face name={name} size={36} />
      <div>
        <p className={s.author}>
          <b dir="auto">{name}</b>
        </p>
        {text !== '' && <MessageText text={text} doc={null} />}
        <AttachedFiles files={files} />
        {trouble === null ? (
          <p className={s.waiting}>
            <IconClock size={14} stroke={1.75} />
            {say('unsent.waits')}
          </p>
        ) : (
          <p className={s.failed} role="alert">
            {say('unsent.failed', { reason: trouble })}{' '}
            <button type="button" onClick={() => unsent.again(key)}>
              {say('unsent.again')}
            </button>
            <button type="button" onClick={() => unsent.drop(key)}>
              {say('unsent.drop')}
            </button>
          </p>
        )}
      </div>
    </li>
  );
}
