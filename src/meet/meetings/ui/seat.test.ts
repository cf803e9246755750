import { expect, test } from 'vitest';
import { seatAt, seatIn, seatState } from './seat.hook.ts';

const here = 'https://meet.example.org';

test('an address of our own meeting page with a token is a place; everything else is left for the browser to open', () => {
  expect(seatAt(`${here}/m?sessionToken=abc&room=math-9b`, here)).toBe('/m?sessionToken=abc&room=math-9b');
  expect(seatAt('https://bbb.example.org/m?sessionToken=abc', here)).toBeNull();
  expect(seatAt(`${here}/m/math-9b`, here)).toBeNull();
  expect(seatAt(`${here}/m?sessionToken=`, here)).toBeNull();
  expect(seatAt('https://:0:', here)).toBeNull();
});

test('a place that the history keeps is read back with the engine that holds it', () => {
  const seat = seatIn(seatState('/m?sessionToken=abc&engine=2'));
  expect(seat?.get('sessionToken')).toBe('abc');
  expect(seat?.get('engine')).toBe('2');
});

test('a history of something else keeps no place', () => {
  for (const state of [null, 'seat', {}, { seat: 3 }, { seat: '/rooms' }, { seat: 'https://evil.example/m?sessionToken=abc' }])
    expect(seatIn(state)).toBeNull();
});
