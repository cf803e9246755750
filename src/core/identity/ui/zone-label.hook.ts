/** Names of places are written from left to right, whatever the language around them (Unicode UAX #9, isolates). */
const isolated = (text: string): string => `\u2066${text}\u2069`;

function offsetOf(zone: string, now: number): string | null {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(now);
    return parts.find((part) => part.type === 'timeZoneName')?.value ?? null;
  } catch {
    // an older browser does not know every zone that the server knows
    return null;
  }
}

/**
 * The place and its distance from UTC at `now` (epoch ms), the same in every language: the server and the browser have to write
 * the same, and a longer label that comes later would move what stands in the field.
 */
export function zoneLabel(zone: string, now: number): string {
  const place = zone.replaceAll('_', ' ');
  const offset = offsetOf(zone, now);
  return isolated(offset === null ? place : `${place} (${offset})`);
}
