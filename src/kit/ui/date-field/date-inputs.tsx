/** Inputs for dates and times: typed in the reader's own way, or chosen from a calendar that is loaded when it is opened. */
import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { dayIn, formatDate, formatDay } from '#kit/dates.ts';
import { useLazyOpened } from '#kit/ui/overlay/lazy-opened.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { type Reader, useReader } from '#kit/ui/text/reader.tsx';
import { dateFieldText } from './date-field-text.ts';
import { isWholeDay, movedTime, readDay, readDayTime, readTime } from './date-reader.ts';
import { type TextCodec, type TypedValueProps, useTypedText } from './use-typed-text.ts';

const Calendar = loadable(async () => (await import('./calendar.tsx')).Calendar);

type InputProps = Omit<TextInputProps, keyof TypedValueProps | 'type' | 'min' | 'max' | 'ref'>;
export type TimeFieldProps = InputProps & TypedValueProps;
/** `value`, `min` and `max`: `YYYY-MM-DD`, or `YYYY-MM-DDTHH:MM` for a date with a time; empty is none. */
export type DateFieldProps = TimeFieldProps & { min?: string; max?: string };

const typingOf = ({ locale, now, zone }: Reader) => ({ locale, today: dayIn(now, zone) });
/** An example and a short way to type it. */
const exampleDay = ({ locale, now, zone }: Reader) => ({
  long: formatDate(now, 'day', { locale, zone }),
  short: dayIn(now, zone),
});
const timeAt = (value: string, { locale }: Reader): string =>
  formatDate(Date.parse(`1970-01-01T${value}Z`), 'time', { locale, zone: 'UTC' });

function useDayCodec(): TextCodec {
  const [reader, say] = [useReader(), dateFieldText()];
  const typing = typingOf(reader);
  return {
    read: (text) => readDay(text, typing),
    write: (day) => (readDay(day, typing) === null ? day : formatDay(day, 'day', reader.locale)),
    isWhole: (text) => isWholeDay(text, typing),
    hint: say('day', exampleDay(reader)),
  };
}

/** A date, `YYYY-MM-DD`. */
export const DateInput = (props: DateFieldProps) => <CalendarInput {...props} codec={useDayCodec()} time="" />;

/** A date with a time on the clock of a zone that the form names, `YYYY-MM-DDTHH:MM`. */
export function DateTimeInput(props: DateFieldProps) {
  const [reader, say] = [useReader(), dateFieldText()];
  const { locale, now, zone } = reader;
  const typing = typingOf(reader);
  const codec: TextCodec = {
    read: (text) => readDayTime(text, typing),
    write: (value) =>
      readDayTime(value, typing) === null ? value : formatDate(Date.parse(`${value}Z`), 'dayTime', { locale, zone: 'UTC' }),
    isWhole: (text) => /[:.]\d\d\s*$/.test(text) && readDayTime(text, typing) !== null,
    hint: say('dayTime', { long: formatDate(now, 'dayTime', { locale, zone }) }),
  };
  return <CalendarInput {...props} codec={codec} time="T09:00" />;
}

type CalendarInputProps = DateFieldProps & {
  codec: TextCodec;
  /** Added to a day of the calendar where the value has no time yet. */
  time: '' | 'T09:00';
};
function CalendarInput({ value = '', onChange, onBlur, onKeyDown, error, min, max, codec, time, ...rest }: CalendarInputProps) {
  const say = dateFieldText();
  const { shown, setShown, press, getReady } = useLazyOpened(Calendar.preload);
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown' && shown === 'unmade') {
      event.preventDefault();
      press();
    }
    onKeyDown?.(event);
  };
  const outside =
    value === ''
      ? null
      : min !== undefined && value < min
        ? say('tooEarly', { day: codec.write(min) })
        : max !== undefined && value > max
          ? say('tooLate', { day: codec.write(max) })
          : null;
  const typed = useTypedText({ value, onChange, onKeyDown: keys, error: error || outside, ...(onBlur && { onBlur }) }, codec);
  const choose = (day: string) => {
    typed.set(`${day}${time === '' ? '' : value.slice(10) || time}`);
    setShown('unmade');
    typed.input.current?.focus();
  };
  return (
    <>
      <TextInput
        {...rest}
        {...typed.props}
        rightSectionPointerEvents="all"
        rightSection={
          <ActionIcon
            size={24}
            aria-label={say('open')}
            aria-haspopup="dialog"
            aria-expanded={shown !== 'unmade'}
            disabled={rest.disabled === true}
            onPointerEnter={getReady}
            onFocus={getReady}
            onClick={() => (shown === 'unmade' ? press() : setShown('unmade'))}
          >
            <IconCalendar size={16} stroke={1.75} />
          </ActionIcon>
        }
      />
      {shown !== 'unmade' && (
        <Calendar
          day={value.slice(0, 10)}
          {...(min && { min: min.slice(0, 10) })}
          {...(max && { max: max.slice(0, 10) })}
          field={typed.input}
          onChoose={choose}
          onClose={() => setShown('unmade')}
        />
      )}
    </>
  );
}

const quarter = 15;
/** A time of day, `HH:MM`; the arrows go by a quarter of an hour. */
export function TimeInput({ value = '', onChange, onBlur, onKeyDown, error, ...rest }: TimeFieldProps) {
  const [reader, say] = [useReader(), dateFieldText()];
  const codec: TextCodec = {
    read: (text) => readTime(text, reader.locale),
    write: (time) => (readTime(time, reader.locale) === null ? time : timeAt(time, reader)),
    isWhole: (text) => /^\s*\d\d:\d\d\s*$/.test(text) && readTime(text, reader.locale) !== null,
    hint: say('time', { long: timeAt('14:30', reader), short: '1430' }),
  };
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = event.key === 'ArrowUp' ? quarter : event.key === 'ArrowDown' ? -quarter : 0;
    if (step !== 0) {
      event.preventDefault();
      typed.set(movedTime(codec.read(event.currentTarget.value) ?? '09:00', step));
    }
    onKeyDown?.(event);
  };
  const typed = useTypedText({ value, onChange, onKeyDown: keys, error, ...(onBlur && { onBlur }) }, codec);
  return <TextInput {...rest} {...typed.props} />;
}
