import { expect, test } from 'vitest';
import { isAutomatic, isOurOwn } from './automatic.rules.ts';

const written = (...headers: [string, string][]) => headers.map(([key, value]) => ({ key, value }));

test.each([
  ['auto-submitted', 'auto-replied'],
  ['auto-submitted', 'auto-generated (by a calendar)'],
  ['precedence', 'Bulk'],
  ['precedence', 'junk'],
  ['precedence', 'auto_reply'],
  ['preference', 'auto_reply'],
  ['return-path', '<>'],
  ['x-autoreply', 'yes'],
  ['x-autorespond', 'yes'],
  ['x-autoresponse', 'Abwesend'],
] as const)('%s: %s is of a program', (key, value) => expect(isAutomatic(written([key, value]))).toBe(true));

test.each([
  ['auto-submitted', 'no'],
  ['return-path', '<a@x>'],
  ['x-autoreply', 'no'],
  ['x-auto-response-suppress', 'All'],
  ['precedence', 'normal'],
  ['precedence', 'list'],
  ['x-loop', 'ana@example.org'],
] as const)('%s: %s is of a person', (key, value) => expect(isAutomatic(written([key, value]))).toBe(false));

test('our own mail is known by its Message-ID', () => {
  const isOurs = (id: string) => isOurOwn(written(['message-id', id]), 'meet.example');
  expect(isOurs('<019a4b00-0000-7000-8000-000000000000@MEET.example>')).toBe(true);
  expect(isOurs('<abc@meet.example>')).toBe(false);
  expect(isOurs('<019a4b00-0000-7000-8000-000000000000@other.example>')).toBe(false);
});
