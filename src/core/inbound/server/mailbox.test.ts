/** Mail that is read from a mailbox. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { newId } from '#kit/server/ids.ts';
import { buildSeated } from '#core/accounts/server/accounts.factory.ts';
import { returnAddress } from '#core/outbox/server/return-address.service.ts';
import { testWorld } from '#app/proof/testing.ts';
import { openMailbox } from './imap-server.factory.ts';
import { plainMessage } from './inbound.factory.ts';
import { accountOf, readMailbox } from './mailbox.service.ts';

const messages: Buffer[] = [];
const mailbox = await openMailbox('pass-hunter2', messages);
const world = await testWorld({ env: { INBOUND_ADDRESS: 'mail@replies.example.com', INBOUND_IMAP_URL: mailbox.url } });
afterAll(async () => {
  await world.close();
  await mailbox.close();
});
const operator = await buildSeated(world, { kind: 'operator', scope: ['platform.manage'] });
const status = () => world.api({ ...operator, sessionId: newId() }).inbound.status({});
const rows = async () =>
  (await world.ctx().system.read.execute(sql`select kind, state, reason from inbound_messages order by received_at, id`)).rows;

test('unseen messages are taken once, and marked as seen only when they are safe', async () => {
  const id = newId();
  const to = returnAddress(world.ctx(), { kind: 'unsubscribe', id }) ?? '';
  messages.push(plainMessage('somebody@example.com', 'Hello'), plainMessage(`Atrium <${to}>`, 'unsubscribe'));
  const ctx = world.ctx();
  await readMailbox({ ...ctx, config: { ...ctx.config, storage: `${import.meta.filename}/nowhere` } });
  expect([...mailbox.seen]).toEqual([1]);
  expect((await status()).imap).toEqual({ host: '127.0.0.1', lastReadAt: null, lastError: expect.stringContaining('ENOTDIR') });
  await readMailbox(ctx);
  expect([...mailbox.seen]).toEqual([1, 2]);
  // another program took the mark away
  mailbox.seen.clear();
  await readMailbox(ctx);
  await world.runJobs();
  expect(await rows()).toEqual([
    { kind: null, state: 'ignored', reason: 'unknown_address' },
    { kind: 'unsubscribe', state: 'ignored', reason: 'unknown_mail' },
  ]);
  expect((await status()).imap).toEqual({ host: '127.0.0.1', lastReadAt: expect.any(Number), lastError: null });
});

test('a mailbox that cannot be opened is noted, and its password nowhere', async () => {
  const ctx = world.ctx();
  const other = mailbox.url.replace('pass-hunter2', 'wrong-hunter3');
  await readMailbox({ ...ctx, config: { ...ctx.config, inboundImapUrl: other } });
  const { imap } = await status();
  expect(imap?.lastError).toContain('wrong: ');
  expect(`${imap?.lastError} ${world.logged().join(' ')}`).not.toMatch(/hunter\d/);
  await readMailbox({ ...ctx, config: { ...ctx.config, inboundImapUrl: 'imap://us:hunter4@127.0.0.1:1' } });
  expect((await status()).imap?.lastError).toContain('ECONNREFUSED');
});

test('an address of a mailbox names its folder, and its password in any letters', () => {
  expect(accountOf('imaps://us%40example.org:p%2Fw@imap.example.org/Replies')).toEqual({
    ...{ host: 'imap.example.org', port: 993, secure: true, folder: 'Replies' },
    auth: { user: 'us@example.org', pass: 'p/w' },
  });
});
