/** Each mail reaches staff once: none is lost among others, and none is taken twice. */
import { sql } from 'drizzle-orm';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { newId } from '#kit/server/ids.ts';
import type { Actor, UserActor } from '#kit/server/ctx.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { changeStanding } from '#core/accounts/server/standing.service.ts';
import { takeMessage } from '#core/inbound/server/take-message.service.ts';
import { returnAddress } from '#core/outbox/server/return-address.service.ts';
import { buildLetter } from '#meet/schedule/server/calendar-replies.factory.ts';
import { buildOperator, buildOwner, buildVendor, grantOfAll } from '#sales/vendors/server/vendors.factory.ts';
import { testWorld } from '#app/proof/testing.ts';
import { ticketLimits } from '../tickets.rules.ts';
import { takeAnswer, takeQuestion } from './letters.service.ts';
import { buildTicket } from './tickets.factory.ts';

const world = await testWorld({ env: { MAIL_FROM: 'hello@meet.example', INBOUND_ADDRESS: 'mail@replies.example.com' } });
afterAll(() => world.close());
const { actor: operator } = await buildOperator(world);
const support = 'support@replies.example.com';

const at = (id: string) => ({ params: { id } });
const run = (statement: ReturnType<typeof sql>) => world.ctx().system.read.execute(statement);
const ticketOf = (id: string, actor: Actor = operator) => world.api(actor).tickets.get(at(id));
const messagesOf = async (id: string) => (await ticketOf(id)).entries.flatMap((one) => (one.kind === 'message' ? [one] : []));
const issuesOf = async (actor: UserActor) => (await world.api(actor).issues.list()).items;
const listed = async (from: string, actor: Actor = operator) =>
  (await world.api(actor).unknownMails.list({ query: { search: from } })).items;
const stranger = () => `${newId().slice(-8)}@elsewhere.example`;
const serve = ({ accountId }: UserActor, vendor: UserActor) =>
  world
    .ctx()
    .system.write((tx) => changeStanding(tx, accountId, { vendorAccountId: vendor.accountId, entitlements: grantOfAll(1) }));
type RawMail = { from: string; to: string; headers?: readonly string[] };
const rawOf = ({ from, to, headers = [] }: RawMail) =>
  Buffer.from(
    [`From: <${from}>`, `To: ${to}`, 'Subject: Help', `Message-ID: <${newId()}@x.example>`, ...headers, '', 'Words.'].join(
      '\r\n',
    ),
  );
async function receive(mail: RawMail): Promise<Buffer> {
  const raw = rawOf(mail);
  await takeMessage(world.ctx(), { raw, recipient: mail.to, via: 'smtp' });
  await world.runJobs();
  return raw;
}

test('two mails of a program with one Message-ID both reach staff', async () => {
  const customer = (await buildOwner(world)).actor;
  const id = await buildTicket(world.ctx(customer));
  const letters = ['Disk full.', 'Disk empty.'].map((text) =>
    buildLetter({ from: customer.email, text, messageId: '<alarm@printer.example>' }),
  );
  for (const letter of letters) await takeAnswer(world.ctx(), { id, letter });
  expect((await messagesOf(id)).map(({ text }) => text)).toEqual(['Everybody hears themselves.', 'Disk full.', 'Disk empty.']);
  const asker = (await buildOwner(world)).actor;
  for (const text of ['First alarm.', 'Second alarm.'])
    await takeQuestion(world.ctx(), buildLetter({ from: asker.email, text, messageId: '<alarm@printer.example>' }));
  expect((await issuesOf(asker)).map(({ last }) => last).sort()).toEqual(['First alarm.', 'Second alarm.']);
});

test('a mail whose job runs twice at once opens one ticket', async () => {
  const customer = (await buildOwner(world)).actor;
  const letter = buildLetter({ from: customer.email });
  await Promise.all([1, 2, 3].map(() => takeQuestion(world.ctx(), letter)));
  expect(await issuesOf(customer)).toHaveLength(1);
});

test('mails of unknown senders make room for newer ones, and each that goes is counted', async () => {
  const from = stranger();
  await receive({ from, to: support });
  const [oldest] = await listed(from);
  expect(oldest?.verified).toBe(false);
  const { accountId } = operator;
  const fill = (many: number, sender: 'verified' | 'unverified' = 'unverified') =>
    run(sql`insert into ticket_unknown_mails (id, account_id, from_address, from_name, subject, body, verified, files, left_out, mail_id, received_at)
      select gen_random_uuid(), ${accountId}, 'many@elsewhere.example', '', 's', 'b', ${sender === 'verified'}, '[]', '[]', 'm',
      ${new Date(world.clock.now() - 86_400_000).toISOString()}::timestamptz from generate_series(1, ${many}::int)`);
  await fill(ticketLimits.unknownMails - 1, 'verified');
  const newer = stranger();
  const letter = buildLetter({ from: newer });
  await takeQuestion(world.ctx(), letter);
  await takeQuestion(world.ctx(), letter);
  // the only one whose sender is not verified, and not the oldest
  expect([await listed(from), (await listed(newer)).length]).toEqual([[], 1]);
  expect((await world.api(operator).unknownMails.list({ query: {} })).total).toBe(ticketLimits.unknownMails);
  const { reasons } = (await world.api(operator).inbound.status()).last30Days;
  expect(reasons).toContainEqual({ reason: 'no_room', count: 1 });
  await run(sql`delete from ticket_unknown_mails where from_address = 'many@elsewhere.example'`);
});

test('a mail about a ticket of a former seller waits with the seller of now', async () => {
  const [vendor, customer] = [(await buildVendor(world)).actor, (await buildOwner(world)).actor];
  const id = await buildTicket(world.ctx(customer));
  await serve(customer, vendor);
  const from = stranger();
  await takeAnswer(world.ctx(), { id, letter: buildLetter({ from }) });
  expect(await listed(from)).toEqual([]);
  expect(await listed(from, vendor)).toMatchObject([{ from, ticketNumber: null }]);
});

test('mails in a name that is not verified fill nobody’s storage', async () => {
  const customer = (await buildOwner(world)).actor;
  const { max } = ticketLimits.unverifiedFiles;
  const files = await Promise.all(
    Array.from({ length: ticketLimits.files }, async (_, n) => {
      const stored = `inbound-files/${newId()}-0`;
      await filesOf(world.ctx().config).put(stored, Readable.from([Buffer.from('note')]));
      return { stored, name: `${n}.txt`, bytes: 4 };
    }),
  );
  const letter = { from: customer.email, files: JSON.stringify(files) };
  const ask = async (subject: string, more: { verified: boolean }) => {
    await takeQuestion(world.ctx(), buildLetter({ ...letter, subject, ...more }));
    const opened = (await issuesOf(customer)).find((one) => one.subject === subject);
    return (await messagesOf(opened?.id ?? ''))[0];
  };
  for (let n = 0; n < max / files.length; n++)
    expect((await ask(`Part ${n}`, { verified: false }))?.files).toHaveLength(files.length);
  const beyond = await ask('Beyond', { verified: false });
  expect(beyond?.files).toEqual([]);
  expect(beyond?.leftOut).toContainEqual({ name: '0.txt', why: 'not_verified' });
  expect((await ask('Verified', { verified: true }))?.files).toHaveLength(files.length);
});

test('a mail to support that bears the mark of a program waits for staff, and opens no ticket', async () => {
  const customer = (await buildOwner(world)).actor;
  const from = stranger();
  for (const sender of [from, customer.email])
    await receive({ from: sender, to: support, headers: ['Auto-Submitted: auto-generated'] });
  expect(await listed(from)).toMatchObject([{ automatic: true, text: 'Words.' }]);
  expect(await listed(customer.email)).toMatchObject([{ automatic: true }]);
  expect(await issuesOf(customer)).toEqual([]);
});

test('an original is kept from when the mail came in, not from when its job ran', async () => {
  const customer = (await buildOwner(world)).actor;
  const id = await buildTicket(world.ctx(customer));
  const received = (days: number) => newId(world.clock.now() - days * 86_400_000);
  for (const days of [13, 15])
    await takeAnswer(world.ctx(), { id, letter: buildLetter({ from: customer.email, original: received(days) }) });
  expect((await messagesOf(id)).map(({ original }) => original)).toEqual(['none', 'kept', 'gone']);
  const from = stranger();
  await takeQuestion(world.ctx(), buildLetter({ from, original: received(15) }));
  expect(await listed(from)).toMatchObject([{ original: 'gone' }]);
});

test('people of my own customers are found among many of others', async () => {
  const word = `q${newId().slice(-8)}`;
  const [vendor, mine] = [(await buildVendor(world, grantOfAll(100))).actor, (await buildOwner(world)).actor];
  const name = (userId: string) => run(sql`update users set name = ${word} where id = ${userId}`);
  await name(mine.userId);
  for (let n = 0; n < 21; n++) {
    const { actor } = await buildOwner(world);
    await name(actor.userId);
    await serve(actor, vendor);
  }
  const found = async (actor: Actor) => (await world.api(actor).unknownMails.people({ query: { search: word } })).items;
  expect((await found(operator)).map(({ userId }) => userId)).toEqual([mine.userId]);
  expect(await found(vendor)).toHaveLength(20);
});

test('the original of a mail is for staff of the seller alone, byte for byte', async () => {
  const customer = await buildOwner(world);
  const id = await buildTicket(world.ctx(customer.actor));
  const to = returnAddress(world.ctx(), { kind: 'reply', id }) ?? '';
  const from = stranger();
  const answer = await receive({ from: customer.actor.email, to });
  const away = await receive({ from: customer.actor.email, to, headers: ['Auto-Submitted: auto-replied'] });
  const question = await receive({ from, to: support });
  const [[mail], { entries }] = [await listed(from), await ticketOf(id)];
  const step = entries.find((one) => one.kind === 'step' && one.step === 'automatic_reply');
  expect(step).toMatchObject({ original: 'kept' });
  const [vendor, staff] = [await buildVendor(world), await buildOperator(world)];
  const originals = [
    [`/api/tickets/${id}/messages/${(await messagesOf(id)).at(-1)?.id}/original`, answer],
    [`/api/tickets/${id}/messages/${step?.id}/original`, away],
    [`/api/unknown-mails/${mail?.id}/original`, question],
  ] as const;
  const ask = (url: string, token?: string) =>
    world.app.inject({ url, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
  for (const [path, raw] of originals) {
    const asked = [await ask(path), await ask(path, customer.token), await ask(path, vendor.token)];
    expect(asked.map(({ statusCode }) => statusCode)).toEqual([401, 404, 404]);
    const given = await ask(path, staff.token);
    expect([given.statusCode, given.rawPayload.equals(raw), given.headers['content-type']]).toEqual([
      200,
      true,
      'message/rfc822',
    ]);
  }
});
