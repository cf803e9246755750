import { Button } from '@mantine/core';
import {
  IconArchive,
  IconArrowLeft,
  IconCheck,
  IconCreditCard,
  IconExternalLink,
  IconInbox,
  IconMail,
  IconMailOpened,
  IconPlayerPlay,
  IconRestore,
  IconStar,
  IconStarFilled,
  IconTrash,
  IconVideo,
} from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { Link, LinkButton } from '#kit/ui/link.tsx';
import { useShortcut } from '#kit/ui/shortcut.ts';
import type { MailboxMail } from '../mailbox.contract.ts';
import type { MailMark } from '../mailbox.rules.ts';
import { LabelMenu } from './mail-bulk.part.tsx';
import { useMails } from './mail-list.part.tsx';
import { useInvitationAnswer } from './invitation-answer.hook.ts';
import s from './mailbox.module.css';
import { mailboxPath, type MailboxView } from './mailbox-data.hook.ts';
import type { MailboxSteps } from './mailbox-steps.hook.ts';
import { mailboxText } from './mailbox-text.hook.ts';

type HeadProps = { mail: MailboxMail; view: MailboxView; steps: MailboxSteps };

/** Where the mail's own button leads: the thing itself, as far as the reader may open it. */
const thingPathOf = ({ thing, link }: MailboxMail): string | null => (thing === null ? link : thing.path);

function AcceptButton({ mail }: { mail: MailboxMail }) {
  const say = mailboxText();
  const { busy, answer } = useInvitationAnswer(mail);
  return (
    <Button
      variant="filled"
      leftSection={<IconCheck size={16} stroke={2} />}
      loading={busy !== ''}
      onClick={() => void answer('yes')}
    >
      {say('open.accept')}
    </Button>
  );
}

const actIcons = { pay: IconCreditCard, join: IconVideo, play: IconPlayerPlay } as const;

/** What its reader can do about the thing now, else the way to it. */
function ThingButton({ mail }: { mail: MailboxMail }) {
  const say = mailboxText();
  const { thing, reply, place } = mail;
  const path = thingPathOf(mail);
  if (reply === 'invitation' && thing?.state === 'none' && place !== 'bin') return <AcceptButton mail={mail} />;
  if (path === null) return null;
  const act = thing?.act ?? null;
  if (act === null)
    return (
      <LinkButton to={path} leftSection={<IconExternalLink size={16} stroke={1.75} className="turn" />}>
        <span className={s.thing}>{say(`open.${thing?.kind ?? 'link'}`)}</span>
      </LinkButton>
    );
  const Icon = actIcons[act];
  return (
    <LinkButton to={path} variant={act === 'play' ? 'default' : 'filled'} leftSection={<Icon size={16} stroke={1.75} />}>
      {say(`open.${act}`)}
    </LinkButton>
  );
}

/** The way to the list, for screens where it is not beside the mail. */
export function BackToList({ view }: { view: MailboxView }) {
  const say = mailboxText();
  return (
    <Link to={mailboxPath({ ...view, mail: null })} aria-label={say('act.back')} className={s.back}>
      <IconArrowLeft size={18} stroke={1.75} className="turn" />
    </Link>
  );
}

/** The mail that comes after this one when it leaves the list; on phones the list itself. */
function useAfter({ mail, view }: HeadProps): () => void {
  const navigate = useNavigate();
  const { mails } = useMails(view);
  return () => {
    const at = mails.findIndex(({ id }) => id === mail.id);
    const next = at === -1 ? undefined : (mails[at + 1] ?? mails[at - 1]);
    const isNarrow = window.matchMedia('(width <= 960px)').matches;
    void navigate(mailboxPath({ ...view, mail: isNarrow ? null : (next?.id ?? null) }));
  };
}

/** Moves of an open mail, and the one way to what it is about. */
export function MailHead(props: HeadProps) {
  const { mail, view, steps } = props;
  const say = mailboxText();
  const navigate = useNavigate();
  const goOn = useAfter(props);
  const { place, starred, unread } = mail;
  const mark = (wanted: MailMark, labelId?: string) =>
    void steps.mark({ ids: [mail.id], mark: wanted, ...(labelId !== undefined && { labelId }) });
  const leave = (wanted: 'archive' | 'inbox' | 'bin' | 'restore') => {
    goOn();
    mark(wanted);
  };
  const archives = place === 'inbox' ? 'archive' : place === 'archive' ? 'inbox' : null;
  const path = thingPathOf(mail);
  useShortcut('e', () => archives !== null && leave(archives));
  useShortcut('u', () => place !== 'sent' && mark(unread ? 'read' : 'unread'));
  useShortcut('s', () => place !== 'bin' && mark(starred ? 'unstar' : 'star'));
  useShortcut('Enter', () => path !== null && void navigate(path));
  return (
    <header className={s.head}>
      <BackToList view={view} />
      <div className={s.acts}>
        {archives !== null && (
          <IconButton aria-label={say(`act.${archives}`)} onClick={() => leave(archives)}>
            {archives === 'archive' ? <IconArchive size={18} stroke={1.75} /> : <IconInbox size={18} stroke={1.75} />}
          </IconButton>
        )}
        <IconButton
          aria-label={say(place === 'bin' ? 'act.restore' : 'act.bin')}
          onClick={() => leave(place === 'bin' ? 'restore' : 'bin')}
        >
          {place === 'bin' ? <IconRestore size={18} stroke={1.75} /> : <IconTrash size={18} stroke={1.75} />}
        </IconButton>
        {place !== 'bin' && (
          <IconButton aria-label={say(starred ? 'act.unstar' : 'act.star')} onClick={() => mark(starred ? 'unstar' : 'star')}>
            {starred ? <IconStarFilled size={18} /> : <IconStar size={18} stroke={1.75} />}
          </IconButton>
        )}
        {place !== 'sent' && (
          <IconButton aria-label={say(unread ? 'act.read' : 'act.unread')} onClick={() => mark(unread ? 'read' : 'unread')}>
            {unread ? <IconMailOpened size={18} stroke={1.75} /> : <IconMail size={18} stroke={1.75} />}
          </IconButton>
        )}
        {place !== 'bin' && <LabelMenu on={mail.labels} onChoose={mark} />}
      </div>
      <ThingButton mail={mail} />
    </header>
  );
}
