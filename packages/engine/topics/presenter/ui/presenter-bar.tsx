import { IconChevronDown, IconPresentation, IconPresentationOff, IconUserShare } from '@tabler/icons-react';
import { useAskToPresent } from '#topics/presenter/ui/presenter-items.tsx';
import { usePresenterCommand, usePresenterText } from '#topics/presenter/ui/presenter-text.ts';
import s from '#topics/presenter/ui/presenter.module.css';
import { Dialog } from '#ui/dialog.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import p from '#ui/parts.module.css';
import { Button, Face } from '#ui/parts.tsx';
import { useMeetingState } from '#ui/room-context.tsx';
import { may, presentMembers } from '#ui/state.ts';
import { useOpenDialog } from '#ui/topics/dialog-place.tsx';

/** Under a page: who presents, and what one can do about it. */
export function PresenterStatus() {
  const text = usePresenterText();
  const state = useMeetingState();
  const ask = useAskToPresent();
  const name = state.members[state.topics.presenter.presenter ?? '']?.name;
  if (may(state, 'present')) return <PresentingMenu />;
  return (
    <>
      {name !== undefined && <span className={p.cut}>{text('presents', { name })}</span>}
      {ask && (
        <Button size="xs" look="quiet" onClick={ask.act}>
          {text(ask.word)}
        </Button>
      )}
    </>
  );
}

function PresentingMenu() {
  const text = usePresenterText();
  const send = usePresenterCommand();
  const state = useMeetingState();
  const open = useOpenDialog();
  const passes = may(state, 'choose-presenter') && presentMembers(state).length > 1;
  return (
    <Menu
      label={text('youPresent')}
      opener={(opener) => (
        <button {...opener} type="button" className={s.status}>
          <IconPresentation size={16} stroke={1.75} aria-hidden="true" />
          <span className={p.cut}>{text('youPresent')}</span>
          <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
        </button>
      )}
    >
      {passes && (
        <MenuItem icon={IconUserShare} onClick={() => open((close) => <PassDialog onClose={close} />)}>
          {text('passTo')}
        </MenuItem>
      )}
      <MenuItem icon={IconPresentationOff} onClick={() => send({ do: 'stop' })}>
        {text('stop')}
      </MenuItem>
    </Menu>
  );
}

function PassDialog({ onClose }: { onClose(): void }) {
  const text = usePresenterText();
  const send = usePresenterCommand();
  const state = useMeetingState();
  const others = presentMembers(state).filter(({ id }) => id !== state.you);
  return (
    <Dialog
      title={text('passTitle')}
      onClose={onClose}
      actions={
        <Button data-safe onClick={onClose}>
          {text('notNow')}
        </Button>
      }
    >
      <ul className={s.people}>
        {others.map(({ id, name }) => (
          <li key={id}>
            <Button
              look="quiet"
              onClick={() => {
                send({ do: 'give', member: id });
                onClose();
              }}
            >
              <Face name={name} size={24} />
              <bdi className={p.cut}>{name}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
