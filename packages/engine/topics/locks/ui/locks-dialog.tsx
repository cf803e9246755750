import { IconPlus, IconUser, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { noLocks } from '#protocol/rights.ts';
import type { LocksState } from '#topics/locks/locks.topic.ts';
import { lockRows } from '#topics/locks/ui/lock-rows.ts';
import { useLocksCommand, useLocksText } from '#topics/locks/ui/locks-text.ts';
import s from '#topics/locks/ui/locks.module.css';
import { Dialog } from '#ui/dialog.tsx';
import f from '#ui/float.module.css';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { Button, Face } from '#ui/parts.tsx';
import { useMeetingState } from '#ui/room-context.tsx';
import { may, presentMembers } from '#ui/state.ts';

/** Says what people can do, not what is locked; each switch acts at once. */
export function LocksDialog({ onClose }: { onClose(): void }) {
  const text = useLocksText();
  const send = useLocksCommand();
  const state = useMeetingState();
  const { locks, onJoin, onJoinFixed } = state.topics.locks;
  return (
    <Dialog
      title={text('title')}
      lead={text('lead')}
      onClose={onClose}
      actions={
        <>
          <UnlockAll locks={locks} />
          <Button look="accent" data-safe onClick={onClose}>
            {text('done')}
          </Button>
        </>
      }
    >
      <fieldset className={s.rows}>
        <legend>{text('participantsCan')}</legend>
        {lockRows
          .filter(({ capability }) => may(state, capability))
          .map(({ name, icon: Sign }) => (
            <label key={name} className={s.row}>
              <Sign size={20} stroke={1.75} aria-hidden="true" />
              <span>
                {text(`can.${name}`)}
                {locks[name] && <small>{text(`off.${name}`)}</small>}
              </span>
              <input
                type="checkbox"
                role="switch"
                aria-checked={!locks[name]}
                checked={!locks[name]}
                onChange={(event) => send({ do: 'set', locks: { [name]: !event.currentTarget.checked } })}
              />
            </label>
          ))}
      </fieldset>
      <Exceptions />
      {!onJoinFixed && (
        <label className={f.check}>
          <input
            type="checkbox"
            checked={onJoin}
            onChange={(event) => send({ do: 'on-join', on: event.currentTarget.checked })}
          />
          <span>{text('onJoin')}</span>
        </label>
      )}
    </Dialog>
  );
}

/** Can be undone while the dialog is open. */
function UnlockAll({ locks }: Pick<LocksState, 'locks'>) {
  const text = useLocksText();
  const send = useLocksCommand();
  const [before, setBefore] = useState<LocksState['locks'] | null>(null);
  const isLocked = Object.values(locks).includes(true);
  if (!isLocked && before === null) return null;
  const turn = () => {
    send({ do: 'set', locks: isLocked || before === null ? { ...noLocks } : before });
    setBefore(isLocked ? locks : null);
  };
  return (
    <Button look="quiet" data-start onClick={turn}>
      {text(isLocked ? 'unlockAll' : 'undo')}
    </Button>
  );
}

function Exceptions() {
  const text = useLocksText();
  const send = useLocksCommand();
  const state = useMeetingState();
  const { exempt } = state.topics.locks;
  const people = exempt.flatMap((id) => state.members[id] ?? []);
  const others = presentMembers(state).filter(({ id, role }) => role === 'viewer' && !exempt.includes(id));
  return (
    <section className={s.exceptions} aria-label={text('exceptions')}>
      <h3>{text('exceptions')}</h3>
      {people.length === 0 && <p>{text('noExceptions')}</p>}
      <ul>
        {people.map(({ id, name }) => (
          <li key={id}>
            <Face name={name} size={24} />
            <bdi>{name}</bdi>
            <button
              type="button"
              aria-label={text('endExceptionOf', { name })}
              onClick={() => send({ do: 'except', member: id, on: false })}
            >
              <IconX size={14} stroke={2} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <Menu
          label={text('addException')}
          opener={(opener) => (
            <Button {...opener} size="xs" icon={IconPlus}>
              {text('addException')}
            </Button>
          )}
        >
          {others.map(({ id, name }) => (
            <MenuItem key={id} icon={IconUser} onClick={() => send({ do: 'except', member: id, on: true })}>
              <bdi>{name}</bdi>
            </MenuItem>
          ))}
        </Menu>
      )}
    </section>
  );
}
