/** Which days a file may be of, and how long it is kept. */
export const periodLimits = {
  /** Days for which a finished file can be loaded. */
  days: 7,
  /** Files of an account, in this many seconds. */
  exports: { max: 20, windowSeconds: 3_600 },
  /** Seconds for which the address of a finished file works. */
  linkSeconds: 300,
  /** Milliseconds without a sign of life after which somebody else goes on. */
  silence: 120_000,
  tries: 4,
} as const;

const MOST_DAYS = 3 * 366;
const isDay = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(at) && new Date(at).toISOString().slice(0, 10) === text;
};
/** Days of the calendar, in order, and no more than three years. */
export const isPeriod = ({ from, to }: { from: string; to: string }): boolean =>
  isDay(from) && isDay(to) && from >= '2000-01-01' && from <= to && Date.parse(to) - Date.parse(from) <= MOST_DAYS * 86_400_000;

/** The first and the last day of the month before the one of this day. */
export function monthBefore(today: string): { from: string; to: string } {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return { from: day(Date.UTC(year, month - 2, 1)), to: day(Date.UTC(year, month - 1, 0)) };
}
