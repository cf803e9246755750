import type { DateReader } from './dates.ts';
import { intlTag } from './locale-tag.ts';

/** The name of a zone as people say it, "Central European Time"; the code of the zone where there is none. */
export const zoneName = (at: number | Date, { locale, zone }: DateReader): string =>
  new Intl.DateTimeFormat(intlTag(locale), { timeZone: zone, timeZoneName: 'longGeneric' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone;
