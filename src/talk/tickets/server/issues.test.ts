/** Tickets between a customer and the seller’s staff: who sees what, whose turn it is, and the clock. */
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { changeStanding } from '#core/accounts/server/standing.service.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { listNotices } from '#core/outbox/server/notices.service.ts';
import { create as createRoom } from '#meet/rooms/server/rooms.service.ts';
import { buildOperator, buildOwner, buildVendor, grantOfAll } from '#sales/vendors/server/vendors.factory.ts';
import { testWorld } from '#app/proof/testing.ts';
import { keepTickets } from './keeping.service.ts';
import { buildTicket, openAlways } from './tickets.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const operator = (await buildOperator(world)).actor;
await openAlways(world.ctx(operator));
const staff = () => world.api(operator).tickets;
const owner = async () => (await buildOwner(world)).actor;
const member = async (of: UserActor) => {
  const { actor } = await buildActor(world, { accountId: of.accountId, role: 'member' });
  return { ...actor, scope: scopeFor({ accountKind: 'customer', role: 'member', permissions: [] }) };
};
const promised = async (minutes: number) => {
  const actor = await owner();
  await world
    .ctx()
    .system.write((tx) => changeStanding(tx, actor.accountId, { entitlements: { firstResponseMinutes: minutes } }));
  return actor;
};
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
async function allNotFound(works: readonly Promise<unknown>[]): Promise<void> {
  for (const code of await Promise.all(works.map(codeOf))) expect(code).toBe('not_found');
}
const at = (id: string) => ({ params: { id } });
async function answer(id: string, ends: 'wait' | 'keep' | 'resolve' = 'wait', text = 'Please mute one of them.') {
  const { lastMessageId } = await staff().get(at(id));
  return staff().answer({ ...at(id), body: { text, ends, after: lastMessageId } });
}

describe('who sees a ticket', () => {
  test('its writer and those who lead the account; nobody of another account, and no colleague', async () => {
    const boss = await owner();
    const [writer, colleague, stranger] = [await member(boss), await member(boss), await owner()];
    const id = await buildTicket(world.ctx(writer));
    expect((await world.api(writer).issues.get(at(id))).requester.me).toBe(true);
    expect((await world.api(boss).issues.get(at(id))).requester.me).toBe(false);
    for (const other of [colleague, stranger]) {
      const { issues } = world.api(other);
      await allNotFound([
        issues.get(at(id)),
        issues.seen(at(id)),
        issues.reply({ ...at(id), body: { text: 'x' } }),
        issues.solve(at(id)),
        issues.reopen(at(id)),
      ]);
      expect((await issues.list({ query: { whose: 'account', search: 'themselves' } })).items).toEqual([]);
    }
    expect((await world.api(boss).issues.list({ query: { whose: 'account', search: 'themselves' } })).items).toHaveLength(1);
    expect((await world.api(boss).issues.list({ query: { search: 'themselves' } })).items).toEqual([]);
    expect(await codeOf(world.api({ ...writer, scope: [] }).issues.get(at(id)))).toBe('not_allowed');
    expect(await codeOf(world.api({ ...writer, scope: ['tickets.view'] }).issues.solve(at(id)))).toBe('not_allowed');
    expect(await codeOf(world.api().issues.get(at(id)))).toBe('not_signed_in');
    // the desk does not exist for customers, whatever their scope says
    await allNotFound([world.api(boss).tickets.get(at(id)), world.api({ ...boss, scope: ['tickets.answer'] }).tickets.list()]);
  });

  test('a vendor answers its own customers, and neither side sees those of the other', async () => {
    const vendor = (await buildVendor(world)).actor;
    const [theirs, ours] = [await owner(), await owner()];
    await world
      .ctx()
      .system.write((tx) =>
        changeStanding(tx, theirs.accountId, { vendorAccountId: vendor.accountId, entitlements: grantOfAll(1) }),
      );
    const [atVendor, atOperator] = [await buildTicket(world.ctx(theirs)), await buildTicket(world.ctx(ours))];
    const desk = world.api(vendor).tickets;
    expect((await desk.list({ query: { queue: 'unassigned' } })).items.map((one) => one.id)).toEqual([atVendor]);
    expect((await desk.get(at(atVendor))).number).toBe(1001);
    await allNotFound([
      desk.get(at(atOperator)),
      desk.note({ ...at(atOperator), body: { text: 'x' } }),
      desk.customer(at(atOperator)),
      desk.change({ ...at(atOperator), body: { priority: 'high' } }),
      staff().get(at(atVendor)),
      staff().answer({ ...at(atVendor), body: { text: 'x', after: newId() } }),
    ]);
    expect(await desk.bulk({ body: { ids: [atOperator], change: { priority: 'high' } } })).toEqual({ changed: 0, left: 1 });
    expect((await desk.takeNext()).id).toBe(atVendor);
    expect((await desk.takeNext()).id).toBeNull();
    expect((await world.api(vendor).tickets.customer(at(atVendor))).servers).toEqual([]);
  });
});

test('who changed their seller is no more answered by the former one, and asks the new one', async () => {
  const vendor = (await buildVendor(world)).actor;
  const customer = await owner();
  const servedBy = (vendorAccountId: string | null) =>
    world.ctx().system.write((tx) => changeStanding(tx, customer.accountId, { vendorAccountId, entitlements: grantOfAll(1) }));
  await servedBy(vendor.accountId);
  const id = await buildTicket(world.ctx(customer));
  const [{ issues }, desk] = [world.api(customer), world.api(vendor).tickets];
  const { lastMessageId: after } = await desk.get(at(id));
  await servedBy(null);
  expect(await codeOf(issues.reply({ ...at(id), body: { text: 'Only for the new one.' } }))).toBe('ticket_closed');
  expect(await codeOf(issues.solve(at(id)))).toBe('wrong_step');
  expect(await issues.get(at(id))).toMatchObject({ state: 'closed', rights: { reply: false, solve: false, reopen: false } });
  await allNotFound([
    desk.get(at(id)),
    desk.answer({ ...at(id), body: { text: 'x', after } }),
    desk.note({ ...at(id), body: { text: 'x' } }),
    desk.change({ ...at(id), body: { priority: 'high' } }),
  ]);
  expect(await desk.bulk({ body: { ids: [id], change: { priority: 'high' } } })).toEqual({ changed: 0, left: 1 });
  expect((await desk.takeNext()).id).toBeNull();
  const next = await buildTicket(world.ctx(customer));
  expect((await staff().get(at(next))).account.id).toBe(customer.accountId);
});

test('the answer to somebody who lost their place goes to those who own the account', async () => {
  const boss = await owner();
  const writer = await member(boss);
  const id = await buildTicket(world.ctx(writer));
  const { read, write } = world.ctx().system;
  await write((tx) => tx.execute(sql`update memberships set state = 'suspended' where user_id = ${writer.userId}`));
  await answer(id);
  const { rows } = await read.execute<{ recipient: string }>(
    sql`select recipient from outbox_mails where about_id = ${id} and template = 'ticket.answer'`,
  );
  expect(rows).toEqual([{ recipient: boss.email }]);
  const kinds = (await listNotices(world.ctx(boss), { limit: 50 })).items.map((one) => one.kind);
  expect(kinds).toContain('ticketAnswered');
});

test('a note never leaves staff: not the screen, the search, a mail, a notice or the database', async () => {
  const customer = await owner();
  const id = await buildTicket(world.ctx(customer));
  await staff().note({ ...at(id), body: { text: 'They owe us zeppelin money.' } });
  await answer(id);
  expect((await staff().get(at(id))).entries.map((entry) => entry.kind)).toContain('note');
  expect((await staff().list({ query: { queue: 'all', search: 'zeppelin' } })).items.map((one) => one.id)).toEqual([id]);
  const seen = await world.api(customer).issues.get(at(id));
  expect(JSON.stringify(seen)).not.toMatch(/zeppelin|assign|note/);
  expect((await world.api(customer).issues.list({ query: { whose: 'account', search: 'zeppelin' } })).items).toEqual([]);
  expect(JSON.stringify(await listNotices(world.ctx(customer), { limit: 50 }))).not.toContain('zeppelin');
  const { rows: mails } = await world
    .ctx()
    .system.read.execute<{ body: string }>(sql`select body_text as body from outbox_mails where about_id = ${id}`);
  expect(mails.length).toBeGreaterThan(1);
  for (const { body } of mails) expect(world.ctx().secrets.open('outbox mail', body)).not.toContain('zeppelin');
  // the second wall: the customer's own connection sees no row
  const { read } = world.ctx(customer).db;
  const count = async (table: string) =>
    (await read.execute<{ n: number }>(sql`select count(*)::int as n from ${sql.identifier(table)} where ticket_id = ${id}`))
      .rows[0]?.n;
  expect(await count('ticket_notes')).toBe(0);
  expect(await count('ticket_messages')).toBe(2);
  const { rows } = await read.execute(sql`select 1 from ticket_steps where ticket_id = ${id} and seen_by = 'staff'`);
  expect(rows).toEqual([]);
});

describe('whose turn it is', () => {
  test('an answer waits for the customer, their word opens it again, and solved can be undone for two weeks', async () => {
    const customer = await owner();
    const id = await buildTicket(world.ctx(customer));
    const { issues } = world.api(customer);
    expect((await answer(id)).state).toBe('pending_customer');
    expect((await issues.get(at(id))).state).toBe('your_turn');
    expect((await issues.list()).items[0]?.unread).toBe(true);
    await issues.seen(at(id));
    expect((await issues.list()).items[0]?.unread).toBe(false);
    expect((await issues.reply({ ...at(id), body: { text: 'Still there.' } })).state).toBe('with_us');
    expect((await issues.solve(at(id))).state).toBe('solved');
    expect(await codeOf(issues.solve(at(id)))).toBe('wrong_step');
    expect((await issues.reopen(at(id))).state).toBe('with_us');
    await answer(id, 'resolve');
    expect((await issues.reply({ ...at(id), body: { text: 'No.' } })).state).toBe('with_us');
    await issues.solve(at(id));
    world.clock.advance(15 * 86_400_000);
    await keepTickets(world.ctx());
    expect((await issues.get(at(id))).state).toBe('closed');
    expect(await codeOf(issues.reply({ ...at(id), body: { text: 'x' } }))).toBe('ticket_closed');
  });

  test('the first clock stands on hold, and only an answer stops it', async () => {
    const customer = await promised(60);
    const id = await buildTicket(world.ctx(customer));
    const began = (await staff().get(at(id))).promise;
    expect([began.kind, began.minutes, began.late]).toEqual(['first', 60, false]);
    const minutes = (n: number) => world.clock.advance(n * 60_000);
    minutes(20);
    await staff().note({ ...at(id), body: { text: 'Looking.' } });
    expect((await staff().get(at(id))).promise.dueAt).toBe(began.dueAt);
    await staff().change({ ...at(id), body: { step: 'hold', holdUntil: world.clock.now() + 3_600_000 } });
    expect((await staff().get(at(id))).promise.dueAt).toBeNull();
    minutes(61);
    await keepTickets(world.ctx());
    const woken = await staff().get(at(id));
    expect([woken.state, Math.round(((woken.promise.dueAt ?? 0) - world.clock.now()) / 60_000)]).toEqual(['open', 40]);
    minutes(50);
    expect((await staff().list({ query: { queue: 'late' } })).items.map((one) => one.id)).toContain(id);
    const { promise } = await answer(id);
    expect([promise.kind, promise.firstTook, promise.firstKept, promise.dueAt]).toEqual(['none', 70, false, null]);
    await world.api(customer).issues.reply({ ...at(id), body: { text: 'And now?' } });
    expect((await staff().get(at(id))).promise).toMatchObject({ kind: 'next', minutes: 60, firstTook: 70 });
  });
});

describe('what a ticket is about', () => {
  test('a snapshot shows what is sent, holds no code, and is of nothing that one does not see', async () => {
    const customer = await owner();
    const room = await createRoom(world.ctx(customer), { name: 'Biology', viewerCode: 'opensesame' });
    const { issues } = world.api(customer);
    const query = { kind: 'room' as const, id: room.id };
    const shown = await issues.snapshot({ query });
    expect(JSON.stringify(shown)).not.toContain('opensesame');
    expect(shown.lines).toContainEqual({ key: 'accessCode', as: 'word', value: 'yes', odd: false });
    const body = {
      subject: 'No sound',
      text: 'Since Monday.',
      category: 'meetings' as const,
      about: query,
      snapshot: 'with' as const,
    };
    const { id } = await issues.create({ body });
    const detail = await issues.get(at(id));
    expect(detail.about).toEqual({ ...query, name: 'Biology', path: `/rooms/${room.id}` });
    expect(detail.snapshot?.lines).toEqual(shown.lines);
    expect((await issues.things({ query: { kind: 'room' } })).items.map((one) => one.id)).toEqual([room.id]);
    const colleague = await member(customer);
    const theirs = await createRoom(world.ctx(colleague), { name: 'Chemistry' });
    expect((await issues.things({ query: { kind: 'room' } })).items.map((one) => one.id)).toEqual([room.id, theirs.id]);
    const stranger = world.api(await owner()).issues;
    expect((await stranger.things({ query: { kind: 'room' } })).items).toEqual([]);
    expect(await codeOf(stranger.snapshot({ query }))).toBe('not_found');
    expect(await codeOf(stranger.create({ body }))).toBe('not_found');
    expect((await stranger.form({ query })).about).toBeNull();
  });

  test('bad input is refused or cleaned: files of others, empty words, floods', async () => {
    const customer = await owner();
    const { issues } = world.api(customer);
    const body = { subject: 'Files', text: 'x', category: 'other' as const };
    expect(await codeOf(issues.create({ body: { ...body, files: [newId()] } }))).toBe('file_unknown');
    expect(await codeOf(issues.create({ body: { ...body, text: '\u0008\u0007' } }))).toBe('invalid_input');
    expect(await codeOf(issues.create({ body: { ...body, text: 'x'.repeat(20_001) } }))).toBe('invalid_input');
    expect(await codeOf(issues.create({ body: { ...body, subject: 'a\u2028b c' } }))).toBe('invalid_input');
    const { id } = await issues.create({ body: { ...body, text: '<script>alert(1)</script>\u0007\r\n?' } });
    const [entry] = (await issues.get(at(id))).entries;
    expect(entry).toMatchObject({ text: '<script>alert(1)</script>\n?' });
    for (let n = 0; n < 10; n++) await codeOf(issues.create({ body }));
    expect(await codeOf(issues.create({ body }))).toBe('too_many_requests');
  });
});
