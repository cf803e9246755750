import { useState } from 'react';
import { useTimerCommand, useTimerText } from '#topics/timer/ui/timer-text.ts';
import s from '#topics/timer/ui/timer.module.css';
import { Dialog } from '#ui/dialog.tsx';
import { Button } from '#ui/parts.tsx';
import p from '#ui/parts.module.css';

/** Minutes that are a press away. */
const usual = [1, 3, 5, 10, 15, 30] as const;
const MINUTES_MOST = 1_440;

/** Chooses how long; it runs for everybody at once. */
export function TimerDialog({ onClose }: { onClose(): void }) {
  const text = useTimerText();
  const send = useTimerCommand();
  const [minutes, setMinutes] = useState('5');
  const count = Number(minutes);
  const fits = Number.isInteger(count) && count >= 1 && count <= MINUTES_MOST;
  const start = (seconds: number) => {
    send({ do: 'start', seconds });
    onClose();
  };
  return (
    <Dialog
      title={text('title')}
      lead={text('lead')}
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" data-start onClick={() => start(0)}>
            {text('stopwatch')}
          </Button>
          <Button onClick={onClose}>{text('cancel')}</Button>
          <Button look="accent" data-safe disabled={!fits} onClick={() => start(count * 60)}>
            {text('start')}
          </Button>
        </>
      }
    >
      <fieldset className={s.usual}>
        <legend className={p.hidden}>{text('usual')}</legend>
        {usual.map((one) => (
          <Button key={one} size="xs" aria-pressed={one === count} onClick={() => setMinutes(String(one))}>
            {text('minutes', { count: one })}
          </Button>
        ))}
      </fieldset>
      <label className={s.own}>
        {text('own')}
        <input
          type="number"
          inputMode="numeric"
          min={1}
          max={MINUTES_MOST}
          value={minutes}
          aria-invalid={!fits || undefined}
          onChange={(event) => setMinutes(event.currentTarget.value)}
        />
      </label>
      <p className={s.wrong} role="alert">
        {!fits && text('range')}
      </p>
    </Dialog>
  );
}
