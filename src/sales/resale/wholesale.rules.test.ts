import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Extended, type Had, type Lived, type Made, type Piece, piecesOf } from './wholesale.rules.ts';

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
  turn: at(day),
  from,
  to,
  fromEnd: april.end,
});
const given = (id: string, day: string, days: number): Extended => ({ id, at: at(day), turn: at(day), days });
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
  const extended = [given('x', '2027-04-21', 10)];
  // 3000 · 10/30
  expect(told({ period: longer, extended })).toEqual(['period 01 3000', 'x 21 1000']);
  // twenty days are left of forty that cost 4000
  expect(told({ period: longer, extended, endedAt: at('2027-04-21') })).toEqual(['period 01 3000', 'x 21 1000', 'end 21 -2000']);
  // an upgrade of the last ten days, of which each costs 3000/30 more, and days on top after it
  const up = { ...made('a', '2027-05-01', [had('small'), had('big')]), fromEnd: longer.end };
  expect(told({ period: longer, extended, had: had('big'), changes: [up] })).toEqual([
    'period 01 3000',
    'a 01 1000',
    'x 21 1000',
  ]);
  // those of another period are none of this one
  expect(told({ extended: [given('x', '2027-05-02', 10)] })).toEqual(['period 01 3000']);
});

test('a change is reckoned to the end that it found: days given after it are owed by themselves, more and less alike', () => {
  const longer = { start: april.start, end: at('2027-05-11') };
  const extended = [given('x', '2027-04-21', 10)];
  const up = made('a', '2027-04-11', [had('small'), had('big')]);
  // (6000 − 3000) · 20/30, then 6000 · 10/30
  expect(told({ had: had('big'), changes: [up] })).toEqual(['period 01 3000', 'a 11 2000']);
  expect(told({ period: longer, extended, had: had('big'), changes: [up] })).toEqual([
    'period 01 3000',
    'a 11 2000',
    'x 21 2000',
  ]);
  const down = made('d', '2027-04-11', [had('big'), had('small')]);
  expect(told({ period: longer, extended, changes: [down] })).toEqual(['period 01 6000', 'd 11 -2000', 'x 21 1000']);
});

test('another rhythm after days on top leaves what they and the change before it cost as it was', () => {
  const cut = { start: april.start, end: at('2027-04-16') };
  const year = { ...made('y', '2027-04-16', [had('small'), had('small', 0, 'year')]), fromEnd: at('2027-05-11') };
  const extended = [given('x', '2027-04-06', 10)];
  // ten days are 3000 · 10/30, and of forty days that cost 4000 twenty-five come back
  expect(told({ period: cut, extended, changes: [year] })).toEqual(['period 01 3000', 'y 16 -2500', 'x 06 1000']);
  const up = made('a', '2027-04-11', [had('small'), had('big')]);
  const next = made('y', '2027-04-16', [had('big'), had('big', 0, 'year')]);
  expect(told({ period: cut, changes: [up, next] })).toEqual(['period 01 3000', 'a 11 2000', 'y 16 -3000']);
});

test('days given while a change waited for its money belong to what was had until it came', () => {
  const longer = { start: april.start, end: at('2027-05-11') };
  const extended = [given('x', '2027-04-13', 10)];
  // priced from the 11th on, paid on the 15th
  const up = { ...made('a', '2027-04-11', [had('small'), had('big')]), turn: at('2027-04-15'), fromEnd: longer.end };
  // (6000 − 3000) · 30/30 for the twenty days and the ten
  expect(told({ period: longer, extended, had: had('big'), changes: [up] })).toEqual([
    'period 01 3000',
    'a 11 3000',
    'x 13 1000',
  ]);
  const year = { ...up, id: 'y', from: had('small'), to: had('big', 0, 'year') };
  const cut = { start: april.start, end: at('2027-04-11') };
  // what was given on top comes back with the rest: (20 + 10)/30
  expect(told({ period: cut, extended, changes: [year] })).toEqual(['period 01 3000', 'y 11 -3000', 'x 13 1000']);
  const begun = { start: at('2027-04-11'), end: at('2028-04-11') };
  expect(told({ period: begun, extended, had: year.to, changes: [year] })).toEqual(['period 11 60000']);
});

type Step = { kind: 'change' | 'days' | 'year' | 'end'; after: number; days: number; plan: 'small' | 'big'; waits: number };
type Moment = { at: number; lived: Lived };
const hour = 3_600_000;
/** What stands in the books after each step: the subscription as the engine would have it. */
function momentsOf(steps: readonly Step[]): Moment[] {
  let now = april.start;
  let [held, end] = [had('small'), april.end];
  let asEnded: number | null = null;
  const [changes, extended]: [Made[], Extended[]] = [[], []];
  let cut: number | null = null;
  const moment = (): Moment => ({
    at: now,
    lived: {
      ...{ period: { start: april.start, end: cut ?? end }, had: held, cost, endedAt: asEnded },
      ...{ changes: [...changes], extended: [...extended] },
    },
  });
  const moments = [moment()];
  for (const [nth, { kind, after, days, plan, waits }] of steps.entries()) {
    const next = now + after * hour;
    if (next + waits * hour >= end || cut !== null || asEnded !== null) break;
    now = next + waits * hour;
    if (kind === 'days') {
      extended.push({ id: `x${nth}`, at: now, turn: nth, days });
      end += days * 24 * hour;
    } else if (kind === 'end') asEnded = now;
    else {
      // what was asked for before it was paid counts from then on
      const from = changes.at(-1)?.at ?? april.start;
      const since = Math.max(next, from + 1000);
      const to = kind === 'year' ? had('big', 0, 'year') : had(plan, days);
      changes.push({ id: `c${nth}`, at: since, turn: nth, from: held, to, fromEnd: end });
      if (kind === 'year') cut = since;
      held = to;
    }
    moments.push(moment());
  }
  return moments;
}
/** What is charged in all by a job that runs when these moments are over. */
function chargedBy(moments: readonly Moment[], runs: (nth: number) => boolean): Map<string, Piece> {
  const charged = new Map<string, Piece>();
  for (const [nth, { lived }] of moments.entries()) {
    if (!runs(nth) && nth < moments.length - 1) continue;
    for (const piece of piecesOf(lived)) {
      const key = `${piece.kind} ${piece.at}`;
      if (!charged.has(key)) charged.set(key, piece);
    }
  }
  return charged;
}

test('property: what is owed in all does not depend on when the job ran', () => {
  const step = fc.record({
    kind: fc.constantFrom<Step['kind']>('change', 'days', 'change', 'days', 'year', 'end'),
    after: fc.integer({ min: 1, max: 300 }),
    days: fc.integer({ min: 1, max: 40 }),
    plan: fc.constantFrom<Step['plan']>('small', 'big'),
    waits: fc.constantFrom(0, 0, 30),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), fc.integer({ min: 0, max: 255 }), (steps, mask) => {
      const moments = momentsOf(steps);
      const amounts = (runs: (nth: number) => boolean) =>
        [...chargedBy(moments, runs)].map(([key, { amount }]) => `${key} ${amount}`);
      expect(amounts((nth) => ((mask >> nth) & 1) === 1).sort()).toEqual(amounts(() => false).sort());
    }),
    { numRuns: 2000 },
  );
});

test('property: what is owed in all is each second at the price of what was had in it', () => {
  const step = fc.record({
    kind: fc.constantFrom<Step['kind']>('change', 'days'),
    after: fc.integer({ min: 1, max: 300 }),
    days: fc.integer({ min: 1, max: 40 }),
    plan: fc.constantFrom<Step['plan']>('small', 'big'),
    waits: fc.constant(0),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
      const { lived } = momentsOf(steps).at(-1) ?? { lived: null };
      if (lived === null) return;
      const sum = piecesOf(lived).reduce((all, { amount }) => all + amount, 0n);
      const marks = [lived.period.start, ...lived.changes.map((one) => one.at), lived.period.end];
      const parts = [had('small'), ...lived.changes.map((one) => one.to)].map((one, nth) => {
        const [from = 0, until = 0] = marks.slice(nth, nth + 2);
        return (Number(cost(one) ?? 0n) * (until - from)) / (april.end - april.start);
      });
      const exact = parts.reduce((all, one) => all + one, 0);
      // each piece is rounded by itself
      expect(Math.abs(Number(sum) - exact)).toBeLessThanOrEqual(0.5 * (lived.changes.length + 7));
    }),
    { numRuns: 2000 },
  );
});
