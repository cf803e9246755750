/** Which zone a calendar file means: programs write IANA names with prefixes, names of Windows, and names of their own beside a VTIMEZONE. */
import ICAL from 'ical.js';
import { findIana } from 'windows-iana';
import { isTimeZone } from '#core/accounts/accounts.rules.ts';
import { wallMs } from '../schedule.rules.ts';
import { textOf } from './calendar-text.service.ts';
import { instantOf, wallOf } from './expanding.service.ts';

export type NamedZone = { zone: string; note: 'zone_guessed' | 'zone_unknown' | null };

/** A bare offset has no daylight saving, and ICU would take `EST` for one. */
const isNamed = (name: string): boolean => (name === 'UTC' || /^[A-Za-z]+\//.test(name)) && isTimeZone(name);

/** `/mozilla.org/20050126_1/Europe/Berlin` and alike: the longest end that is a zone. */
function zoneAtEnd(name: string): string | null {
  const parts = name.split('/').filter((one) => one !== '');
  const ends = parts.slice(-4).map((_, at, last) => last.slice(at).join('/'));
  return ends.find(isNamed) ?? null;
}
/** Outlook numbers the zones of a file that has two of one name: "W. Europe Standard Time 1". */
const windowsZone = (name: string): string | null => findIana(name.replace(/ \d{1,2}$/, ''))[0] ?? null;

/** The zones of the file's own VTIMEZONE agree with it at the start and at three times of the year that follows. */
function zoneLike(own: ICAL.Timezone, start: ICAL.Time, preferred: readonly string[]): string | null {
  const probes = [0, 91, 182, 273].map((days) => {
    const at = start.clone();
    at.adjust(days, 0, 0, 0);
    at.zone = own;
    const wall = at.toString().slice(0, 16);
    return { wall, instant: wallMs(wall) - own.utcOffset(at) * 1000 };
  });
  const agrees = (zone: string) => probes.every(({ wall, instant }) => instantOf(wall, zone) === instant);
  return [...preferred, ...Intl.supportedValuesOf('timeZone')].find(agrees) ?? null;
}

function componentOf(calendar: ICAL.Component, tzid: string): ICAL.Component | null {
  return calendar.getAllSubcomponents('vtimezone').find((one) => textOf(one.getFirstPropertyValue('tzid')) === tzid) ?? null;
}

/** The zone of times without one: what the calendar names, else the reader's. */
export function calendarZone(calendar: ICAL.Component, reader: string): string {
  const named = textOf(calendar.getFirstPropertyValue('x-wr-timezone'));
  return zoneAtEnd(named) ?? windowsZone(named) ?? reader;
}

/** `fallback`: zones to prefer where several agree, the first one when nothing is known. */
export function zoneOf(
  calendar: ICAL.Component,
  { tzid, start }: { tzid: string; start: ICAL.Time },
  fallback: readonly [string, ...string[]],
): NamedZone {
  const known = zoneAtEnd(tzid) ?? windowsZone(tzid);
  if (known !== null) return { zone: known, note: null };
  const component = componentOf(calendar, tzid);
  const location = component === null ? null : zoneAtEnd(textOf(component.getFirstPropertyValue('x-lic-location')));
  if (location !== null) return { zone: location, note: null };
  const alike = component === null ? null : zoneLike(new ICAL.Timezone(component), start, fallback);
  return alike === null ? { zone: fallback[0], note: 'zone_unknown' } : { zone: alike, note: 'zone_guessed' };
}

/** What a clock of `zone` shows at a wall-clock time of another zone. */
export const wallIn = (wall: string, from: string, zone: string): string =>
  from === zone ? wall : wallOf(instantOf(wall, from), zone);
