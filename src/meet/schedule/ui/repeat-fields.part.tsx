import { NativeSelect, NumberInput, SegmentedControl } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { DateField } from '#kit/ui/date-field/date-field.tsx';
import type { DraftForm } from '#kit/ui/form/form.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { monthlyKinds, repeatUnits, scheduleLimits, type Weekday } from '../schedule.rules.ts';
import { weekIn } from './calendar-days.hook.ts';
import { useCalendarWords } from './calendar-words.hook.ts';
import { type DateFields, repeatEnds } from './date-fields.hook.ts';
import s from './date-drawer.module.css';
import { dayOfWeekday, weekFrom } from './repeat-words.hook.ts';
import { scheduleText } from './schedule-text.hook.ts';

type FormProps = { form: DraftForm<DateFields> };

/** The days of a week as buttons; at least one stays. */
function WeekdayButtons({ form }: FormProps) {
  const say = scheduleText();
  const words = useCalendarWords();
  const { locale } = useReader();
  const { days } = form.values;
  const toggle = (day: Weekday) => {
    const next = days.includes(day) ? days.filter((one) => one !== day) : [...days, day];
    if (next.length > 0) form.set('days', next);
  };
  return (
    <fieldset className={s.weekdays}>
      <legend className="hidden">{say('repeat.weekdays')}</legend>
      {weekFrom(weekIn(locale).first).map((day) => (
        <button key={day} type="button" aria-pressed={days.includes(day)} onClick={() => toggle(day)}>
          {words.day(dayOfWeekday(day), 'weekday')}
        </button>
      ))}
    </fieldset>
  );
}

const everyWords = { day: 'repeat.days', week: 'repeat.weeks', month: 'repeat.months', year: 'repeat.years' } as const;
const monthlyWords = { day: 'repeat.byDay', weekday: 'repeat.byWeekday' } as const;
const endWords = { never: 'repeat.endless', until: 'repeat.untilDay', count: 'repeat.afterCount' } as const;

function RepeatEnd({ form }: FormProps) {
  const say = scheduleText();
  const { ends, count } = form.values;
  return (
    <div className={s.pair}>
      <NativeSelect
        label={say('repeat.ends')}
        value={ends}
        data={repeatEnds.map((one) => ({ value: one, label: say(endWords[one]) }))}
        onChange={({ currentTarget }) => form.set('ends', repeatEnds.find((one) => one === currentTarget.value) ?? ends)}
      />
      {ends === 'until' && <DateField label={say('repeat.until')} {...form.input('until')} value={form.values.until} />}
      {ends === 'count' && (
        <NumberInput
          label={say('repeat.count')}
          min={1}
          max={scheduleLimits.count}
          allowDecimal={false}
          value={count}
          onChange={(value) => form.set('count', Number(value) || 1)}
        />
      )}
    </div>
  );
}

/** How often it is repeated, and until when. */
export function RepeatFields({ form }: FormProps) {
  const say = scheduleText();
  const { unit, every, monthly } = form.values;
  const units = ['never', ...repeatUnits] as const;
  return (
    <div className={s.repeat} data-on={unit === 'never' ? undefined : ''}>
      <NativeSelect
        label={say('repeat.label')}
        leftSection={<IconRepeat size={16} stroke={1.75} />}
        value={unit}
        data={units.map((one) => ({ value: one, label: one === 'never' ? say('repeat.never') : say(`repeat.unit.${one}`) }))}
        onChange={({ currentTarget }) => form.set('unit', units.find((one) => one === currentTarget.value) ?? unit)}
      />
      {unit !== 'never' && (
        <>
          <NumberInput
            label={say('repeat.every')}
            rightSection={<span className={`small quiet ${s.unit}`}>{say(everyWords[unit], { count: every })}</span>}
            rightSectionWidth={80}
            min={1}
            max={scheduleLimits.interval}
            allowDecimal={false}
            hideControls
            value={every}
            onChange={(value) => form.set('every', Number(value) || 1)}
          />
          {unit === 'week' && <WeekdayButtons form={form} />}
          {unit === 'month' && (
            <SegmentedControl
              fullWidth
              aria-label={say('repeat.monthly')}
              value={monthly}
              data={monthlyKinds.map((one) => ({ value: one, label: say(monthlyWords[one]) }))}
              onChange={(value) => form.set('monthly', monthlyKinds.find((one) => one === value) ?? monthly)}
            />
          )}
          <RepeatEnd form={form} />
        </>
      )}
    </div>
  );
}
