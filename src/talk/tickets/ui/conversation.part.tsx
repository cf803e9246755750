import { IconInfoCircle, IconLock } from '@tabler/icons-react';
import { AttachedFiles } from '#core/files/ui/blocks/attached-files.part.tsx';
import { Face } from '#kit/ui/bits.tsx';
import { Time } from '#kit/ui/time.tsx';
import type { TicketEntry } from '../tickets-views.contract.ts';
import { CutWords, LeftOut, NotVerified, OriginalLink } from './mail-parts.part.tsx';
import { useStepWords } from './step-words.hook.ts';
import s from './ticket.module.css';
import { ticketsText } from './tickets-text.hook.ts';

type WrittenEntry = Exclude<TicketEntry, { kind: 'step' }>;

type MessageProps = { entry: WrittenEntry; seller: string | null; ticketId: string };
/** `seller`: the name of those who answer, for their customer; staff reads who is the customer. */
function Message({ entry, seller, ticketId }: MessageProps) {
  const say = ticketsText();
  const { author, text, doc, files, at } = entry;
  const isNote = entry.kind === 'note';
  const mail = entry.kind === 'message' && entry.via === 'mail' ? entry : null;
  const side = entry.kind === 'note' ? null : entry.from === 'staff' ? seller : seller === null ? say('talk.customer') : null;
  return (
    <li className={s.message} data-note={isNote || undefined}>
      <Face name={author.name} size={32} />
      <div>
        <p className={s.author}>
          <b dir="auto">{author.name}</b>
          {author.me && <span>{say('talk.you')}</span>}
          {side !== null && !author.me && <span dir="auto">{side}</span>}
          {mail !== null && <span>{say('talk.byMail')}</span>}
          {mail?.verified === false && <NotVerified />}
          <Time at={at} look="full" />
          {isNote && (
            <span className={s.lock}>
              <IconLock size={14} stroke={2} aria-hidden="true" />
              {say('talk.onlyStaff')}
            </span>
          )}
        </p>
        <CutWords text={text} doc={doc} wholeText={mail?.wholeText ?? null} />
        <AttachedFiles files={files} />
        {mail !== null && (
          <>
            <LeftOut files={mail.leftOut} />
            <OriginalLink state={mail.original} path={`/api/tickets/${ticketId}/messages/${mail.id}/original`} />
          </>
        )}
      </div>
    </li>
  );
}

type StepProps = { entry: Extract<TicketEntry, { kind: 'step' }>; ticketId: string };
function Step({ entry, ticketId }: StepProps) {
  const words = useStepWords();
  return (
    <li className={s.event}>
      <IconInfoCircle size={16} stroke={1.75} aria-hidden="true" />
      <span>{words(entry)}</span>
      <Time at={entry.at} look="full" />
      <OriginalLink state={entry.original} path={`/api/tickets/${ticketId}/messages/${entry.id}/original`} />
    </li>
  );
}

type ConversationProps = { ticketId: string; entries: readonly TicketEntry[]; seller?: string | null };
/** What was written and what happened, the oldest first. */
export function Conversation({ ticketId, entries, seller = null }: ConversationProps) {
  const say = ticketsText();
  return (
    <ol className={s.log} aria-label={say('talk.title')}>
      {entries.map((entry) =>
        entry.kind === 'step' ? (
          <Step key={entry.id} entry={entry} ticketId={ticketId} />
        ) : (
          <Message key={entry.id} entry={entry} seller={seller} ticketId={ticketId} />
        ),
      )}
    </ol>
  );
}
