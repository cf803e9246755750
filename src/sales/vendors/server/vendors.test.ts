/** The steps of a vendor and its pool, on the real database. */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { findAccount } from '#core/accounts/server/accounts.service.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import { prove } from '#core/identity/server/sessions/proof.service.ts';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import { crowd, testWorld } from '#app/proof/testing.ts';
import { firstPool } from '../vendors.rules.ts';
import { brand, setBrand } from './brand.service.ts';
import { addCustomer, customers, grant, setStarter } from './customers.service.ts';
import { attribute, referralCookie } from './referral.service.ts';
import { apply, standing, step } from './steps.service.ts';
import { buildOperator, buildOwner, buildVendor, customer, emailOf, grantOfAll, operatorPassword } from './vendors.factory.ts';
import { add, edit, get, list } from './vendors.service.ts';

const world = await testWorld(crowd);
afterAll(() => world.close());
const { actor: operator } = await buildOperator(world);
await prove(world.ctx(operator), { password: operatorPassword });
const asOperator = () => world.ctx(operator);

async function failed(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Failure)) throw error ?? new Error('nothing failed');
  return error;
}
const codeOf = async (work: Promise<unknown>) => (await failed(work)).code;
/** The name of the constraint by which the database refused. */
async function refusedBy(statement: ReturnType<typeof sql>): Promise<string | undefined> {
  const error = await world
    .ctx()
    .system.write((tx) => tx.execute(statement))
    .then(
      () => null,
      (thrown: unknown) => thrown,
    );
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof pg.DatabaseError ? cause.constraint : undefined;
}
const about = { about: 'We equip schools', website: 'https://example.org', expected: 20 };

test('a customer applies, the operator approves, and the account is a vendor from then on', async () => {
  const { actor, token } = await buildOwner(world);
  const asked = () => world.app.inject({ url: '/api/vendor/customers', headers: { authorization: `Bearer ${token}` } });
  expect((await asked()).statusCode).toBe(404);
  expect((await standing(world.ctx(actor))).mayApply).toBe(true);
  await apply(world.ctx(actor), about);
  expect(await templatesTo(world, operator.email)).toContain('vendors.applied');
  expect(await codeOf(apply(world.ctx(actor), about))).toBe('not_possible');
  expect((await list(asOperator(), { limit: 50, state: 'applied' })).items.map((one) => one.id)).toContain(actor.accountId);
  expect(await codeOf(step(asOperator(), { id: actor.accountId, body: { to: 'active' } }))).toBe('contract_needed');
  const view = await step(asOperator(), { id: actor.accountId, body: { to: 'active', contractVersion: '2026-1' } });
  expect(view).toMatchObject({ state: 'active', contractVersion: '2026-1', pool: firstPool, appliedBy: { email: actor.email } });
  expect((await findAccount(world.ctx().system.read, actor.accountId))?.kind).toBe('vendor');
  expect(await templatesTo(world, actor.email)).toContain('vendors.standing');
  // people signed in there hold the new permissions from the next request on
  expect((await asked()).statusCode).toBe(200);
});

test('a rejection needs a reason, is told, and another application is possible', async () => {
  const { actor } = await buildOwner(world);
  await apply(world.ctx(actor), about);
  expect(await codeOf(step(asOperator(), { id: actor.accountId, body: { to: 'rejected' } }))).toBe('reason_needed');
  await step(asOperator(), { id: actor.accountId, body: { to: 'rejected', reason: 'No imprint' } });
  expect(await standing(world.ctx(actor))).toMatchObject({ state: 'rejected', reason: 'No imprint', mayApply: true });
  expect(await codeOf(step(asOperator(), { id: actor.accountId, body: { to: 'active', contractVersion: '1' } }))).toBe(
    'not_possible',
  );
  await apply(world.ctx(actor), about);
  expect((await get(asOperator(), actor.accountId)).state).toBe('applied');
});

test('the database refuses steps that make no sense, whoever asks', async () => {
  const { actor } = await buildVendor(world);
  const { actor: applicant } = await buildOwner(world);
  await apply(world.ctx(applicant), about);
  const to = (id: string, state: string) => sql`update vendors set state = ${state}, reason = 'x' where account_id = ${id}`;
  expect(await refusedBy(to(actor.accountId, 'applied'))).toBe('vendor_step');
  expect(await refusedBy(to(actor.accountId, 'rejected'))).toBe('vendor_step');
  expect(await refusedBy(to(applicant.accountId, 'suspended'))).toBe('vendor_step');
  expect(await refusedBy(to(applicant.accountId, 'active'))).toContain('vendors_check');
  expect(await refusedBy(sql`delete from vendors where account_id = ${actor.accountId}`)).toBe('vendor_step');
});

test('the operator sees who came last to a vendor, and its look as customers see it', async () => {
  const { actor } = await buildVendor(world);
  await setBrand(world.ctx(actor), { name: 'Nordlicht', accent: '#0f766e', revision: (await brand(world.ctx(actor))).revision });
  const made: string[] = [];
  for (let at = 0; at < 6; at++) made.push((await addCustomer(world.ctx(actor), customer(1))).id);
  const view = await get(asOperator(), actor.accountId);
  expect(view).toMatchObject({ customers: 6, look: { name: 'Nordlicht', accent: '#0f766e', logo: null } });
  expect(view.newest.map(({ id }) => id)).toEqual(made.slice(1).reverse());
  const { actor: other } = await buildVendor(world);
  expect(await get(asOperator(), other.accountId)).toMatchObject({ newest: [], look: { name: null, accent: null } });
});

test('a suspended vendor takes no new customer, and those it has run on', async () => {
  const { actor } = await buildVendor(world);
  const { id } = await addCustomer(world.ctx(actor), customer(2));
  await step(asOperator(), { id: actor.accountId, body: { to: 'suspended', reason: 'Unpaid' } });
  expect(await codeOf(addCustomer(world.ctx(actor), customer(1)))).toBe('vendor_not_active');
  expect(await findStanding(world.ctx().system.read, id)).toMatchObject({ state: 'active', vendorAccountId: actor.accountId });
  const { actor: other } = await buildOwner(world);
  const attach = sql`update accounts set vendor_account_id = ${actor.accountId}, entitlements = '{"rooms":1,"people":1,"meetingsAtOnce":1,"peopleAtOnce":1,"recordingGb":1}' where id = ${other.accountId}`;
  expect(await refusedBy(attach)).toBe('vendor_takes_none');
  await step(asOperator(), { id: actor.accountId, body: { to: 'active' } });
  await addCustomer(world.ctx(actor), customer(1));
});

test('the customers of a terminated vendor are the operator’s, with all that they hold', async () => {
  const { actor } = await buildVendor(world);
  const { id } = await addCustomer(world.ctx(actor), customer(3));
  await step(asOperator(), { id: actor.accountId, body: { to: 'terminated', reason: 'End of contract' } });
  expect(await findStanding(world.ctx().system.read, id)).toMatchObject({ vendorAccountId: null, stored: grantOfAll(3) });
  expect((await findAccount(world.ctx().system.read, actor.accountId))?.kind).toBe('customer');
  expect(await codeOf(step(asOperator(), { id: actor.accountId, body: { to: 'active' } }))).toBe('not_possible');
});

test('twenty customers at once into what is left for seven: seven are made, and the pool is not oversold', async () => {
  const { actor } = await buildVendor(world, grantOfAll(7));
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => addCustomer(world.ctx(actor), customer(1))));
  expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(7);
  const refusals = results.flatMap((one) =>
    one.status === 'rejected' && one.reason instanceof Failure ? [one.reason.code] : [],
  );
  expect(new Set(refusals)).toEqual(new Set(['pool_exceeded']));
  expect(await standing(world.ctx(actor))).toMatchObject({ given: grantOfAll(7), customers: 7 });
});

test('twenty changes at once to what two customers hold: never more than the pool', async () => {
  const { actor } = await buildVendor(world, grantOfAll(10));
  const [one, other] = [await addCustomer(world.ctx(actor), customer(1)), await addCustomer(world.ctx(actor), customer(1))];
  await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      grant(world.ctx(actor), { id: n % 2 === 0 ? one.id : other.id, grant: grantOfAll(1 + (n % 9)) }),
    ),
  );
  const held = (await standing(world.ctx(actor))).given;
  expect(held?.rooms).toBeLessThanOrEqual(10);
});

test('a pool does not shrink below what was given, and the refusal says the figures', async () => {
  const { actor } = await buildVendor(world, grantOfAll(10));
  await addCustomer(world.ctx(actor), customer(6));
  const view = await get(asOperator(), actor.accountId);
  const refusal = await failed(
    edit(asOperator(), { id: actor.accountId, body: { pool: { ...grantOfAll(10), people: 5 }, revision: view.revision } }),
  );
  expect([refusal.code, refusal.data]).toEqual(['pool_exceeded', { key: 'people', given: 6, wish: 5 }]);
  expect(await refusedBy(sql`update vendors set pool = pool || '{"rooms":5}' where account_id = ${actor.accountId}`)).toBe(
    'vendor_pool',
  );
  const smaller = await edit(asOperator(), { id: actor.accountId, body: { pool: grantOfAll(6), revision: view.revision } });
  expect(smaller.pool).toEqual(grantOfAll(6));
  expect(await codeOf(edit(asOperator(), { id: actor.accountId, body: { pool: grantOfAll(9), revision: view.revision } }))).toBe(
    'changed_meanwhile',
  );
});

test('whatever path gives a customer more, the database holds the pool', async () => {
  const { actor } = await buildVendor(world, grantOfAll(5));
  const { id } = await addCustomer(world.ctx(actor), customer(4));
  expect(await refusedBy(sql`update accounts set entitlements = entitlements || '{"rooms":6}' where id = ${id}`)).toBe(
    'vendor_pool',
  );
  expect(await refusedBy(sql`update accounts set entitlements = entitlements - 'rooms' where id = ${id}`)).toBe('vendor_pool');
  expect(await refusedBy(sql`update accounts set kind = 'vendor' where id = ${id}`)).toBe('vendor_chain');
  // less is always allowed
  expect(await grant(world.ctx(actor), { id, grant: grantOfAll(0) })).toEqual({ grant: grantOfAll(0) });
});

test('a vendor sees its own customers alone, with sums and no names of their people', async () => {
  const [{ actor: one }, { actor: other }] = [await buildVendor(world), await buildVendor(world)];
  const { id } = await addCustomer(world.ctx(one), customer(2));
  const seen = await customers(world.ctx(one), { limit: 50 });
  expect(seen).toMatchObject({ total: 1, next: null });
  expect(seen.items[0]).toMatchObject({ id, grant: grantOfAll(2), use: { rooms: 0, people: 0, meetings: 0, minutes: 0 } });
  expect((await customers(world.ctx(other), { limit: 50 })).items).toEqual([]);
  expect(await codeOf(grant(world.ctx(other), { id, grant: grantOfAll(1) }))).toBe('not_found');
  // what one vendor has given says nothing of its customers to another: by SQL neither
  const rows = await world.ctx(other).db.read.execute(sql`select id from accounts`);
  expect(rows.rows).toEqual([{ id: other.accountId }]);
  const vendorsSeen = await world.ctx(other).db.read.execute(sql`select account_id from vendors`);
  expect(vendorsSeen.rows).toEqual([{ account_id: other.accountId }]);
});

test('a page after the other, newest first', async () => {
  const { actor } = await buildVendor(world);
  const made: string[] = [];
  for (let n = 0; n < 5; n++)
    made.unshift((await addCustomer(world.ctx(actor), { ...customer(1), organisation: `School ${n}` })).id);
  const first = await customers(world.ctx(actor), { limit: 3 });
  const rest = await customers(world.ctx(actor), { limit: 3, cursor: first.next ?? '' });
  expect([...first.items, ...rest.items].map((row) => row.id)).toEqual(made);
  expect((await customers(world.ctx(actor), { limit: 3, search: 'school 4' })).items).toHaveLength(1);
});

test('who signs up by a referral link is the vendor’s customer and begins with what it gives, as far as the pool has it', async () => {
  const { actor } = await buildVendor(world, { ...grantOfAll(4), recordingGb: 0 });
  await setStarter(world.ctx(actor), { ...grantOfAll(3), recordingGb: 2 });
  const code = (await standing(world.ctx(actor))).referral ?? '';
  const visitor = () => world.ctx({ kind: 'nobody' }, { cookies: { [referralCookie]: code } });
  const signUp = async () => {
    const { actor: owner } = await buildActor(world);
    await world.ctx().system.write((tx) => attribute(visitor(), tx, owner.accountId));
    return findStanding(world.ctx().system.read, owner.accountId);
  };
  expect(await signUp()).toMatchObject({ vendorAccountId: actor.accountId, stored: { ...grantOfAll(3), recordingGb: 0 } });
  expect(await signUp()).toMatchObject({ vendorAccountId: actor.accountId, stored: { ...grantOfAll(1), recordingGb: 0 } });
  const shut = (state: string) =>
    world.ctx().system.read.execute(sql`update accounts set state = ${state} where id = ${actor.accountId}`);
  await shut('suspended');
  expect(await signUp()).toMatchObject({ vendorAccountId: null });
  await shut('active');
  await step(asOperator(), { id: actor.accountId, body: { to: 'suspended', reason: 'x' } });
  expect(await signUp()).toMatchObject({ vendorAccountId: null });
});

test('nobody refers themselves', async () => {
  const { actor } = await buildVendor(world);
  const code = (await standing(world.ctx(actor))).referral ?? '';
  const { actor: second } = await buildActor(world, { userId: actor.userId });
  await world
    .ctx()
    .system.write((tx) =>
      attribute(world.ctx({ kind: 'nobody' }, { cookies: { [referralCookie]: code } }), tx, second.accountId),
    );
  expect((await findStanding(world.ctx().system.read, second.accountId))?.vendorAccountId).toBeNull();
});

test('each side’s calls are not there for the other, and a customer’s customer cannot become a vendor', async () => {
  const { actor: vendor } = await buildVendor(world);
  expect(await codeOf(list(world.ctx(vendor), { limit: 10 }))).toBe('not_found');
  expect(await codeOf(customers(asOperator(), { limit: 10 }))).toBe('not_found');
  expect(await codeOf(list(world.ctx({ ...operator, scope: [] }), { limit: 10 }))).toBe('not_allowed');
  expect(await codeOf(customers(world.ctx({ ...vendor, scope: [] }), { limit: 10 }))).toBe('not_allowed');
  const { id } = await addCustomer(world.ctx(vendor), customer(1));
  const { actor: staff } = await buildActor(world, { accountId: id, role: 'owner' });
  expect(await codeOf(apply(world.ctx(staff), about))).toBe('not_possible');
  const { actor: member } = await buildActor(world, { accountId: vendor.accountId, role: 'member' });
  expect(await codeOf(apply(world.ctx(member), about))).toBe('owner_only');
});

const nordlicht = (ownerEmail: string) => ({
  organisation: 'Nordlicht GmbH',
  ownerName: 'Nora',
  ownerEmail,
  locale: 'de' as const,
  timeZone: 'Europe/Berlin',
  contractVersion: '2026-1',
  pool: firstPool,
});

test('without a fresh proof no step is taken and no vendor is made', async () => {
  const { actor: second } = await buildOperator(world);
  const { actor: vendor } = await buildVendor(world);
  const suspend = { id: vendor.accountId, body: { to: 'suspended' as const, reason: 'x' } };
  expect(await codeOf(step(world.ctx(second), suspend))).toBe('proof_needed');
  expect(await codeOf(add(world.ctx(second), nordlicht(emailOf())))).toBe('proof_needed');
  const made = await add(asOperator(), nordlicht(emailOf()));
  expect(made).toMatchObject({ state: 'active', name: 'Nordlicht GmbH', customers: 0 });
});

test('who waits for an answer stands first, on every page of the list', async () => {
  const { actor } = await buildOwner(world);
  await apply(world.ctx(actor), about);
  await buildVendor(world);
  const ids: string[] = [];
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await list(asOperator(), { limit: 1, ...(cursor === undefined ? {} : { cursor }) });
    ids.push(...page.items.map((one) => `${one.state === 'applied' ? 0 : 1} ${one.id}`));
    more = page.next !== null;
    cursor = page.next ?? undefined;
  }
  const waiting = ids.filter((one) => one.startsWith('0'));
  expect(waiting).toContain(`0 ${actor.accountId}`);
  expect(ids.slice(0, waiting.length)).toEqual(waiting.toSorted().toReversed());
  expect(new Set(ids).size).toBe(ids.length);
});

test('what customers use of a pool is counted for both sides', async () => {
  const { actor } = await buildVendor(world);
  const { id } = await addCustomer(world.ctx(actor), customer(4));
  const nothing = { rooms: 0, people: 0, meetingsAtOnce: 0, peopleAtOnce: 0, recordingGb: 0 };
  expect((await standing(world.ctx(actor))).used).toEqual(nothing);
  await world.ctx().system.write(async (tx) => {
    await tx.execute(sql`insert into account_use (account_id, recorded_bytes) values (${id}, 1240000000)
      on conflict (account_id) do update set recorded_bytes = excluded.recorded_bytes`);
  });
  const used = { ...nothing, recordingGb: 1.2 };
  expect((await standing(world.ctx(actor))).used).toEqual(used);
  expect((await get(asOperator(), actor.accountId)).used).toEqual(used);
});
