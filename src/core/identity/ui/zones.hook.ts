import { zoneLabel } from './zone-label.hook.ts';

export type ZoneOption = { value: string; label: string };

/** All time zones that this machine knows, by place, each with its distance from UTC at `now` (epoch ms). */
export const zoneOptions = (now: number): ZoneOption[] =>
  ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((value) => ({
    value,
    label: zoneLabel(value, now),
  }));
