import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { newId } from '#kit/server/ids.ts';
import { dueClosings } from './closing.queries.ts';
import { erasePerson } from './closing.service.ts';
import { eraseDue } from './erase.service.ts';
import { buildAccountOwner, buildColleague, codeOf, nameOf, proven, whole } from './ownership.factory.ts';

test('an account that waits for approval is not opened by closing it and opening it again', async () => {
  const world = await worldForThisTest();
  const { actor } = await buildActor(world, { kind: 'customer' });
  const ana = await proven(world, whole(actor));
  const set = (state: string) =>
    world.ctx().system.read.execute(sql`update accounts set state = ${state} where id = ${ana.accountId}`);
  const { ownership } = world.api(ana);
  const body = { name: await nameOf(world, ana.accountId) };
  await set('pending');
  expect(await codeOf(ownership.close({ body }))).toBe('not_possible');
  await set('active');
  await ownership.close({ body });
  await set('suspended');
  expect(await codeOf(ownership.undo())).toBe('not_possible');
});

test('a vendor hands its customers over before it closes', async () => {
  const world = await worldForThisTest();
  const { actor } = await buildActor(world, { kind: 'vendor' });
  const vendor = await proven(world, whole(actor));
  const customer = await buildAccountOwner(world);
  const { read } = world.ctx().system;
  await read.execute(sql`update accounts set vendor_account_id = ${vendor.accountId} where id = ${customer.accountId}`);
  const body = { name: await nameOf(world, vendor.accountId) };
  expect(await codeOf(world.api(vendor).ownership.close({ body }))).toBe('has_customers');
  await read.execute(sql`update accounts set state = 'closed' where id = ${customer.accountId}`);
  expect(await codeOf(world.api(vendor).ownership.close({ body }))).toBe('fine');
});

test('only somebody with a proven address can be offered the account', async () => {
  const world = await worldForThisTest();
  const ana = await proven(world, await buildAccountOwner(world));
  const ben = await buildColleague(world, ana);
  const { ownership, people } = world.api(ana);
  expect((await people.find({ query: { for: 'owner' } })).items.map((one) => one.id)).toEqual([ben.userId]);
  await world
    .ctx()
    .system.read.execute(sql`update users set email = 'school/ben', email_verified_at = null where id = ${ben.userId}`);
  expect((await people.find({ query: { for: 'owner' } })).items).toEqual([]);
  expect(await codeOf(ownership.offer({ body: { userId: ben.userId } }))).toBe('not_possible');
});

test('of somebody who was erased neither address nor browser is left in the log, nor their address in mails', async () => {
  const world = await worldForThisTest();
  const ana = await buildAccountOwner(world);
  const ben = await buildColleague(world, ana);
  const ctx = world.ctx();
  const { read } = ctx.system;
  const note = (accountId: string | null, by: string | null, about: string) =>
    read.execute(
      sql`insert into audit_entries (id, account_id, actor_kind, actor_user_id, action, subject_kind, subject_id, data, address) values (${newId()}, ${accountId}, 'user', ${by}, 'identity.proven', 'user', ${about}, '{"browser": "Zebrafox", "way": "x"}', '192.0.2.77')`,
    );
  await note(null, null, ben.userId);
  await note(null, ben.userId, ben.userId);
  await note(ana.accountId, ben.userId, ben.userId);
  await note(ana.accountId, ana.userId, ana.userId);
  await read.execute(
    sql`insert into outbox_mails (id, user_id, template, recipient, locale, subject, body_text, body_html, state) values (${newId()}, ${ben.userId}, 'account.newDevice', ${ben.email}, 'de', 'x', 'x', 'x', 'sent')`,
  );
  await ctx.system.read.execute(
    sql`insert into user_pictures (user_id, hash, picture, changed_at) values (${ben.userId}, ${'a'.repeat(40)}, 'x', now())`,
  );
  await ctx.system.write((tx) => erasePerson(tx, ben.userId));
  expect((await ctx.system.read.execute(sql`select 1 from user_pictures where user_id = ${ben.userId}`)).rows).toEqual([]);
  const left = await read.execute(
    sql`select account_id is null as nowhere, data, address from audit_entries where action = 'identity.proven' order by 1 desc, address`,
  );
  const bare = { data: {}, address: '' };
  expect(left.rows).toEqual([
    { nowhere: true, ...bare },
    { nowhere: true, ...bare },
    { nowhere: false, data: { way: 'x' }, address: '' },
    { nowhere: false, data: { browser: 'Zebrafox', way: 'x' }, address: '192.0.2.77' },
  ]);
  expect((await read.execute(sql`select 1 from outbox_mails where recipient = ${ben.email}`)).rows).toEqual([]);
  // of somebody who is still here nothing is taken out
  await read.execute(sql`select strip_person(${ana.userId}::uuid)`);
  expect((await read.execute(sql`select 1 from audit_entries where address = '192.0.2.77'`)).rows).toHaveLength(1);
});

test('closed accounts are looked at page by page', async () => {
  const world = await worldForThisTest();
  const ana = await buildAccountOwner(world);
  const { read } = world.ctx().system;
  await read.execute(sql`
    insert into accounts select (r).* from (select jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid())) as r
      from accounts a, generate_series(1, 60) where a.id = ${ana.accountId}) made`);
  await read.execute(sql`
    insert into account_closings (id, account_id, state, created_at, erase_at)
    select gen_random_uuid(), id, 'erasing', now(), now() from accounts where id <> ${ana.accountId} and kind = 'customer'`);
  const at = new Date(world.clock.now());
  const first = await dueClosings(read, at, null);
  const rest = await dueClosings(read, at, first.at(-1)?.id ?? null);
  expect([first.length, rest.length]).toEqual([50, 10]);
  await eraseDue(world.ctx());
  expect((await read.execute(sql`select 1 from account_closings where state <> 'erased'`)).rows).toEqual([]);
});
