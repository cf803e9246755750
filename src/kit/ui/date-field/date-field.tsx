/** Fields for dates and times. Only what they show stands in the first load; reading what is typed comes after it. */
import { TextInput } from '@mantine/core';
import { type ComponentType, Suspense } from 'react';
import { formatDate } from '#kit/dates.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { DateFieldProps, TimeFieldProps } from './date-inputs.tsx';

const DateInput = loadable(async () => (await import('./date-inputs.tsx')).DateInput);
const DateTimeInput = loadable(async () => (await import('./date-inputs.tsx')).DateTimeInput);
const TimeInput = loadable(async () => (await import('./date-inputs.tsx')).TimeInput);

type LateFieldProps = {
  input: ComponentType<DateFieldProps>;
  form: 'day' | 'dayTime' | 'time';
  field: DateFieldProps;
};
/** The same field without its reader until that has come, so that nothing moves. */
function LateField({ input: Input, form, field }: LateFieldProps) {
  const { locale } = useReader();
  const { value = '', onChange: _change, min: _min, max: _max, ...rest } = field;
  const at = Date.parse(form === 'time' ? `1970-01-01T${value}Z` : form === 'day' ? `${value}T00:00:00Z` : `${value}Z`);
  const shown = Number.isNaN(at) ? value : formatDate(at, form, { locale, zone: 'UTC' });
  return (
    <Suspense fallback={<TextInput {...rest} value={shown} readOnly />}>
      <Input {...field} />
    </Suspense>
  );
}

/** A date, `YYYY-MM-DD`. */
export const DateField = (field: DateFieldProps) => <LateField input={DateInput} form="day" field={field} />;
/** A date with a time on the clock of a zone that the form names, `YYYY-MM-DDTHH:MM`. */
export const DateTimeField = (field: DateFieldProps) => <LateField input={DateTimeInput} form="dayTime" field={field} />;
/** A time of day, `HH:MM`; the arrows go by a quarter of an hour. */
export const TimeField = (field: TimeFieldProps) => <LateField input={TimeInput} form="time" field={field} />;
