import { expect, test } from 'vitest';
import { attendance } from '#server/attendance.ts';

test('an engine that nobody attends ends when it has been empty for a moment, not between two meetings', () => {
  const attended = attendance(60_000, 0);
  const over = (now: number, busy: number) => attended.isOver({ now, busy });
  expect([over(1_000, 1), over(2_000, 0), over(4_000, 1), over(5_000, 0), over(7_900, 0)]).toEqual(Array(5).fill(false));
  expect(over(8_000, 0)).toBe(true);
});

test('its meetings are given up when nobody has asked for so long, and go on as long as somebody asks', () => {
  const attended = attendance(60_000, 0);
  expect(attended.isOver({ now: 59_999, busy: 1 })).toBe(false);
  attended.note(59_999);
  expect(attended.isOver({ now: 119_998, busy: 1 })).toBe(false);
  expect(attended.isOver({ now: 119_999, busy: 1 })).toBe(true);
});
