import { expect, test } from 'vitest';
import { messageParts, messageVariables } from './message.rules.ts';

test('a message is its texts and variables, each with its wording', () => {
  const hours = '{hours, plural, one {# hour} other {# hours}}';
  expect(messageParts(`Hello {name}, it works for ${hours}.`)).toEqual([
    'Hello ',
    { name: 'name', wording: '{name}' },
    ', it works for ',
    { name: 'hours', wording: hours },
    '.',
  ]);
  expect(messageParts('{used, number} of it')).toEqual([{ name: 'used', wording: '{used, number}' }, ' of it']);
  expect(messageParts('')).toEqual([]);
});

test('what a choice names counts, too', () => {
  const kind = '{kind, select, commission {You earned {total}.} other {You owe {total} for {month}.}}';
  expect(messageVariables(`${kind} {month, date, short}`)).toEqual([
    { name: 'kind', wording: kind },
    { name: 'month', wording: '{month, date, short}' },
    { name: 'total', wording: '{total}' },
  ]);
});

test('apostrophes quote braces and nothing else', () => {
  expect(messageParts("L''eau d'Ana: '{no}' {yes}")).toEqual(["L'eau d'Ana: {no} ", { name: 'yes', wording: '{yes}' }]);
  expect(messageVariables("{n, select, a {it''s '}' {x}} other {}}").map((one) => one.name)).toEqual(['n', 'x']);
});
