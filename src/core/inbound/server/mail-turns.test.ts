/** Whose mails wait for whose. */
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { holdTurn } from '@atrium/sandbox/held-turn.factory';
import type { InboundMessage } from './inbound.table.ts';
import { letter } from './letters.factory.ts';
import { readMail } from './read-mail.service.ts';
import { isSenderProven } from './sender-proof.service.ts';
import { headersIn } from './take-message.service.ts';

const world = await testWorld({ env: { INBOUND_ADDRESS: 'mail@replies.example.com' } });
afterAll(() => world.close());

const row: InboundMessage = {
  ...{ id: 'x', receivedAt: new Date(), via: 'smtp', kind: 'support', subjectId: null, messageKey: 'x', state: 'waiting' },
  ...{ reason: null, stored: null, peerAddress: '127.0.0.1', peerName: null, mailFrom: null, takenAt: null },
};
const mailOf = (from: string) => {
  const raw = Buffer.from(
    letter({ to: 'support@replies.example.com', body: 'Hello' }).toString('latin1').replace('owner@example.org', from),
  );
  return { raw, headers: headersIn(raw), from };
};

test('mails of one domain wait for each other alone, while they are read and while their sender is looked up', async () => {
  const ended: string[] = [];
  const read = async (from: string) => {
    await readMail(world.ctx(), { ...mailOf(from), kind: 'support', trust: 'usual' });
    ended.push(`${from} read`);
  };
  const prove = async (from: string) => {
    await isSenderProven(world.ctx(), { row, ...mailOf(from) });
    ended.push(`${from} looked up`);
  };
  const held = holdTurn('mail one.example');
  const waiting = [read('a@one.example'), prove('B@One.Example')];
  await Promise.all([read('a@two.example'), prove('a@two.example')]);
  expect(ended.toSorted()).toEqual(['a@two.example looked up', 'a@two.example read']);
  held.release();
  await Promise.all(waiting);
  expect(ended).toHaveLength(4);
}, 60_000);
