/** Mail that comes in over a real port: what it does to mails and subscribers, and what is refused. */
import dns from 'node:dns';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, test } from 'vitest';
import { filesOf } from '#kit/server/files/files.ts';
import { freePort } from '#kit/server/db/postgres-process.ts';
import { newId } from '#kit/server/ids.ts';
import { buildSeated } from '#core/accounts/server/accounts.factory.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import { returnAddress, type ReturnKind } from '#core/outbox/server/return-address.service.ts';
import { testWorld } from '#app/proof/testing.ts';
import { inboundLimits } from '../inbound.rules.ts';
import { openDnsServer } from './dns-server.factory.ts';
import { handleMessage } from './handle-message.service.ts';
import { eximReport, exchangeReport, plainMessage, postfixReport } from './inbound.factory.ts';
import { startInbound } from './inbound.jobs.ts';
import { keepInbound } from './keeping.service.ts';
import { listenForMail } from './smtp-listener.service.ts';

const senders: string[] = [];
/** The mail server that takes ours; it knows nobody whose name begins with `gone`. */
const relay = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onMailFrom: ({ address }, _session, done) => {
    senders.push(address);
    done();
  },
  onRcptTo: ({ address }, _session, done) =>
    done(address.startsWith('gone') ? Object.assign(new Error('5.1.1 User unknown'), { responseCode: 550 }) : undefined),
  onData: (stream, _session, done) => stream.resume().on('end', done),
});
const [relayPort, port] = [await freePort(), await freePort()];
await once(relay.listen(relayPort, '127.0.0.1'), 'listening');
const world = await testWorld({
  env: {
    ...{ SMTP_URL: `smtp://127.0.0.1:${relayPort}`, MAIL_FROM: 'Atrium <no-reply@meet.example>' },
    ...{ INBOUND_ADDRESS: 'mail@replies.example.com', INBOUND_SMTP_PORT: String(port) },
  },
});
// nobody outside is asked about the senders of tests
const [names, usual] = [await openDnsServer(new Map()), dns.getServers()];
dns.setServers([names.server]);
const stopInbound = startInbound(() => world.ctx());
const { read } = world.ctx().system;
const files = () => filesOf(world.ctx().config);
afterAll(async () => {
  await stopInbound();
  dns.setServers(usual);
  await names.close();
  await new Promise<void>((resolve) => relay.close(() => resolve()));
  await world.close();
});

type Delivery = { to: string | string[]; from?: string; raw: Buffer };
/** Sends it to our port, as a mail server does; the answer. */
async function deliver({ to, from = '', raw }: Delivery, at = port): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port: at, ignoreTLS: true });
  try {
    return (await transport.sendMail({ envelope: { from, to: [to].flat() }, raw })).response;
  } catch (error) {
    return error instanceof Error ? error.message : '';
  } finally {
    transport.close();
  }
}
const addressOf = (kind: ReturnKind, id: string) => returnAddress(world.ctx(), { kind, id }) ?? '';
async function mailedTo(email = `${newId()}@example.org`): Promise<{ id: string; email: string; to: string }> {
  const ctx = world.ctx();
  await ctx.system.write((tx) =>
    sendMail(ctx, tx, { template: 'digest', to: email, locale: 'en-US', data: { count: 1 }, path: '/dashboard' }),
  );
  await world.runJobs();
  const { rows } = await read.execute<{ id: string }>(sql`select id from outbox_mails where recipient = ${email}`);
  const id = rows[0]?.id ?? '';
  return { id, email, to: addressOf('bounce', id) };
}
const mailOf = async (id: string) =>
  (await read.execute(sql`select state, last_error from outbox_mails where id = ${id}`)).rows[0];
const eventsOf = async (id: string) =>
  (
    await read.execute<{ name: string; data: Record<string, unknown> }>(
      sql`select name, data from events where data->>'mailId' = ${id} or data->>'id' = ${id} order by id`,
    )
  ).rows;
const messagesOf = async (id: string) =>
  (await read.execute(sql`select state, reason, stored from inbound_messages where subject_id = ${id} order by received_at`))
    .rows;
const settled = (state: string, reason: string | null = null) => [{ state, reason, stored: expect.any(String) }];

test('a mail goes out from the address to which its bounces come', async () => {
  const { to } = await mailedTo();
  expect(senders.at(-1)).toBe(to);
});

test.each([
  ['Postfix', postfixReport, 'bounced: 5.1.1 550 5.1.1 <somebody-else@example.net>: Recipient address rejected: User unknown'],
  ['Exchange', exchangeReport, 'bounced: 5.1.10 550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found'],
  ['Exim', eximReport, 'bounced: 5.1.1 550 5.1.1 no such user here'],
] as const)('a report of %s fails our mail, and tells of our recipient', async (_name, report, lastError) => {
  const { id, email, to } = await mailedTo();
  expect(await deliver({ to: to.toUpperCase(), raw: report({ to }) })).toMatch(/^250/);
  await world.runJobs();
  expect(await mailOf(id)).toEqual({ state: 'failed', last_error: lastError });
  expect(await eventsOf(id)).toEqual([
    { name: 'mail.bounced', data: { mailId: id, email, kind: 'hard', aboutId: null, template: 'account.digest' } },
  ]);
  expect(await messagesOf(id)).toEqual(settled('handled'));
});

const [handled, delayed] = [settled('handled'), settled('ignored', 'delayed')];
test.each([
  { name: 'a full mailbox', report: { status: '5.2.2', diagnostic: '552 5.2.2 full' }, row: handled, kinds: ['soft'] },
  { name: 'a policy', report: { status: '5.7.1', diagnostic: '550 5.7.1 blocked' }, row: handled, kinds: ['soft'] },
  { name: 'a trouble that may pass', report: { status: '4.4.7' }, row: handled, kinds: ['soft'] },
  { name: 'a delay', report: { action: 'delayed', status: '4.4.1' }, row: delayed, kinds: [] },
])('$name does not fail the mail', async ({ report, row, kinds }) => {
  const { id, to } = await mailedTo();
  await deliver({ to, raw: postfixReport({ to, ...report }) });
  await world.runJobs();
  expect(await mailOf(id)).toEqual({ state: 'sent', last_error: null });
  expect(await messagesOf(id)).toEqual(row);
  expect((await eventsOf(id)).map((event) => event.data['kind'])).toEqual(kinds);
});

test('a refusal of the recipient counts as a bounce, a mail whose text is lost does not', async () => {
  const { id } = await mailedTo(`gone-${newId()}@example.org`);
  expect((await mailOf(id))?.['state']).toBe('failed');
  expect(await eventsOf(id)).toMatchObject([{ data: { mailId: id, kind: 'hard' } }]);
  const other = await mailedTo();
  await read.execute(sql`update outbox_mails set state = 'failed', body_text = 'v1.x.y' where id = ${other.id}`);
  const operator = await buildSeated(world, { kind: 'operator', scope: ['outbox.view'] });
  await world.api({ ...operator, sessionId: newId() }).outbox.retry({ params: { id: other.id } });
  await world.runJobs();
  expect((await mailOf(other.id))?.['state']).toBe('failed');
  expect(await eventsOf(other.id)).toEqual([]);
});

test('an absence note and a report about a mail that is gone change nothing', async () => {
  const { id, to } = await mailedTo();
  await deliver({ to, from: 'ana@example.org', raw: plainMessage(to, 'Away', ['Auto-Submitted: auto-replied']) });
  const nobody = newId();
  await deliver({ to: addressOf('bounce', nobody), raw: postfixReport({ to }) });
  await world.runJobs();
  expect(await messagesOf(id)).toEqual(settled('ignored', 'not_a_report'));
  expect(await messagesOf(nobody)).toEqual(settled('ignored', 'unknown_mail'));
  expect(await mailOf(id)).toEqual({ state: 'sent', last_error: null });
});

test('the same message counts once, and so does one whose worker died before it was noted', async () => {
  const { id, to } = await mailedTo();
  const raw = postfixReport({ to, messageId: `<${newId()}@mx.example.net>` });
  for (const _time of [1, 2]) expect(await deliver({ to, raw })).toMatch(/^250/);
  const { rows } = await read.execute<{ id: string }>(sql`select id from inbound_messages where subject_id = ${id}`);
  expect(rows).toHaveLength(1);
  const message = { id: rows[0]?.id ?? '' };
  const ctx = world.ctx();
  const dying: typeof ctx.system.write = (work) =>
    ctx.system.write(async (tx) => {
      await work(tx);
      throw new Error('killed');
    });
  await expect(handleMessage({ ...ctx, system: { ...ctx.system, write: dying } }, message)).rejects.toThrow('killed');
  expect(await eventsOf(id)).toEqual([]);
  // another worker settles it between reading and writing
  const late: typeof ctx.system.write = async (work) => {
    await handleMessage(world.ctx(), message);
    return ctx.system.write(work);
  };
  await handleMessage({ ...ctx, system: { ...ctx.system, write: late } }, message);
  await deliver({ to, raw });
  await world.runJobs();
  expect(await eventsOf(id)).toHaveLength(1);
  expect(await messagesOf(id)).toEqual(settled('handled'));
  const stored = String((await messagesOf(id))[0]?.['stored']);
  expect(stored).toMatch(/^inbound-originals\//);
  expect(await files().stat(stored)).not.toBeNull();
});

test('what a job forgot is done by the clock, then given up, and all of it is deleted in the end', async () => {
  const [subject, hopeless] = [newId(), newId()];
  for (const id of [subject, hopeless])
    await deliver({ to: addressOf('reply', id), from: 'a@x.org', raw: plainMessage('us', 'Hello') });
  await read.execute(sql`delete from pgboss.job where name = 'inbound.handle'`);
  await read.execute(sql`update inbound_messages set received_at = now() - interval '2 hours' where subject_id = ${subject}`);
  await read.execute(sql`update inbound_messages set received_at = now() - interval '8 days' where subject_id = ${hopeless}`);
  await keepInbound(world.ctx());
  await world.runJobs();
  expect(await messagesOf(subject)).toEqual(settled('ignored', 'over'));
  expect(await messagesOf(hopeless)).toEqual(settled('failed', 'gave_up'));
  await read.execute(sql`update inbound_messages set received_at = now() - interval '91 days' where subject_id = ${subject}`);
  await keepInbound(world.ctx());
  expect(await messagesOf(subject)).toEqual([]);
});

test('a request to unsubscribe is passed on with its token, whatever wrote it, unless it is our own mail', async () => {
  const [id, token] = [newId(), 'x'.repeat(95)];
  const to = addressOf('unsubscribe', id);
  const write = (subject: string, headers: string[] = []) => plainMessage(to, subject, headers);
  await deliver({ to, from: 'ana@example.org', raw: write(`unsubscribe ${token}`) });
  for (const line of ['Auto-Submitted: auto-generated', 'Precedence: bulk'])
    await deliver({ to, raw: write('unsubscribe', [line]) });
  const { id: mailId } = await mailedTo();
  // people whose domain is our host write such ids, too
  for (const one of [mailId, newId()]) {
    const raw = write('unsubscribe')
      .toString()
      .replace(/^Message-ID: .*/m, `Message-ID: <${one}@localhost>`);
    await deliver({ to, from: 'ana@example.org', raw: Buffer.from(raw) });
  }
  await world.runJobs();
  expect((await eventsOf(id)).map(({ data }) => data)).toEqual([
    { id, original: expect.any(String), token },
    { id, original: expect.any(String), token: null },
    { id, original: expect.any(String), token: null },
    { id, original: expect.any(String), token: null },
  ]);
  // nobody subscribed under this id
  expect(await messagesOf(id)).toEqual([
    ...[1, 2, 3].flatMap(() => settled('ignored', 'unknown_mail')),
    ...settled('ignored', 'loop'),
    ...settled('ignored', 'unknown_mail'),
  ]);
});

test('nothing that a report or a subject says gets out of its line', async () => {
  const { id, to } = await mailedTo();
  const diagnostic = `550 5.1.1 a\u0000b\u0007 password=hunter2 ${'x'.repeat(400)}`;
  await deliver({ to, raw: postfixReport({ to, diagnostic }) });
  const subscriber = newId();
  const from = 'ana@example.org';
  const way = addressOf('unsubscribe', subscriber);
  const folded = `=?utf-8?Q?unsubscribe_${'t'.repeat(30)}=0D=0ABcc:_all@example.org?=`;
  await deliver({ to: way, from, raw: plainMessage(way, folded) });
  await world.runJobs();
  const lastError = String((await mailOf(id))?.['last_error']);
  expect(lastError).toMatch(/^bounced: 5\.1\.1 550 5\.1\.1 a b /);
  expect(lastError).not.toMatch(/\p{Cc}/u);
  expect(lastError.length).toBeLessThanOrEqual(220);
  expect(await eventsOf(subscriber)).toMatchObject([{ data: { token: null } }]);
});

test('foreign and forged addresses, too many of them and too large messages are refused', async () => {
  const id = newId();
  const to = addressOf('bounce', id);
  const forged = to.replace(/\+(.)/, (_all, first) => `+${first === 'a' ? 'b' : 'a'}`);
  for (const other of [forged, 'mail@replies.example.com', 'ana@example.org'])
    expect(await deliver({ to: other, raw: postfixReport({ to }) })).toMatch(/550.*5\.1\.1/);
  const many = Array.from({ length: inboundLimits.recipients + 1 }, () => newId());
  await deliver({ to: many.map((one) => addressOf('reply', one)), from: 'a@x.org', raw: plainMessage('us', 'Hello') });
  expect((await Promise.all(many.map(messagesOf))).flat()).toHaveLength(inboundLimits.recipients);
  const large = Buffer.concat([plainMessage(to, 'Large'), Buffer.alloc(11 * 1024 * 1024, 'line of text\r\n')]);
  expect(await deliver({ to, raw: large })).toContain('552');
  expect(await messagesOf(id)).toEqual([]);
});

test('a message that cannot be stored stays with its sender; the port goes to another worker', async () => {
  const [subject, secondPort] = [newId(), await freePort()];
  const config = { ...world.ctx().config, inboundSmtpPort: secondPort };
  const broken = listenForMail(() => ({ ...world.ctx(), config: { ...config, storage: `${import.meta.filename}/nowhere` } }), 50);
  const message = { to: addressOf('reply', subject), from: 'a@x.org', raw: plainMessage('us', 'Hello') };
  await expect.poll(() => deliver(message, secondPort), { timeout: 10_000 }).toContain('451');
  expect(await messagesOf(subject)).toEqual([]);
  const next = listenForMail(() => ({ ...world.ctx(), config }), 50);
  await broken();
  await expect.poll(() => deliver(message, secondPort), { timeout: 10_000 }).toMatch(/^250/);
  await next();
  expect(await deliver(message, secondPort)).toContain('ECONNREFUSED');
});

test('the operator sees how mail comes in, nobody else does', async () => {
  const seen = async (kind: 'operator' | 'customer', scope: string[]) =>
    world.api({ ...(await buildSeated(world, { kind, scope })), sessionId: newId() }).inbound.status({});
  expect(await seen('operator', ['platform.manage'])).toEqual({
    ...{ address: 'mail@replies.example.com', smtp: { port }, imap: null, lastMessageAt: expect.any(Number) },
    last30Days: {
      ...{ bounces: expect.any(Number), unsubscribes: 0, ignored: expect.any(Number), failed: 1 },
      reasons: expect.arrayContaining([
        { reason: 'delayed', count: 1 },
        { reason: 'gave_up', count: 1 },
        { reason: 'loop', count: 1 },
        { reason: 'not_a_report', count: 1 },
      ]),
    },
  });
  await expect(seen('customer', ['platform.manage'])).rejects.toMatchObject({ code: 'not_found' });
  await expect(seen('operator', [])).rejects.toMatchObject({ code: 'not_allowed' });
  await expect(world.api().inbound.status({})).rejects.toMatchObject({ code: 'not_signed_in' });
});
