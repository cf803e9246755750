import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readConfig } from '#kit/server/config/config.ts';
import { newId } from '#kit/server/ids.ts';
import { createSecrets } from '#kit/server/secrets.ts';
import { bounceOfStatus, statusIn } from '../outbox.rules.ts';
import { readReturnAddress, returnAddress, returnKinds } from './return-address.service.ts';

const [old, next, stranger] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte).toString('base64url'));
const config = readConfig({ INBOUND_ADDRESS: 'Incoming-mail-16@Replies.example.com' });
const by = (keys: string) => ({ secrets: createSecrets(keys), config });
const means = by(`${old}`);
const addressOf = (kind: (typeof returnKinds)[number], id = newId()): string => returnAddress(means, { kind, id }) ?? '';

test('an address says what it is for, in any case, and fits into what a mail server takes', () => {
  for (const kind of returnKinds) {
    const id = newId();
    const address = addressOf(kind, id);
    expect(address).toMatch(/^incoming-mail-16\+[a-z2-7]{44}@replies\.example\.com$/);
    expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64);
    for (const written of [address, address.toUpperCase(), ` ${address}`])
      expect(readReturnAddress(means, written)).toEqual({ kind, id });
  }
});

test('an address of an old key is still read, one of a foreign key is not', () => {
  const address = addressOf('bounce');
  expect(readReturnAddress(by(`${next},${old}`), address)).not.toBeNull();
  expect(readReturnAddress(by(`${stranger}`), address)).toBeNull();
});

test('no other address is read: not one letter off, not of another domain or name', () => {
  const address = addressOf('unsubscribe');
  const token = /\+(.*)@/.exec(address)?.[1] ?? '';
  fc.assert(
    fc.property(fc.nat({ max: token.length - 1 }), fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz234567'), (at, letter) => {
      const forged = token.slice(0, at) + letter + token.slice(at + 1);
      const read = readReturnAddress(means, address.replace(token, forged));
      expect(read === null).toBe(forged !== token);
    }),
  );
  for (const other of [
    address.replace('replies.', 'other.'),
    address.replace('incoming', 'outgoing'),
    address.replace('+', ''),
    `${address}, ${address}`,
    `x <${address}>`,
    'incoming-mail-16@replies.example.com',
    '',
  ])
    expect(readReturnAddress(means, other)).toBeNull();
});

test('where no mail comes in there are no addresses', () => {
  const off = { secrets: means.secrets, config: readConfig({}) };
  expect(returnAddress(off, { kind: 'bounce', id: newId() })).toBeNull();
  expect(readReturnAddress(off, addressOf('bounce'))).toBeNull();
});

test.each([
  ['5.1.1', 'hard'],
  ['5.0.0', 'hard'],
  ['5.2.1', 'hard'],
  ['5.2.2', 'soft'],
  ['5.7.1', 'soft'],
  ['5.1.8', 'soft'],
  ['5.3.4', 'soft'],
  ['5.6.0', 'soft'],
  ['5.7.26', 'soft'],
  ['4.2.2', 'soft'],
])('%s is a %s bounce', (status, kind) => expect(bounceOfStatus(status)).toBe(kind));

test('a status code is not confused with IP addresses and other numbers', () => {
  expect(statusIn('550 5.1.1 <a@example.org>: unknown')).toBe('5.1.1');
  expect(statusIn('550 #5.1.10.')).toBe('5.1.10');
  expect(statusIn('550 blocked: 5.9.10.11, mx5.1.1.example, 15.1.1')).toBeNull();
});
