export type ZoneOption = { value: string; label: string };

/** Names of places are written from left to right, whatever the language around them (Unicode UAX #9, isolates). */
const isolated = (text: string): string => `\u2066${text}\u2069`;

function offsetOf(zone: string, { tag, now }: { tag: string; now: number }): string {
  const parts = new Intl.DateTimeFormat(tag, { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(now);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}

/** All time zones that this machine knows, by place, each with its distance from UTC at `now` (epoch ms). */
export const zoneOptions = (when: { tag: string; now: number }): ZoneOption[] =>
  ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((value) => ({
    value,
    label: isolated(`${value.replaceAll('_', ' ')} (${offsetOf(value, when)})`),
  }));
