import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatDay } from '#kit/dates.ts';
import { TimeField } from '#kit/ui/date-field/date-field.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { BusinessHours } from '../ticket-desk.contract.ts';
import s from './desk.module.css';
import { queueApi, useQueueRefresh } from './queue-data.hook.ts';
import { ticketsText } from './tickets-text.hook.ts';

type DayHours = BusinessHours['days'][number];
const two = (n: number): string => String(n).padStart(2, '0');
/** Minutes of the day as a field of time says them; the end of the day is its last minute there. */
const clockOf = (minutes: number): string =>
  minutes >= 1_440 ? '23:59' : `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
function minutesOf(clock: string): number | null {
  const match = /^(\d\d):(\d\d)/.exec(clock);
  if (match === null) return null;
  const minutes = Number(match[1]) * 60 + Number(match[2]);
  return minutes === 1_439 ? 1_440 : minutes;
}
/** 1 January 2024 was a Monday. */
const dayName = (day: number, locale: string): string => formatDay(`2024-01-0${day + 1}`, 'weekdayName', locale);

type DayProps = { name: string; hours: DayHours; onChange: (hours: DayHours) => void };
function DayRow({ name, hours, onChange }: DayProps) {
  const say = ticketsText();
  const field = (which: 'from' | 'to') =>
    hours !== null && (
      <TimeField
        aria-label={say(`desk.${which}`, { day: name })}
        value={clockOf(hours[which])}
        onChange={(time) => {
          const minutes = minutesOf(time);
          if (minutes !== null) onChange({ ...hours, [which]: which === 'from' ? Math.min(minutes, 1_439) : minutes });
        }}
      />
    );
  return (
    <li className={s.day}>
      <Checkbox
        label={name}
        checked={hours !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? { from: 540, to: 1_020 } : null)}
      />
      {hours === null ? (
        <span className="quiet small">{say('desk.closed')}</span>
      ) : (
        <>
          {field('from')}
          {field('to')}
        </>
      )}
    </li>
  );
}

/** When somebody answers: response times count in these hours. */
export function BusinessHoursForm({ hours }: { hours: BusinessHours }) {
  const say = ticketsText();
  const toast = useToast();
  const failureText = useFailureText(say);
  const refresh = useQueueRefresh();
  const { ticketDesk } = useApi(queueApi);
  const { locale } = useReader();
  const [values, setValues] = useState(hours);
  const [trouble, setTrouble] = useState<string | null>(null);
  const wrong = values.days.some((day) => day !== null && day.to <= day.from);
  const save = async () => {
    setTrouble(null);
    try {
      await ticketDesk.setHours({ body: values });
      await refresh();
      toast({ text: say('desk.saved') });
    } catch (error) {
      setTrouble(failureText(error));
    }
  };
  return (
    <section aria-labelledby="business-hours" className={s.section}>
      <h3 id="business-hours">{say('desk.hours')}</h3>
      {trouble !== null && <Banner hue="red">{trouble}</Banner>}
      {wrong && <Banner hue="amber">{say('desk.wrongHours')}</Banner>}
      <TextInput
        size="md"
        dir="ltr"
        label={say('customer.timeZone')}
        maxLength={60}
        value={values.timeZone}
        onChange={({ currentTarget }) => setValues({ ...values, timeZone: currentTarget.value })}
      />
      <ul>
        {values.days.map((day, at) => (
          <DayRow
            key={dayName(at, 'en-US')}
            name={dayName(at, locale)}
            hours={day}
            onChange={(changed) => setValues({ ...values, days: values.days.with(at, changed) })}
          />
        ))}
      </ul>
      <div className={s.acts}>
        <Button size="md" disabled={wrong} onClick={() => void save()}>
          {say('desk.saveHours')}
        </Button>
      </div>
    </section>
  );
}
