import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bounceOf, readDeliveryStatus } from './delivery-report.rules.ts';
import { isLoop, tokenInSubject } from './inbound.rules.ts';

const group = (...lines: string[]) =>
  `Reporting-MTA: dns; mx.example.net\n\nFinal-Recipient: rfc822; a@example.org\n${lines.join('\n')}\n`;

test.each([
  [['Action: failed', 'Status: 5.1.1'], '5.1.1', 'hard'],
  [['action: FAILED (of course)', 'STATUS: 5.1.1 (unknown)'], '5.1.1', 'hard'],
  [['Action: failed', 'Status: 5.0.0', 'Diagnostic-Code: smtp; 552 5.2.2 mailbox full'], '5.2.2', 'soft'],
  [['Action: failed', 'Status: 5.0.0', 'Diagnostic-Code: smtp; 550 unknown'], '5.0.0', 'hard'],
  [['Action: failed', 'Diagnostic-Code: smtp; 550 unknown'], '5.0.0', 'hard'],
  [['Action: failed', 'Diagnostic-Code: X-Unix; 75'], '4.0.0', 'soft'],
  [['Action: failed', 'Status: 4.4.7'], '4.4.7', 'soft'],
  [['Action: delayed', 'Status: 4.4.1'], '4.4.1', null],
  [['Action: relayed', 'Status: 2.0.0'], '2.0.0', null],
])('%j is %s: %s', (lines, status, kind) => {
  const report = readDeliveryStatus(group(...lines));
  expect(report?.status).toBe(status);
  expect(report && bounceOf(report)).toBe(kind);
});

test('of several recipients the failed one counts, and folded lines are one', () => {
  const text = `Reporting-MTA: dns; x\r\n\r\nFinal-Recipient: rfc822;a@x\r\nAction: delivered\r\nStatus: 2.0.0\r\n\r\nFinal-Recipient: rfc822;b@x\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp;\r\n 550 unknown,\r\n\tsorry\r\n`;
  expect(readDeliveryStatus(text)).toEqual({ action: 'failed', status: '5.1.1', diagnostic: '550 unknown, sorry' });
});

test('no text is more than a report or none', () => {
  expect(readDeliveryStatus('Action: failed\nStatus: 5.1.1')).toBeNull();
  fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => void readDeliveryStatus(group(text))));
});

const isLoopWith = (...headers: [string, string][]) =>
  isLoop(
    headers.map(([key, value]) => ({ key, value })),
    'meet.example',
  );
test('what a program wrote is a loop', () => {
  expect(isLoopWith()).toBe(false);
  expect(isLoopWith(['auto-submitted', 'no'], ['return-path', '<a@x>'], ['message-id', '<abc@meet.example>'])).toBe(false);
  for (const one of [
    ['auto-submitted', 'auto-replied'],
    ['precedence', 'Bulk'],
    ['return-path', '<>'],
    ['x-loop', ''],
    ['message-id', '<019a4b00-0000-7000-8000-000000000000@MEET.example>'],
  ] satisfies [string, string][])
    expect(isLoopWith(one), one[0]).toBe(true);
});

test('a subject names a token, or none', () => {
  const token = 'AbC-_0123456789abcdefg';
  expect(tokenInSubject(`unsubscribe ${token}`)).toBe(token);
  expect(tokenInSubject(`Re: Unsubscribe  ${token} `)).toBe(token);
  for (const other of ['', 'unsubscribe', 'unsubscribe me', `unsubscribe ${token} now`]) expect(tokenInSubject(other)).toBeNull();
});
