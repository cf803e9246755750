/** Calendar days of the reader as moments, and back. */

/** The day of a moment in that zone, as year-month-day. Epoch milliseconds, IANA name. */
export const dayOf = (at: number, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);

/** How far the zone's clocks are ahead of UTC at that moment. Milliseconds. */
function aheadAt(at: number, zone: string): number {
  const shown = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).format(at);
  return Date.parse(`${shown.replace(', ', 'T')}Z`) - Math.floor(at / 1000) * 1000;
}

/** The last second of that day in that zone, epoch milliseconds; null when it is no day. */
export function endOfDay(day: string, zone: string): number | null {
  const there = Date.parse(`${day}T23:59:59Z`);
  if (Number.isNaN(there)) return null;
  // the clocks may be changed on that very day: the second look takes the right offset
  const first = there - aheadAt(there, zone);
  return there - aheadAt(first, zone);
}
