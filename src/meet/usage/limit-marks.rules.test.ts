import { expect, test } from 'vitest';
import { type LimitMark, type LimitNature, stepOf } from './limit-marks.rules.ts';

const now = 1_000_000_000_000;
const hour = 3_600_000;
type Use = { used: number; max: number | null; nature: LimitNature; now: number };
const at = (used: number, more: Partial<Use> = {}): Use => ({ used, max: 100, nature: 'stock', now, ...more });
const marked = (level: LimitMark['level'], ago = 48 * hour): LimitMark => ({ level, toldAt: now - ago });

test.each([
  [null, 79, { do: 'nothing' }],
  [null, 80, { do: 'tell', level: 'near' }],
  [null, 100, { do: 'tell', level: 'reached' }],
  [marked('near'), 99, { do: 'nothing' }],
  [marked('near'), 100, { do: 'tell', level: 'reached' }],
  [marked('reached'), 85, { do: 'nothing' }],
  [marked('reached'), 70, { do: 'nothing' }],
  [marked('reached'), 69, { do: 'forget' }],
] as const)('with the mark %o and %i of 100', (mark, used, step) => {
  expect(stepOf(mark, at(used))).toEqual(step);
});

test('peaks are told once a day at most, what is stored each time that it rises anew', () => {
  expect(stepOf(marked('reached', hour), at(10, { nature: 'peak' }))).toEqual({ do: 'nothing' });
  expect(stepOf(marked('reached', 25 * hour), at(10, { nature: 'peak' }))).toEqual({ do: 'forget' });
  expect(stepOf(marked('reached', hour), at(10))).toEqual({ do: 'forget' });
  expect(stepOf(marked('near', hour), at(100, { nature: 'peak' }))).toEqual({ do: 'tell', level: 'reached' });
});

test('without a limit, or with nothing allowed, nobody is told, and an old mark goes', () => {
  expect(stepOf(null, at(5, { max: null }))).toEqual({ do: 'nothing' });
  expect(stepOf(null, at(0, { max: 0 }))).toEqual({ do: 'nothing' });
  expect(stepOf(marked('near'), at(5, { max: null }))).toEqual({ do: 'forget' });
});
