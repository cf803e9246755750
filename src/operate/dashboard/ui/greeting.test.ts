import { expect, test } from 'vitest';
import { calledBy, partOfDay } from './greeting.hook.ts';
import { serverStatus } from './server-status.hook.ts';

test('each hour has its greeting, and the night is not called an evening', () => {
  expect([0, 4, 5, 11, 12, 17, 18, 21, 22, 23].map(partOfDay)).toEqual([
    'night',
    'night',
    'morning',
    'morning',
    'afternoon',
    'afternoon',
    'evening',
    'evening',
    'night',
    'night',
  ]);
});

test('one is called by the first name, never by a title', () => {
  expect(calledBy('Miriam Sander')).toBe('Miriam');
  expect(calledBy('Dr. Maria Rossi')).toBe('Dr. Maria Rossi');
  expect(calledBy('سلمى الخطيب')).toBe('سلمى');
  expect(calledBy('  ')).toBe('');
});

test('what the operator decided about a server comes before what was measured', () => {
  expect(serverStatus({ state: 'draining', health: 'offline' })).toBe('draining');
  expect(serverStatus({ state: 'retired', health: 'healthy' })).toBe('archived');
  expect(serverStatus({ state: 'enabled', health: 'degraded' })).toBe('strained');
  expect(serverStatus({ state: 'enabled', health: 'unknown' })).toBeNull();
});
