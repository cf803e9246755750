import { expect, test } from 'vitest';
import { addressesIn, readMailHeaders, senderIn } from './mail-headers.rules.ts';
import { isAligned, isProvenByServer } from './sender-proof.rules.ts';

test('domains are aligned when they are the same or one is below the other', () => {
  expect(isAligned('school.example', 'ana@school.example')).toBe(true);
  expect(isAligned('bounces.school.example', 'ana@school.example')).toBe(true);
  expect(isAligned('@school.example', 'ana@mail.school.example')).toBe(true);
  for (const other of ['evilschool.example', 'example', 'other.example', ''])
    expect(isAligned(other, 'ana@school.example'), other).toBe(false);
});

const proven = (head: string, from = 'ana@school.example') =>
  isProvenByServer(readMailHeaders(`${head}\nFrom: ${from}`), { authservId: 'mx.example.com', from });
test.each([
  ['Authentication-Results: mx.example.com; dmarc=pass (p=NONE) header.from=school.example', true],
  ['Authentication-Results: MX.example.com 1;\n\tdkim=pass header.i=@school.example header.s=x;\n\tspf=fail', true],
  ['Authentication-Results: mx.example.com; spf=pass smtp.mailfrom=ana@school.example', true],
  [
    'Authentication-Results: mx.example.com; spf=pass (dmarc=pass header.from=school.example) smtp.mailfrom=x@evil.example',
    false,
  ],
  ['Authentication-Results: mx.example.com; spf=fail reason="x; dmarc=pass header.from=school.example"', false],
  ['Authentication-Results: mx.example.com; spf=fail reason="\\"; dmarc=pass header.from=school.example"', false],
  ['Authentication-Results: mx.example.com; spf=fail reason="("; dmarc=pass header.from=school.example', true],
  ['Authentication-Results: mx.example.com; dkim=fail header.d=school.example', false],
  ['Authentication-Results: mx.example.com; dkim=pass header.d=school.example; dmarc=fail header.from=school.example', false],
  ['Authentication-Results: mx.evil.example; dmarc=pass header.from=school.example', false],
  ['Subject: none', false],
])('%s proves the sender: %s', (head, expected) => expect(proven(head)).toBe(expected));

test('what the sender wrote below the words of the server does not count', () => {
  const ours = 'Authentication-Results: mx.example.com; dmarc=none header.from=school.example';
  const forged = 'Authentication-Results: mx.example.com; dmarc=pass header.from=school.example';
  const received = (by: string) => `Received: from mail.evil.example (by mx.example.com) by ${by} with ESMTPS; Sun, 29 Nov 2026`;
  for (const lines of [
    [ours, received('mx.example.com'), forged],
    [received('mx.example.com'), ours, forged],
    [ours, forged],
    // the server wrote none
    [received('mx.example.com'), received('mail.evil.example'), forged],
    [received('mx.example.com'), 'DKIM-Signature: v=1', forged],
    ['Subject: x', forged],
    [forged, 'From: other@evil.example'],
  ])
    expect(proven(lines.join('\n')), lines.join(' | ')).toBe(false);
});

test('servers write what they found above the line of their house, or below it', () => {
  const found = 'Authentication-Results: mx.example.com; dmarc=pass header.from=school.example';
  const lines = [
    'Received: from mail.school.example by mx.example.com with ESMTPS',
    'Received: from mx.example.com by in.example.com',
  ];
  for (const head of [
    [found, ...lines],
    [...lines, found],
    ['Delivered-To: x@example.com', lines[1], 'X-Spam-Status: No', lines[0], 'Received-SPF: pass', found],
  ])
    expect(proven(head.join('\n')), head.join(' | ')).toBe(true);
});

test('headers are unfolded, and a sender is one address or none', () => {
  const read = (head: string) => readMailHeaders(head);
  expect(read('To: a@x\r\n\tb@y\r\nX-Empty:\r\n')).toEqual([
    { key: 'to', value: 'a@x b@y' },
    { key: 'x-empty', value: '' },
  ]);
  expect(senderIn(read('From: "Ana <x@y>" <ANA@school.example>'))).toBe('ana@school.example');
  expect(senderIn(read('From: ana@school.example'))).toBe('ana@school.example');
  for (const other of ['From: a@x, b@y', 'From: Ana', 'From: a@x\nFrom: b@y', 'To: a@x'])
    expect(senderIn(read(other)), other).toBeNull();
});

test('a megabyte of headers is read in no time', () => {
  const began = performance.now();
  for (const one of ['a'.repeat(1_000_000), 'a@'.repeat(500_000), 'X:\n'.repeat(300_000), ` ${'\n '.repeat(300_000)}`]) {
    readMailHeaders(`To: ${one}`);
    addressesIn(one);
    proven(`Authentication-Results: mx.example.com; ${one}`);
  }
  expect(performance.now() - began).toBeLessThan(3_000);
});
