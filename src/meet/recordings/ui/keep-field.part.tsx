import { NativeSelect } from '@mantine/core';
import { dayIn } from '#kit/dates.ts';
import { DateField } from '#kit/ui/date-field/date-field.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { RecordingItem } from '../recordings.contract.ts';
import { dayMs, recordingLimits } from '../recordings.rules.ts';
import type { RecordingDraft } from './change.hook.ts';
import { recordingsText } from './recordings-text.hook.ts';
import s from './recordings.module.css';

/** Days that are offered first to people who choose an end. */
const usualDays = 180;

type KeptUntil = Pick<RecordingItem, 'startedAt' | 'keepUntil'>;

/** The last moment to which the plan lets it be kept, epoch milliseconds; null: for ever. `most` in days. */
export function latestKeep({ startedAt, keepUntil }: KeptUntil, rule: { most: number | null; now: number }): number | null {
  if (rule.most === null) return null;
  return Math.max((startedAt ?? rule.now) + rule.most * dayMs, keepUntil ?? rule.now + recordingLimits.noticeDays * dayMs);
}

type Props = {
  draft: RecordingDraft;
  put: (change: Partial<RecordingDraft>) => void;
  /** Of `latestKeep`. */
  latest: number | null;
  bad: 'bad' | 'good';
  base: KeptUntil;
};

/** How long it is kept: for ever, where the plan allows that, or to the end of a day. */
export function KeepField({ draft, put, latest, bad, base }: Props) {
  const say = recordingsText();
  const time = useTimeText();
  const { zone, now } = useReader();
  const forever = latest === null || base.keepUntil === null;
  const choices = [...(forever ? (['forever'] as const) : []), 'until' as const];
  const hint = say('change.keepHint', { days: recordingLimits.binDays });
  const most = latest === null ? '' : ` ${say('change.keepMost', { day: time(latest, 'day') })}`;
  const choose = (value: string) => {
    if (value === 'forever') return put({ keep: 'forever' });
    const day = dayIn(Math.min(now + usualDays * dayMs, latest ?? Number.POSITIVE_INFINITY), zone);
    put({ keep: 'until', ...(draft.day === '' && { day }) });
  };
  return (
    <div className={s.keep}>
      <NativeSelect
        label={say('change.keep')}
        value={draft.keep}
        onChange={(event) => choose(event.currentTarget.value)}
        data={choices.map((value) => ({ value, label: say(`change.keeps.${value}`) }))}
      />
      {draft.keep === 'until' && (
        <DateField
          label={say('change.keepDay')}
          min={dayIn(now, zone)}
          {...(latest !== null && { max: dayIn(latest, zone) })}
          value={draft.day}
          error={bad === 'bad' && draft.day !== '' ? say('change.keepBad') : null}
          onChange={(day) => put({ day })}
        />
      )}
      <p className={`tiny quiet ${s.whole}`}>{`${hint}${most}`}</p>
    </div>
  );
}
