import { expect, test } from 'vitest';
import { isTimeZone } from '#core/accounts/accounts.rules.ts';
import { zoneLabel } from './zone-label.hook.ts';
import { zoneOptions } from './zones.hook.ts';

test('every zone on offer is one that the server takes, once, with its distance from UTC', () => {
  const zones = zoneOptions(Date.UTC(2026, 0, 15));
  const values = zones.map((zone) => zone.value);
  expect(values.filter((value) => !isTimeZone(value))).toEqual([]);
  expect(new Set(values).size).toBe(values.length);
  expect(zones.find((zone) => zone.value === 'Europe/Berlin')?.label).toContain('GMT+1');
});

test('a zone that this browser does not know keeps its name', () => {
  expect(zoneLabel('Mars/Olympus_Mons', 0)).toContain('Mars/Olympus Mons');
});
