import { expect, test } from 'vitest';
import { type Candidate, healthAfter, placement } from './servers.rules.ts';

const server = (id: string, over: Partial<Candidate> = {}): Candidate => ({
  id,
  state: 'enabled',
  health: 'healthy',
  meetings: 0,
  people: 0,
  ...over,
});
const chosen = (servers: Candidate[], without: string[] = []) => placement(servers, without)?.id ?? null;

test('the server with the least load takes the meeting', () => {
  expect(chosen([server('a', { people: 40, meetings: 1 }), server('b', { people: 10, meetings: 2 })])).toBe('b');
  // ten meetings that just began will fill
  expect(chosen([server('a', { people: 0, meetings: 10 }), server('b', { people: 30, meetings: 1 })])).toBe('b');
  expect(chosen([server('b'), server('a')])).toBe('a');
});

test('servers that are drained, off, away or just failed take none', () => {
  expect(
    chosen([server('a', { state: 'draining' }), server('b', { state: 'disabled' }), server('c', { health: 'offline' })]),
  ).toBeNull();
  expect(chosen([server('a'), server('b', { people: 9 })], ['a'])).toBe('b');
  expect(chosen([])).toBeNull();
});

test('a degraded server is the last choice', () => {
  expect(chosen([server('a', { health: 'degraded' }), server('b', { people: 500 })])).toBe('b');
  expect(chosen([server('a', { health: 'degraded' })])).toBe('a');
});

test('health follows failures in a row', () => {
  expect([0, 1, 2, 3, 9].map(healthAfter)).toEqual(['healthy', 'degraded', 'degraded', 'offline', 'offline']);
});
