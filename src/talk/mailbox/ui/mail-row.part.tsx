import { IconPaperclip, IconStarFilled } from '@tabler/icons-react';
import { Link } from '#kit/ui/link.tsx';
import { Time } from '#kit/ui/time.tsx';
import type { MailboxItem, MailLabel } from '../mailbox.contract.ts';
import { LabelDot } from './label-dot.part.tsx';
import { kindIcons, useMailDay, useMailNames } from './mail-words.hook.ts';
import s from './mailbox.module.css';
import { mailboxText } from './mailbox-text.hook.ts';

type MailRowProps = {
  mail: MailboxItem;
  to: string;
  open: boolean;
  labels: readonly MailLabel[];
  /** Null while nothing can be selected. */
  selected: boolean | null;
  onSelect: () => void;
};
/** A mail of the list: who, what, its first words; the sign tells the kind, the dot that it is unread. */
export function MailRow({ mail, to, open, labels, selected, onSelect }: MailRowProps) {
  const say = mailboxText();
  const names = useMailNames();
  const day = useMailDay()(mail.at);
  const Icon = kindIcons[mail.kind];
  const subject = mail.subject === '' ? say('list.noSubject') : mail.subject;
  return (
    <li data-open={open || undefined} data-unread={mail.unread || undefined}>
      {selected === null ? (
        <span className={s.sign} title={say(`kind.${mail.kind}`)}>
          <Icon size={18} stroke={1.75} aria-hidden="true" />
        </span>
      ) : (
        <label className={s.sign}>
          <input type="checkbox" checked={selected} aria-label={say('list.selectOne', { subject })} onChange={onSelect} />
        </label>
      )}
      <Link to={to} aria-current={open ? 'true' : undefined}>
        <span className={s.top}>
          <bdi className="cut">{names(mail)}</bdi>
          {mail.starred && <IconStarFilled size={14} aria-label={say('list.starred')} role="img" />}
          <Time at={mail.at} look={day === 'today' || day === 'yesterday' ? 'time' : 'near'} />
          {mail.unread && (
            <span className={s.unread}>
              <span className="hidden">{say('list.unread')}</span>
            </span>
          )}
        </span>
        <span className={`${s.subject} cut`} dir="auto">
          {subject}
        </span>
        <span className={s.under}>
          {labels
            .filter(({ id }) => mail.labels.includes(id))
            .map((label) => (
              <span key={label.id} className="row">
                <LabelDot hue={label.hue} />
                <span className="hidden">{label.name}</span>
              </span>
            ))}
          <span className="cut" dir="auto">
            {mail.snippet}
          </span>
          {mail.files > 0 && <IconPaperclip size={14} stroke={1.75} role="img" aria-label={say('reading.files')} />}
        </span>
      </Link>
    </li>
  );
}
