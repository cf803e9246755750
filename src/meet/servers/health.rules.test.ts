import { expect, test } from 'vitest';
import { healthAfter, type HealthState, type HeardHealth } from './health.rules.ts';

const fresh: HealthState = { health: 'unknown', healthReason: null, failures: 0, successes: 0, answerMs: null };
const good = (answerMs = 20, clockSkewMs: number | null = 0): HeardHealth => ({ answered: { answerMs, clockSkewMs } });
const bad: HeardHealth = { failed: 'unreachable' };
/** Health and reason after each of these, three seconds apart. */
function run(heard: HeardHealth[], was: HealthState = fresh, step = 3_000): string[] {
  let state = was;
  let silentMs: number | null = null;
  return heard.map((one) => {
    silentMs = silentMs === null ? null : silentMs + step;
    state = healthAfter({ was: state, heard: one, silentMs });
    if ('answered' in one) silentMs = 0;
    return `${state.health} ${state.healthReason ?? ''}`.trim();
  });
}
const healthy: HealthState = { health: 'healthy', healthReason: null, failures: 0, successes: 2, answerMs: 20 };

test('a server that was never asked is believed its first answer', () => {
  expect(run([good()])).toEqual(['healthy']);
  expect(run([bad, bad, bad])).toEqual(['degraded unreachable', 'degraded unreachable', 'offline unreachable']);
});

test('one failure degrades, three in a row make offline, and it takes two answers to be healthy again', () => {
  expect(run([good(), bad, good(), good()])).toEqual(['healthy', 'degraded unreachable', 'degraded recovering', 'healthy']);
  expect(run([good(), bad, bad, bad, good(), good()]).slice(3)).toEqual([
    'offline unreachable',
    'degraded recovering',
    'healthy',
  ]);
  expect(run([good(), bad, good(), bad, good()]).at(-1)).toBe('degraded recovering');
});

test('a server that is asked seldom is offline after two failures when its last answer is old, and so within 15 seconds', () => {
  expect(run([good(), bad, bad], fresh, 6_000)).toEqual(['healthy', 'degraded unreachable', 'offline unreachable']);
  expect(run([good(), bad, bad], fresh, 3_000).at(-1)).toBe('degraded unreachable');
});

test('an offline server stays offline while it fails', () => {
  expect(run([bad, bad, bad, bad]).slice(2)).toEqual(['offline unreachable', 'offline unreachable']);
});

test('slow is said of several slow answers, not of one, and is taken back when it is quick again', () => {
  expect(run([good(2_500)], healthy)).toEqual(['healthy']);
  const after = run([good(2_900), good(2_900), good(2_900), good(10), good(10), good(10), good(10)], healthy);
  expect(after).toContain('degraded slow');
  expect(after.at(-1)).toBe('healthy');
});

test('a clock that is off by more than a minute degrades at once', () => {
  expect(run([good(20, 61_000)], healthy)).toEqual(['degraded clock']);
  expect(run([good(20, -61_000)], healthy)).toEqual(['degraded clock']);
  expect(run([good(20, 59_000)], healthy)).toEqual(['healthy']);
  expect(run([good(20, null)], healthy)).toEqual(['healthy']);
});
