/** Days and months of what accounts used; all days are `YYYY-MM-DD` in the account's time zone. */

export const usageLimits = {
  /** Most days of one answer. */
  days: 400,
  /** How long single presences are kept; after that only the days are left. */
  intervalDays: 120,
  /** Days that still follow what becomes known late. Shorter than the presences are kept, or what went would count as not used. */
  countedDays: 100,
  /** Hours after the end of a month until it is closed. */
  graceHours: 24,
} as const;

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
/** True for a day that the calendar has. */
export const isDay = (text: string): boolean =>
  dayPattern.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

/** First day of the month of a day. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;
const plain = (at: number): string => new Date(at).toISOString().slice(0, 10);
/** So many days later, or earlier when less than nothing. */
export const addDays = (day: string, days: number): string => plain(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000);
/** Last day of the month of a day. */
export function monthEnd(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return plain(Date.UTC(year, month, 0));
}
/** How many days from one day to another, both counted. */
export const daysBetween = (from: string, until: string): number =>
  Math.round((Date.parse(`${until}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1;

/**
 * The first day that a plan shows of these `days` back from today; null: it shows all. Never later than the first day of last month, so
 * that the use behind an invoice stays visible.
 */
export function shownFrom(today: string, days: number | null): string | null {
  if (days === null) return null;
  const [first, last] = [addDays(today, 1 - days), monthOf(addDays(monthOf(today), -1))];
  return first < last ? first : last;
}

export type UsageDay = {
  day: string;
  meetings: number;
  people: number;
  /** Participant minutes: each person's whole time in each meeting. */
  minutes: number;
  /** Most people at one time. */
  peak: number;
  storageBytes: number;
};
export type UsageTotals = Omit<UsageDay, 'day' | 'people'> & { /** Days with use. */ days: number };

/** Every day from one to another, those without use as nothing. */
export function filledDays(days: readonly UsageDay[], span: { from: string; until: string }): UsageDay[] {
  const known = new Map(days.map((one) => [one.day, one]));
  const nothing = { meetings: 0, people: 0, minutes: 0, peak: 0, storageBytes: 0 };
  return Array.from({ length: Math.max(0, daysBetween(span.from, span.until)) }, (_, n) => {
    const day = addDays(span.from, n);
    return known.get(day) ?? { day, ...nothing };
  });
}

/** Minutes and meetings are added up, `peak` and `storageBytes` are the most of any day; a meeting over midnight counts on both days. */
export function totalsOf(days: readonly UsageDay[]): UsageTotals {
  const most = (pick: (one: UsageDay) => number) => days.reduce((highest, one) => Math.max(highest, pick(one)), 0);
  const sum = (pick: (one: UsageDay) => number) => days.reduce((all, one) => all + pick(one), 0);
  return {
    days: days.filter((one) => one.minutes > 0 || one.meetings > 0).length,
    meetings: sum((one) => one.meetings),
    minutes: sum((one) => one.minutes),
    peak: most((one) => one.peak),
    storageBytes: most((one) => one.storageBytes),
  };
}
