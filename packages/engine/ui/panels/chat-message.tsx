import { IconArrowBackUp, IconDotsVertical, IconMessageUser, IconPencil, IconTrash } from '@tabler/icons-react';
import { Fragment, type KeyboardEvent } from 'react';
import type { ChatMessage } from '#topics/chat/chat.topic.ts';
import { Dialog } from '#ui/dialog.tsx';
import { useClock } from '#ui/house.ts';
import { useLongPress } from '#ui/long-press.ts';
import { Menu, MenuItem } from '#ui/menu.tsx';
import type { ChatTarget } from '#ui/panels/chat-write.tsx';
import { linkify, type LinkPiece } from '#ui/panels/linkify.ts';
import { Button, Face, IconButton } from '#ui/parts.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { isOff, may, mayMessage } from '#ui/state.ts';
import { useOpenDialog } from '#ui/topics/dialog-place.tsx';
import s from '#ui/panels/panel.module.css';
import { useWords } from '#ui/words.tsx';

/** Messages of one person within this time stand under one name (milliseconds). */
const TOGETHER_MS = 120_000;
const QUOTED_CHARACTERS = 160;

const idOf = (message: string): string => `message-${message}`;
const menuButton = 'button[aria-haspopup=menu]';
const openMenu = (row: HTMLElement): void => row.querySelector<HTMLButtonElement>(menuButton)?.click();

/** The menus of all messages are one stop of the Tab key; arrow keys go from one to the next. */
export function walkMessages(event: KeyboardEvent<HTMLOListElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(menuButton)];
  const at = event.target instanceof HTMLElement ? all.indexOf(event.target) : -1;
  if (step === undefined || at === -1) return;
  event.preventDefault();
  all[at + step]?.focus();
}

type RowProps = {
  message: ChatMessage;
  before: ChatMessage | undefined;
  /** Absent: it answers nothing, or what it answers is not kept any more. */
  answered: ChatMessage | undefined;
  tab: 'stop' | 'skip';
  /** Absent where nothing can be written. */
  onTarget?: (target: ChatTarget) => void;
};

export function ChatMessageRow({ message, before, answered, tab, onTarget }: RowProps) {
  const clock = useClock();
  const press = useLongPress(openMenu);
  const { id, name, from, at, replyTo } = message;
  const isSame = before?.from === from && at - before.at < TOGETHER_MS && replyTo === undefined;
  return (
    <li id={idOf(id)} className={s.said} data-same={isSame || undefined} {...press}>
      {!isSame && <Face name={name} />}
      <div>
        {!isSame && (
          <p className={s.by}>
            <b>
              <bdi>{name}</bdi>
            </b>
            <time dateTime={new Date(at).toISOString()}>
              <bdi>{clock(at)}</bdi>
            </time>
          </p>
        )}
        {replyTo !== undefined && <Quote answered={answered} />}
        <MessageText message={message} />
      </div>
      <MessageMenu message={message} tab={tab} onTarget={onTarget} />
    </li>
  );
}

function MessageText({ message: { text: said, edited, deleted } }: { message: ChatMessage }) {
  const { text } = useWords();
  if (deleted !== undefined)
    return <p className={s.gone}>{text(deleted === 'by-host' ? 'chat.deletedByHost' : 'chat.deleted')}</p>;
  return (
    <p className={s.words} dir="auto">
      <Pieces pieces={linkify(said)} />
      {edited && (
        <>
          {' '}
          <small>{text('chat.edited')}</small>
        </>
      )}
    </p>
  );
}

/** What a message answers; a press goes there. */
function Quote({ answered }: { answered: ChatMessage | undefined }) {
  const { text } = useWords();
  if (answered === undefined) return <p className={s.quote}>{text('chat.earlier')}</p>;
  const goThere = () => {
    const row = document.getElementById(idOf(answered.id));
    if (row === null) return;
    // only for this once: a press on a message must not take the focus
    row.tabIndex = -1;
    row.addEventListener('blur', () => row.removeAttribute('tabindex'), { once: true });
    row.scrollIntoView({ block: 'nearest' });
    row.focus({ preventScroll: true });
  };
  return (
    <button type="button" className={s.quote} onClick={goThere}>
      <b>
        <bdi>{answered.name}</bdi>
      </b>{' '}
      <bdi>{answered.deleted ? text('chat.deleted') : answered.text.slice(0, QUOTED_CHARACTERS)}</bdi>
    </button>
  );
}

/** What one may do about a message; shown when one points at it, comes by keyboard, or rests a finger on it. */
function MessageMenu({
  message,
  tab,
  onTarget,
}: Pick<RowProps, 'message' | 'tab'> & { onTarget: RowProps['onTarget'] | undefined }) {
  const { text } = useWords();
  const meeting = useMeeting();
  const state = useMeetingState();
  const openDialog = useOpenDialog();
  const { from, to, deleted } = message;
  const isOwn = from === state.you;
  const writer = to === undefined ? state.members[from] : undefined;
  const offers = {
    reply: onTarget !== undefined && !isOff(state, 'replyChatMessage'),
    message: writer !== undefined && mayMessage(state, writer),
    edit: onTarget !== undefined && isOwn && !isOff(state, 'editChatMessage'),
    delete: isOwn ? !isOff(state, 'deleteChatMessage') : to === undefined && may(state, 'delete-messages'),
  };
  if (deleted !== undefined || !Object.values(offers).includes(true)) return null;
  const label = text('chat.options', { name: message.name });
  return (
    <Menu
      label={label}
      opener={(opener) => (
        <IconButton
          {...opener}
          icon={IconDotsVertical}
          size={28}
          className={s.messageMenu}
          label={label}
          tabIndex={tab === 'stop' ? 0 : -1}
        />
      )}
    >
      {offers.reply && (
        <MenuItem icon={IconArrowBackUp} onClick={() => onTarget?.({ does: 'reply', message })}>
          {text('chat.reply')}
        </MenuItem>
      )}
      {offers.message && (
        <MenuItem icon={IconMessageUser} onClick={() => meeting.store.dispatch({ t: 'conversation', partner: from })}>
          {text('person.message')}
        </MenuItem>
      )}
      {offers.edit && (
        <MenuItem icon={IconPencil} onClick={() => onTarget?.({ does: 'edit', message })}>
          {text('chat.edit')}
        </MenuItem>
      )}
      {offers.delete && (
        <MenuItem
          icon={IconTrash}
          look="danger"
          onClick={() => openDialog((close) => <DeleteDialog message={message} onClose={close} />)}
        >
          {text('chat.delete')}
        </MenuItem>
      )}
    </Menu>
  );
}

function DeleteDialog({ message, onClose }: { message: ChatMessage; onClose(): void }) {
  const { text } = useWords();
  const meeting = useMeeting();
  const remove = () => {
    onClose();
    void meeting.command('chat', { do: 'delete', id: message.id });
  };
  return (
    <Dialog
      title={text('chat.deleteTitle')}
      lead={text('chat.deleteLead')}
      onClose={onClose}
      actions={
        <>
          <Button data-safe onClick={onClose}>
            {text('person.keep')}
          </Button>
          <Button look="danger" onClick={remove}>
            {text('chat.delete')}
          </Button>
        </>
      }
    />
  );
}

export function Pieces({ pieces }: { pieces: LinkPiece[] }) {
  return pieces.map((piece, i) => {
    const key = `${i}${piece.text}`;
    return piece.href ? (
      <a key={key} href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
        <bdi>{piece.text}</bdi>
      </a>
    ) : (
      <Fragment key={key}>{piece.text}</Fragment>
    );
  });
}
