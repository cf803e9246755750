import { DateField, TimeField } from '#kit/ui/date-field/date-field.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import type { DraftForm } from '#kit/ui/form/form.tsx';
import { msOf } from '#kit/ui/local-moment.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { weekdayOf } from '../schedule.rules.ts';
import { clockOf, minuteOfClock, minutesOfDay } from './calendar-days.hook.ts';
import { useCalendarWords } from './calendar-words.hook.ts';
import s from './date-drawer.module.css';
import { type DateFields, minutesOf } from './date-fields.hook.ts';
import { scheduleText } from './schedule-text.hook.ts';

type WhenFieldsProps = { form: DraftForm<DateFields>; mode: 'new' | 'edit' };
/** When: on which day, from when to when, and what that is on the reader's own clock. */
export function WhenFields({ form, mode }: WhenFieldsProps) {
  const say = scheduleText();
  const words = useCalendarWords();
  const reader = useReader();
  const { day, from, to, zone, days } = form.values;
  const start = msOf(`${day}T${from}`, zone);
  const minutes = minutesOf(form.values);
  const mine = zone === reader.zone || start === null ? null : words.span({ startsAt: start, endsAt: start + minutes * 60_000 });
  const setDay = (next: string) => {
    form.set('day', next);
    // a weekly date that is still being made follows its day
    if (mode === 'new' && next !== '' && days.length === 1 && days[0] === weekdayOf(day)) form.set('days', [weekdayOf(next)]);
  };
  // a meeting that begins at another time is as long as before
  const setFrom = (next: string) => {
    const begins = minuteOfClock(next);
    form.set('from', next);
    if (begins !== null && from !== '' && to !== '') form.set('to', clockOf((begins + minutes) % minutesOfDay));
  };
  return (
    <div className={s.times}>
      <DateField label={say('form.day')} {...form.input('day')} value={day} onChange={setDay} />
      <TimeField label={say('form.from')} {...form.input('from')} value={from} onChange={setFrom} />
      <TimeField label={say('form.to')} {...form.input('to')} value={to} />
      {from !== '' && to !== '' && to <= from && <p className="tiny quiet">{say('form.nextDay')}</p>}
      {mine !== null && (
        <p className="tiny quiet">
          <DotLine>
            {mine.day}
            {say('form.yourTime', mine)}
          </DotLine>
        </p>
      )}
    </div>
  );
}
