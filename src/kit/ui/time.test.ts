import { expect, test } from 'vitest';
import { timeText } from './time.tsx';

const now = Date.UTC(2026, 10, 21, 23, 30);
const hour = 3_600_000;
const reader = { locale: 'en-US' as const, zone: 'UTC', now };

test('what is near is said in words, what is further by its day, and another year is named', () => {
  expect(timeText(now - 10_000, 'near', reader)).toBe('now');
  expect(timeText(now - 2 * hour, 'near', reader)).toBe('today, 21:30');
  expect(timeText(now + hour, 'near', reader)).toBe('tomorrow, 00:30');
  expect(timeText(now - 24 * hour, 'near', reader)).toBe('yesterday');
  expect(timeText(now - 5 * 24 * hour, 'near', reader)).toBe('Mon 16 Nov');
  expect(timeText(Date.UTC(2025, 0, 3), 'near', reader)).toBe('3 Jan 2025');
});

test('each reader has the clock of an own zone and language', () => {
  const inBerlin = { ...reader, locale: 'de' as const, zone: 'Europe/Berlin' };
  expect(timeText(now - 2 * hour, 'near', inBerlin)).toBe('gestern');
  expect(timeText(now, 'time', inBerlin)).toBe('00:30');
  expect(timeText(now, 'day', reader)).toBe('21 November 2026');
  expect(timeText('no moment', 'day', reader)).toBe('–');
});

test('a moment has its time also where the day is written out', () => {
  expect(timeText(now - 10_000, 'moment', reader)).toBe('today, 23:29');
  expect(timeText(now - 24 * hour, 'moment', reader)).toBe('yesterday, 23:30');
  expect(timeText(now - 5 * 24 * hour, 'moment', reader)).toBe('Mon 16 Nov, 23:30');
  expect(timeText(Date.UTC(2025, 0, 3), 'moment', reader)).toBe('3 Jan 2025, 00:00');
  expect(timeText(now + hour, 'moment', { ...reader, locale: 'ur' })).toBe('آئندہ کل، \u206812:30 AM\u2069');
});
