import { expect, test } from 'vitest';
import { isAutomatic, ourMailId } from './automatic.rules.ts';

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

test('the Message-ID of a mail of ours says its id', () => {
  const idOf = (messageId: string) => ourMailId(written(['message-id', messageId]), 'meet.example');
  const id = '019a4b00-0000-7000-8000-000000000000';
  expect(idOf(`<${id}@MEET.example>`)).toBe(id);
  for (const other of ['<abc@meet.example>', `<${id}@other.example>`, `<${'-'.repeat(36)}@meet.example>`, id])
    expect(idOf(other), other).toBeNull();
});
