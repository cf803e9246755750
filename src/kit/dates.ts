/** How dates and times are written on screens, in mails and on papers: the same moment reads the same on each of them. */
import { intlTag } from './locale-tag.ts';

/** In English: "16 Nov 2026", "16 November 2026", "09:42", "16 Nov 2026, 09:42". */
const dateForms = {
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  longDay: { day: 'numeric', month: 'long', year: 'numeric' },
  /** "Mon, 16 Nov" */
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  /** "Monday, 16 November 2026" */
  fullDay: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** "Monday, 16 November 2026 at 09:42" */
  fullDayTime: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  /** "16 Nov" */
  dayMonth: { day: 'numeric', month: 'short' },
  /** "November 2026" */
  month: { month: 'long', year: 'numeric' },
  /** "Nov 2026" */
  shortMonth: { month: 'short', year: 'numeric' },
  /** "Nov" */
  monthName: { month: 'short' },
  /** "Monday" */
  weekdayName: { weekday: 'long' },
  /** "Mon" */
  shortWeekday: { weekday: 'short' },
  /** "Monday, 16 November" */
  weekdayMonth: { weekday: 'long', day: 'numeric', month: 'long' },
  time: { hour: '2-digit', minute: '2-digit' },
  /** "09:42:07" */
  seconds: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
  isoDay: { year: 'numeric', month: '2-digit', day: '2-digit' },
  dayTime: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  /** "16 Nov 2026, 09:42 CET" */
  zoned: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
export type DateForm = keyof typeof dateForms;

/** `locale` is a language of the product, `zone` an IANA name, e.g. `Europe/Berlin`. */
export type DateReader = { locale: string; zone: string };

const mostFormats = 300;
/** Formats are made once: making one takes longer than a hundred uses of it. */
function keptFormats(): (form: DateForm, reader: DateReader) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (form, { locale, zone }) => {
    const name = `${form} ${locale} ${zone}`;
    const known = made.get(name);
    if (known !== undefined) return known;
    if (made.size >= mostFormats) made.clear();
    const format = new Intl.DateTimeFormat(intlTag(locale), { timeZone: zone, ...dateForms[form] });
    made.set(name, format);
    return format;
  };
}
const formatOf = keptFormats();

/** A moment (epoch milliseconds or `Date`) in the language and zone of a reader. Throws `RangeError` for an invalid date. */
export const formatDate = (at: number | Date, form: DateForm, reader: DateReader): string => formatOf(form, reader).format(at);

/** A calendar day (`2026-11-16`), which is the same in every zone. */
export const formatDay = (day: string, form: DateForm, locale: string): string =>
  formatDate(Date.parse(`${day}T00:00:00Z`), form, { locale, zone: 'UTC' });

/** Both days, with what they share written once; of Chinese and Japanese days the shorter form would be another way to write a day. */
export function formatDayRange({ from, to }: { from: string; to: string }, form: DateForm, locale: string): string {
  if (locale === 'ja' || locale === 'zh') return `${formatDay(from, form, locale)} – ${formatDay(to, form, locale)}`;
  const format = formatOf(form, { locale, zone: 'UTC' });
  return format.formatRange(Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`));
}

/** The calendar day of a moment in a zone, `YYYY-MM-DD`. Swedish writes dates as ISO 8601 does. */
export const dayIn = (at: number | Date, zone: string): string => formatOf('isoDay', { locale: 'sv-SE', zone }).format(at);
