/** Whose letter it is, as DKIM, SPF and DMARC say; the DNS is one of our own on loopback. */
import { generateKeyPairSync } from 'node:crypto';
import dns from 'node:dns';
import { dkimSign } from 'mailauth';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { openDnsServer } from './dns-server.factory.ts';
import type { InboundMessage } from './inbound.table.ts';
import { letter, letterWriter } from './letters.factory.ts';
import { isSenderProven } from './sender-proof.service.ts';
import { headersIn } from './take-message.service.ts';

const records = new Map<string, string>();
const server = await openDnsServer(records);
const before = dns.getServers();
dns.setServers([server.server]);
const world = await testWorld({ env: { INBOUND_ADDRESS: 'mail@replies.example.com', INBOUND_AUTHSERV_ID: 'mx.example.com' } });
afterAll(async () => {
  dns.setServers(before);
  await server.close();
  await world.close();
});

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;
beforeEach(() => records.clear());

const row: InboundMessage = {
  ...{ id: 'x', receivedAt: new Date(), via: 'smtp', kind: 'support', subjectId: null, messageKey: 'x' },
  ...{
    state: 'waiting',
    reason: null,
    stored: null,
    peerAddress: '192.0.2.7',
    peerName: 'mx.example.org',
    mailFrom: letterWriter,
    takenAt: null,
  },
};
const raw = letter({ to: 'support@replies.example.com', body: 'Hello' });
const isProven = (mail: Buffer, peer: Partial<InboundMessage> = {}) =>
  isSenderProven(world.ctx(), { row: { ...row, ...peer }, raw: mail, headers: headersIn(mail), from: letterWriter });
async function signed(domain: string, mail = raw): Promise<Buffer> {
  records.set(`s1._domainkey.${domain}`, key);
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const one = { signingDomain: domain, selector: 's1', privateKey: pem };
  const { signatures } = await dkimSign(mail, { ...one, signatureData: [one] });
  return Buffer.concat([Buffer.from(signatures), mail]);
}

test('SPF of the domain of the sender proves it, and another machine does not', async () => {
  records.set('example.org', 'v=spf1 ip4:192.0.2.7 -all');
  expect(await isProven(raw)).toBe(true);
  expect(await isProven(raw, { peerAddress: '192.0.2.8' })).toBe(false);
});

test('SPF of a domain that is not the sender’s proves nothing', async () => {
  records.set('evil.example', 'v=spf1 ip4:192.0.2.7 -all');
  records.set('example.org', 'v=spf1 -all');
  expect(await isProven(raw, { mailFrom: 'x@evil.example' })).toBe(false);
});

test('a signature of the domain proves it from any machine, one of another domain or of another text does not', async () => {
  expect(await isProven(await signed('example.org'), { mailFrom: 'bounces@list.example' })).toBe(true);
  expect(await isProven(await signed('evil.example'), { mailFrom: '' })).toBe(false);
  const changed = Buffer.from((await signed('example.org')).toString().replace('Hello', 'Hullo'));
  expect(await isProven(changed, { mailFrom: '' })).toBe(false);
});

test('the policy of the domain counts', async () => {
  const mail = await signed('mail.example.org');
  records.set('_dmarc.example.org', 'v=DMARC1; p=reject');
  expect(await isProven(mail, { mailFrom: '' })).toBe(true);
  records.set('_dmarc.example.org', 'v=DMARC1; p=reject; adkim=s');
  expect(await isProven(mail, { mailFrom: '' })).toBe(false);
});

test('two senders, no peer and a DNS that knows nothing prove nothing', async () => {
  expect(await isProven(raw)).toBe(false);
  expect(await isProven(raw, { peerAddress: null })).toBe(false);
  records.set('example.org', 'v=spf1 ip4:192.0.2.7 -all');
  const two = Buffer.concat([Buffer.from('From: other@example.org\r\n'), raw]);
  expect(await isProven(two)).toBe(false);
});

test('of a mailbox the words of its own server count', async () => {
  const told = (id: string) =>
    Buffer.concat([Buffer.from(`Authentication-Results: ${id}; dmarc=pass header.from=example.org\r\n`), raw]);
  expect(await isProven(told('mx.example.com'), { via: 'imap' })).toBe(true);
  expect(await isProven(told('mx.evil.example'), { via: 'imap' })).toBe(false);
  records.set('example.org', 'v=spf1 ip4:192.0.2.7 -all');
  expect(await isProven(raw, { via: 'imap' })).toBe(false);
});

test('a DNS that does not answer holds nobody up for long', { timeout: 60_000 }, async () => {
  dns.setServers(['127.0.0.1:9']);
  const began = performance.now();
  expect(await isProven(await signed('example.org'))).toBe(false);
  expect(performance.now() - began).toBeLessThan(40_000);
  dns.setServers([server.server]);
});
