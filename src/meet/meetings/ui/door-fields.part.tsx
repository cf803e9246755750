import { IconAlertCircle } from '@tabler/icons-react';
import type { PublicRoom } from '../meetings.contract.ts';
import type { DoorAnswers } from './door-join.hook.ts';
import s from './door.module.css';
import { meetingsText } from './meetings-text.hook.ts';

type DoorField<V> = { room: PublicRoom; value: V; error: string | undefined; onChange: (value: V) => void };

export function DoorCodeField({ room, value, error, onChange }: DoorField<string>) {
  const say = meetingsText();
  const needed = room.needsCode && !room.you.skipsCode;
  return (
    <div>
      <label className={s.label} htmlFor="access-code">
        {say(needed ? 'door.code' : 'door.codeOptional')}
      </label>
      <input
        id="access-code"
        className={s.input}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        value={value}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : 'access-code-wrong'}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {error !== undefined && (
        <p id="access-code-wrong" className={s.wrong} role="alert">
          <IconAlertCircle size={14} stroke={2} />
          {error}
        </p>
      )}
    </div>
  );
}

/** Never ticked in advance. */
export function ConsentField({ room, value, error, onChange }: DoorField<DoorAnswers['consent']>) {
  const say = meetingsText();
  return (
    <div className={s.consent} data-wrong={error === undefined ? undefined : true}>
      <span className={s.dot} aria-hidden="true" />
      <p id="consent-lead">{say.rich('door.recorded', { account: room.account.name, b: (words) => <b>{words}</b> })}</p>
      <label className={s.agree}>
        <input
          type="checkbox"
          checked={value === 'agreed'}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? 'consent-lead' : 'consent-wrong'}
          onChange={(event) => onChange(event.currentTarget.checked ? 'agreed' : 'no')}
        />
        {say('door.agree')}
      </label>
      {error !== undefined && (
        <p id="consent-wrong" className={s.wrong} role="alert">
          <IconAlertCircle size={14} stroke={2} />
          {error}
        </p>
      )}
    </div>
  );
}
