export type ZoneOption = { value: string; label: string };

/** Names of places are written from left to right, whatever the language around them (Unicode UAX #9, isolates). */
const isolated = (text: string): string => `\u2066${text}\u2069`;

function nameOf(zone: string, tag: string): string {
  const parts = new Intl.DateTimeFormat(tag, { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts(0);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone;
}

/** All time zones that this machine knows, by place, with their names in the reader's language. */
export const zoneOptions = (tag: string): ZoneOption[] =>
  ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((value) => ({
    value,
    label: `${isolated(value.replaceAll('_', ' '))} · ${nameOf(value, tag)}`,
  }));

/** The time zone of this machine, or UTC. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';
