import { dayIn, formatDate } from '#kit/dates.ts';

/** A moment (epoch milliseconds) as a field for date and time shows it in a zone: `2026-11-21T06:40`. */
export const localOf = (ms: number, zone: string): string =>
  `${dayIn(ms, zone)}T${formatDate(ms, 'time', { locale: 'sv-SE', zone })}`;

/** The moment that a clock of the zone shows so; null when it is no date. An hour that the clock skips counts as the one after it. */
export function msOf(local: string, zone: string): number | null {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return null;
  const offset = (at: number) => Date.parse(`${localOf(at, zone)}Z`) - Math.floor(at / 60_000) * 60_000;
  const near = asUtc - offset(asUtc);
  // once more, for the days on which the clock is changed
  return asUtc - offset(near);
}
