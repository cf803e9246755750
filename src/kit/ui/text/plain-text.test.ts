import { expect, test } from 'vitest';
import { messageAt, plainText } from './plain-text.ts';

test('words and names of values are put together', () => {
  expect(plainText(['Select ', ['name']], { name: 'Room 1' })).toBe('Select Room 1');
  expect(plainText([['name'], ' auswählen'], { name: 'Raum' })).toBe('Raum auswählen');
});

test('what needs a formatter is left to it', () => {
  expect(plainText([['count'], ' people'], { count: 3 })).toBeNull();
  expect(plainText(['Select ', ['name']], {})).toBeNull();
  expect(plainText([['count', 2, { one: 'one', other: 'many' }]], { count: 'x' })).toBeNull();
  expect(plainText('Select {name}', { name: 'x' })).toBeNull();
  expect(plainText(undefined, {})).toBeNull();
});

test('a key leads through nested messages, and nowhere else', () => {
  const messages = { table: { select: ['Select ', ['name']] } };
  expect(messageAt(messages, 'table.select')).toEqual(['Select ', ['name']]);
  expect(messageAt(messages, 'table.select.0')).toBeUndefined();
  expect(messageAt(messages, 'toString')).toBeUndefined();
});
