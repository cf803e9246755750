import { expect, test } from 'vitest';
import { type Had, type Lived, type Made, piecesOf } from './wholesale.rules.ts';

const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const had = (planId: string, seats = 0, period: 'month' | 'year' = 'month'): Had => ({
  planId,
  version: 1,
  period,
  seats,
  addons: [],
});
const costs: Readonly<Record<string, bigint>> = { small: 3000n, big: 6000n, 'big year': 60_000n };
const cost: Lived['cost'] = ({ planId, period, seats }) => {
  const found = costs[period === 'year' ? `${planId} year` : planId];
  return found === undefined ? null : found + BigInt(seats) * 200n;
};
/** Thirty days of April. */
const april = { start: at('2027-04-01'), end: at('2027-05-01') };
const made = (id: string, day: string, [from, to]: readonly [Had, Had]): Made => ({
  id,
  at: at(day),
  from,
  to,
  fromEnd: april.end,
});
const told = (lived: Partial<Lived>) =>
  piecesOf({ period: april, had: had('small'), changes: [], endedAt: null, cost, ...lived }).map(
    (one) => `${one.kind} ${new Date(one.at).toISOString().slice(8, 10)} ${one.amount}`,
  );

test('a period of which nothing changed is charged once and whole', () => {
  expect(told({})).toEqual(['period 01 3000']);
  expect(told({ had: had('small', 3) })).toEqual(['period 01 3600']);
  expect(told({ had: had('unknown') })).toEqual([]);
});

test('an upgrade after ten of thirty days costs two thirds of the difference, seats the same, and less comes back', () => {
  const up = made('a', '2027-04-11', [had('small'), had('big')]);
  // 3000 · 20/30 = 2000
  expect(told({ had: had('big'), changes: [up] })).toEqual(['period 01 3000', 'a 11 2000']);
  const seats = made('b', '2027-04-16', [had('big'), had('big', 3)]);
  // 3 · 200 · 15/30 = 300
  expect(told({ had: had('big', 3), changes: [up, seats] })).toEqual(['period 01 3000', 'a 11 2000', 'b 16 300']);
  const down = made('c', '2027-04-21', [had('big', 3), had('small')]);
  // (3000 − 6600) · 10/30 = −1200
  expect(told({ changes: [up, seats, down] })).toEqual(['period 01 3000', 'a 11 2000', 'b 16 300', 'c 21 -1200']);
});

test('what ends early gives the rest of what was had then back', () => {
  const up = made('a', '2027-04-11', [had('small'), had('big')]);
  // 6000 · 6/30 = 1200
  expect(told({ had: had('big'), changes: [up], endedAt: at('2027-04-25') })).toEqual([
    'period 01 3000',
    'a 11 2000',
    'end 25 -1200',
  ]);
  expect(told({ endedAt: april.end })).toEqual(['period 01 3000']);
});

test('another rhythm gives the rest of its period back and begins one that is charged as such', () => {
  const year = made('y', '2027-04-16', [had('small'), had('big', 0, 'year')]);
  const cut = { start: april.start, end: at('2027-04-16') };
  const changes = [year];
  expect(told({ period: cut, had: had('big', 0, 'year'), changes })).toEqual(['period 01 3000', 'y 16 -1500']);
  const begun = { start: at('2027-04-16'), end: at('2028-04-16') };
  expect(told({ period: begun, had: had('big', 0, 'year'), changes })).toEqual(['period 16 60000']);
});

test('a change of a later period says what was had before it', () => {
  const later = made('l', '2027-05-10', [had('small'), had('big')]);
  expect(told({ had: had('big'), changes: [later] })).toEqual(['period 01 3000']);
});

test('days on top cost as much as those before them, and what comes back of a longer period is counted by the day, too', () => {
  const longer = { start: april.start, end: at('2027-05-11') };
  const extended = [{ id: 'x', at: at('2027-04-21'), days: 10 }];
  // 3000 · 10/30
  expect(told({ period: longer, extended })).toEqual(['period 01 3000', 'x 21 1000']);
  // twenty days are left of forty that cost 4000
  expect(told({ period: longer, extended, endedAt: at('2027-04-21') })).toEqual(['period 01 3000', 'x 21 1000', 'end 21 -2000']);
  // an upgrade of the last ten days, of which each costs 3000/30 more, and days on top after it
  const up = made('a', '2027-05-01', [had('small'), had('big')]);
  expect(told({ period: longer, extended, had: had('big'), changes: [up] })).toEqual([
    'period 01 3000',
    'a 01 1000',
    'x 21 1000',
  ]);
  // those of another period are none of this one
  expect(told({ extended: [{ id: 'x', at: at('2027-05-02'), days: 10 }] })).toEqual(['period 01 3000']);
});
