/** Days of documents: `YYYY-MM-DD` as the calendar of a time zone has them. */
import { rememberedBy } from '#kit/remembered.ts';

// making one takes a hundred times as long as using it
const formatOf = rememberedBy(
  (timeZone) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }),
);
const parts = (at: number, zone: string) =>
  new Map(
    formatOf(zone)
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  );

/** The day that it is at an instant (epoch milliseconds). */
export function dayIn(at: number, zone: string): string {
  const found = parts(at, zone);
  return `${found.get('year')}-${found.get('month')}-${found.get('day')}`;
}

/** What the zone's clocks show at an instant, in whole seconds, read as if it were UTC. */
function shownAt(at: number, zone: string): number {
  const found = parts(at, zone);
  return Date.parse(
    `${found.get('year')}-${found.get('month')}-${found.get('day')}T${found.get('hour')}:${found.get('minute')}:${found.get('second')}Z`,
  );
}

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds; less than nothing where they are behind. */
export const aheadAt = (at: number, zone: string): number =>
  zone === 'UTC' ? 0 : shownAt(at, zone) - Math.floor(at / 1000) * 1000;

/** That many days later at the same time by the zone's clocks; where they skip it, as much later as they skip. */
export function daysLater(at: number, days: number, zone: string): number {
  const shown = at + aheadAt(at, zone) + days * 86_400_000;
  const guess = shown - aheadAt(at, zone);
  const better = shown - aheadAt(guess, zone);
  return better + aheadAt(better, zone) === shown ? better : Math.max(guess, better);
}

/** The first instant of a day, epoch milliseconds; where clocks skip midnight, the first there is. */
export function startOf(day: string, zone: string): number {
  const wanted = Date.parse(`${day}T00:00:00Z`);
  const shown = (at: number) => shownAt(at, zone);
  const guess = wanted - (shown(wanted) - wanted);
  const better = guess - (shown(guess) - wanted);
  return shown(better) >= wanted ? better : Math.max(guess, better);
}

/** The midnight with which that day ends. */
export const midnightAfter = (day: string, zone: string): number =>
  startOf(new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10), zone);
