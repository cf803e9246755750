import { expect, test } from 'vitest';
import { countStates, fullness } from './server-status.hook.ts';

const server = (more: Partial<{ state: string; health: string; people: number; maxPeople: number | null }>) => ({
  ...{ state: 'enabled', health: 'healthy', people: 50, maxPeople: 200 },
  ...more,
});

test('a server is full by its own limit, without one beside the busiest; a silent one holds nobody that is known', () => {
  expect(fullness(server({}), 80)).toBe(0.25);
  expect(fullness(server({ people: 300 }), 80)).toBe(1);
  expect(fullness(server({ maxPeople: null }), 100)).toBe(0.5);
  expect(fullness(server({ maxPeople: null, people: 0 }), 0)).toBe(0);
  expect(fullness(server({ health: 'offline' }), 80)).toBe(0);
});

test('states are counted, those that ask for somebody first; what nobody asked yet comes last', () => {
  const pool = [
    server({}),
    server({ health: 'unknown' }),
    server({ state: 'draining', health: 'offline' }),
    server({}),
    server({ health: 'offline' }),
    server({ state: 'disabled' }),
    server({ health: 'degraded' }),
  ];
  expect(countStates(pool)).toEqual([
    { state: 'unreachable', count: 1 },
    { state: 'strained', count: 1 },
    { state: 'draining', count: 1 },
    { state: 'healthy', count: 2 },
    { state: 'disabled', count: 1 },
    { state: null, count: 1 },
  ]);
});
