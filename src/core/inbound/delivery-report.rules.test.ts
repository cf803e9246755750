import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bounceOf, readDeliveryReport, readDeliveryStatus } from './delivery-report.rules.ts';
import { tokenInSubject } from './inbound.rules.ts';

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
  [['Action: failed', 'Status: 4.0.0', 'Diagnostic-Code: x; Host or domain name not found (NXDOMAIN)'], '4.0.0', 'soft'],
  [['Action: failed', 'Status: 5.1.8'], '5.1.8', 'soft'],
  [['Action: failed', 'Diagnostic-Code: smtp; 554 blocked using a block list'], '5.7.1', 'soft'],
  [['Action: relayed', 'Status: 2.0.0'], '2.0.0', null],
  [['Action: failed', 'Status: 5.4.1', 'Diagnostic-Code: smtp; 550 5.4.1 Recipient address rejected'], '5.4.1', 'hard'],
  [['Action: failed', 'Status: 5.4.310'], '5.4.310', 'hard'],
  [['Action: failed', 'Status: 5.4.300', 'Diagnostic-Code: smtp; 550 5.4.300 Message expired'], '5.4.300', 'soft'],
  [['Action: failed', 'Status: 5.4.14'], '5.4.14', 'soft'],
  [['Action: failed', 'Status: 5.3.2'], '5.3.2', 'soft'],
  [['Action: failed', 'Status: 5.0.0', 'Diagnostic-Code: smtp; 550 exceeded storage allocation'], '5.2.2', 'soft'],
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

test('a subject names a token, or none', () => {
  const token = 'AbC-_0123456789abcdefg';
  expect(tokenInSubject(`unsubscribe ${token}`)).toBe(token);
  expect(tokenInSubject(`Re: Unsubscribe  ${token} `)).toBe(token);
  for (const other of ['', 'unsubscribe', 'unsubscribe me', `unsubscribe ${token} now`]) expect(tokenInSubject(other)).toBeNull();
});

const words = (subject: string, text: string, headers: { key: string; value: string }[] = []) =>
  readDeliveryReport({ headers, subject, text, statusParts: [] });
const qmail = (reason: string) =>
  `Hi. This is the qmail-send program at mx.example.net.\nI'm afraid I wasn't able to deliver your message to the following addresses.\n\n<reader@example.net>:\n${reason}\n\n--- Below this line is a copy of the message.\n\nReturn-Path: <x@example.com>\nX-Error: 550 5.1.1\n`;
test.each([
  ['qmail', 'failure notice', qmail('Sorry, no mailbox here by that name. (#5.1.1)'), '5.1.1', 'hard'],
  ['qmail', 'failure notice', qmail("mailbox is full (#4.2.2)\nI'm not going to try again"), '4.2.2', 'soft'],
  ['qmail', 'failure notice', qmail('Remote host said: 552 Error: disk quota exceeded'), '5.2.2', 'soft'],
  ['qmail', 'failure notice', qmail('It did not work.'), '4.0.0', 'soft'],
  [
    'Exim',
    'Mail delivery failed: returning message to sender',
    'This message was created automatically by mail delivery software.\n\nThis is a permanent error. The following address(es) failed:\n\n  reader@example.net\n    host mx.example.net [192.0.2.1]: 550 5.1.1 User unknown',
    '5.1.1',
    'hard',
  ],
  [
    'OpenSMTPD',
    'Delivery status notification: error',
    'An error has occurred while attempting to deliver a message for\nthe following list of recipients:\n\nreader@example.net: 550 5.2.2 Mailbox Full\n\n    Below is a copy of the original message:\n550 5.1.1',
    '5.2.2',
    'soft',
  ],
  [
    'DragonFly',
    'Mail delivery failed',
    'This is the DragonFly Mail Agent v0.13 at df.example.jp.\n\nThere was an error delivering your mail to <reader@example.net>.\n\nmx.example.net [192.0.2.1] did not like our RCPT TO:\n550 5.1.1 User unknown\n\nOriginal message follows.',
    '5.1.1',
    'hard',
  ],
  [
    'GMX',
    'Mail delivery failed: returning message to sender',
    'A message that you sent could not be delivered. This is a permanent error. The following address\nfailed:\n\n"reader@example.net":\nSMTP error from remote server after RCPT command:\nhost: mx.example.net\n5.1.1 <reader@example.net>... User Unknown\n\n--- The header of the original message is following. ---',
    '5.1.1',
    'hard',
  ],
  [
    'Gmail',
    'Delivery Status Notification (Failure)',
    'Delivery to the following recipient failed permanently:\n\n     reader@example.net\n\nThe error that the other server returned was:\n550 5.1.1 User Unknown\n\n----- Original message -----\n',
    '5.1.1',
    'hard',
  ],
  [
    'Yahoo',
    'Failure Notice',
    'Sorry, we were unable to deliver your message to the following address.\n\n<reader@example.net>:\nRemote host said: 550 User Unknown [RCPT_TO]',
    '5.0.0',
    'hard',
  ],
  [
    'Exchange 2003',
    'Undeliverable: What is new',
    'Your message\n\n  To:      reader@example.net\n\ndid not reach the following recipient(s):\n\nreader@example.net on Thu, 29 Apr 2010 00:00:00 -0000\n    The recipient name is not recognized',
    '5.1.1',
    'hard',
  ],
  ['a proxy', 'Undelivered Mail Returned to Sender', 'Reverse DNS required: 550 rejected', '5.7.1', 'soft'],
])('words of %s under %s are read', (...row) => {
  const [, subject, text, status, kind] = row;
  const report = words(subject, text);
  expect(report?.status).toBe(status);
  expect(report && bounceOf(report)).toBe(kind);
});

const fromServer = [{ key: 'from', value: 'Postmaster@163.example' }];
test.each([
  ['系统退信', '抱歉，您的邮件被退回来了\n550 User not found: r@163.example', '5.0.0', 'hard'],
  ['Recapito non riuscito: x', 'Recapito non riuscito ai seguenti destinatari:\n550 5.1.1 sconosciuto', '5.1.1', 'hard'],
  [
    'Returned mail: see transcript for details',
    '   ----- The following addresses had permanent fatal errors -----\n<r@x>\n    (reason: 550 5.1.1 User unknown)\n\n   ----- Transcript of session follows -----',
    '5.1.1',
    'hard',
  ],
  [
    'DELIVERY FAILURE: User r (r@example.net) not listed in Domino Directory',
    'was not delivered to:\n  r@example.net\nbecause:\n  User r (r@example.net) not listed in Domino Directory',
    '5.1.1',
    'hard',
  ],
])('%s of a mail server is read by its code in whatever language', (...row) => {
  const [subject, text, status, kind] = row;
  const report = words(subject, text, fromServer);
  expect(report?.status).toBe(status);
  expect(report && bounceOf(report)).toBe(kind);
});

test('an answer of a person to a report, a delivery that succeeded and a note about reading are no bounces', () => {
  expect(words('Re: Undelivered Mail Returned to Sender', 'Why?\n> 550 5.1.1 User unknown')).toBeNull();
  expect(words('Delivery Status Notification (Success)', 'Delivered to r@example.net. 250 2.0.0', fromServer)).toBeNull();
  const about = [{ key: 'content-type', value: 'multipart/report; report-type=disposition-notification' }];
  expect(words('Not read: x', 'It was deleted and could not be delivered to the user.', about)).toBeNull();
});

test('who calls a mail unwanted complains, and other feedback does not', () => {
  const kindOf = (type: string) => {
    const feedback = `Feedback-Type: ${type}\nVersion: 1`;
    const report = readDeliveryReport({ headers: [], subject: '', text: 'could not be delivered', statusParts: [], feedback });
    return report && bounceOf(report);
  };
  expect(['abuse', 'opt-out', 'auth-failure', 'not-spam'].map(kindOf)).toEqual(['complaint', 'complaint', null, null]);
});

test('a warning is no failure', () => {
  const report = words(
    'Warning: message 1abc delayed 24 hours',
    'A message that you sent has not yet been delivered. The delivery will be retried.',
  );
  expect(report).toMatchObject({ action: 'delayed' });
});

test('a note of somebody who is away is no report, whatever numbers it has', () => {
  expect(words('Automatic reply: November', 'I am away until 3 December. In urgent cases call 550 511.')).toBeNull();
  expect(words('Away', 'I am away. Call 550 5.1.1 or write to the office.')).toBeNull();
  expect(words('Automatic reply: x', 'Your mail could not be delivered to me, I am away. 550')).toBeNull();
});

test('the headers of a report alone may say it', () => {
  expect(
    words('x', 'reader@example.net: 550 no such user', [{ key: 'x-failed-recipients', value: 'reader@example.net' }]),
  ).toMatchObject({
    status: '5.0.0',
  });
});

test.each([
  ['blanks', 'a \n'.repeat(100_000)],
  ['dashes', `${'-'.repeat(300_000)}copy`],
  ['letters', 'user '.repeat(100_000)],
  ['fields', `Final-Recipient: ${'x; '.repeat(100_000)}\nAction: failed`],
])('a megabyte of %s is read in no time', (_name, text) => {
  const began = performance.now();
  readDeliveryReport({ headers: [], subject: text, text, statusParts: [text] });
  expect(performance.now() - began).toBeLessThan(2_000);
});
