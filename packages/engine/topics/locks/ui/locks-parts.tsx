import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { LocksDialog } from '#topics/locks/ui/locks-dialog.tsx';
import { lockRows } from '#topics/locks/ui/lock-rows.ts';
import { useLocksCommand, useLocksText } from '#topics/locks/ui/locks-text.ts';
import s from '#topics/locks/ui/locks.module.css';
import { MenuItem } from '#ui/menu.tsx';
import { Button, Hidden, Ltr } from '#ui/parts.tsx';
import { useMeetingState } from '#ui/room-context.tsx';
import { may } from '#ui/state.ts';
import { useOpenDialog } from '#ui/topics/dialog-place.tsx';

/** In the list, for hosts: locks do not hold for this person. */
export function ExemptMark({ member }: { member: string }) {
  const text = useLocksText();
  const state = useMeetingState();
  if (!may(state, 'lock') || !state.topics.locks.exempt.includes(member)) return null;
  return (
    <span className={s.open} title={text('exempt')}>
      <IconLockOpen size={16} stroke={1.75} aria-hidden="true" />
      <Hidden>{text('exempt')}</Hidden>
    </span>
  );
}

export function ExemptItem({ member }: { member: string }) {
  const text = useLocksText();
  const send = useLocksCommand();
  const state = useMeetingState();
  if (!may(state, 'lock') || state.members[member]?.role !== 'viewer') return null;
  const exempt = state.topics.locks.exempt.includes(member);
  return (
    <MenuItem icon={exempt ? IconLock : IconLockOpen} onClick={() => send({ do: 'except', member, on: !exempt })}>
      {text(exempt ? 'endException' : 'except')}
    </MenuItem>
  );
}

/** Says how much is locked, and opens the dialog. */
export function LocksButton() {
  const text = useLocksText();
  const state = useMeetingState();
  const open = useOpenDialog();
  if (!may(state, 'lock')) return null;
  const locked = lockRows.filter(({ name }) => state.topics.locks.locks[name]).length;
  return (
    <div className={s.foot}>
      <Button icon={IconLock} onClick={() => open((close) => <LocksDialog onClose={close} />)}>
        <span>
          {text('open')}
          {locked > 0 && (
            <>
              {' · '}
              <Ltr>{locked}</Ltr>
            </>
          )}
        </span>
      </Button>
    </div>
  );
}
