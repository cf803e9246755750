/** Rooms shared across accounts: consent of both sides, and the end at once. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { create } from '#meet/rooms/server/rooms.service.ts';
import { testWorld } from '#app/proof/testing.ts';
import { codeIn } from '../network.rules.ts';
import { answerOffer, endOffer, offer, offers, rooms } from './network.service.ts';
import { accept, ask, newCode, part, partners } from './partners.service.ts';

const world = await testWorld();
afterAll(() => world.close());

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Failure)) throw error ?? new Error('nothing failed');
  return error.code;
}
async function owner(): Promise<UserActor> {
  const { actor } = await buildActor(world, { kind: 'customer' });
  return { ...actor, scope: scopeFor({ accountKind: 'customer', role: 'owner', permissions: [] }) };
}
async function colleagueOf(of: UserActor): Promise<UserActor> {
  const { actor } = await buildActor(world, { accountId: of.accountId, role: 'member' });
  return { ...actor, scope: scopeFor({ accountKind: 'customer', role: 'member', permissions: [] }) };
}
const ctx = (actor: UserActor) => world.ctx(actor);
const roomOf = (actor: UserActor, name = 'Shared room') => create(ctx(actor), { name });
const listed = async (actor: UserActor) => (await rooms(ctx(actor), { limit: 50 })).items;
const door = (actor: UserActor, slug: string) => world.api(actor).meetings.publicRoom({ params: { slug } });

async function partnersNow(): Promise<[UserActor, UserActor]> {
  const [a, b] = [await owner(), await owner()];
  const { code } = await partners(ctx(b));
  await ask(ctx(a), code);
  const [waiting] = (await partners(ctx(b))).items;
  await accept(ctx(b), waiting?.id ?? '');
  return [a, b];
}
async function shared(role: 'moderator' | 'participant' = 'participant') {
  const [a, b] = await partnersNow();
  const room = await roomOf(a);
  const { id } = await offer(ctx(a), { roomId: room.id, to: b.accountId, role });
  return { a, b, room, id };
}
const everyone = { state: 'accepted' as const, who: 'everyone' as const, people: [] };

test('a code is read however it was typed, and leads to the other account once both agree', async () => {
  const [a, b] = [await owner(), await owner()];
  const { code } = await partners(ctx(b));
  expect(codeIn(` ${code.toUpperCase().replaceAll('-', ' ')} `)).toBe(code);
  await ask(ctx(a), code.toUpperCase());
  // the account that was asked stays unnamed before it answers
  expect((await partners(ctx(a))).items).toMatchObject([{ state: 'asked', name: '', account: '' }]);
  const [asked] = (await partners(ctx(b))).items;
  expect(asked).toMatchObject({ state: 'asks' });
  expect(await codeOf(accept(ctx(a), asked?.id ?? ''))).toBe('not_found');
  await accept(ctx(b), asked?.id ?? '');
  expect((await partners(ctx(a))).items).toMatchObject([{ state: 'accepted', account: b.accountId }]);
  expect(await codeOf(ask(ctx(b), (await partners(ctx(a))).code))).toBe('partners_already');
  expect(await codeOf(ask(ctx(a), (await partners(ctx(a))).code))).toBe('own_code');
  const before = (await partners(ctx(b))).code;
  await newCode(ctx(b));
  expect(await codeOf(ask(ctx(await owner()), before))).toBe('code_unknown');
});

test('a room is offered, taken and entered, in the role that was offered', async () => {
  for (const role of ['participant', 'moderator'] as const) {
    const { b, room, id } = await shared(role);
    expect(await listed(b)).toMatchObject([{ id, name: room.name, slug: null, state: 'offered', role }]);
    const colleague = await colleagueOf(b);
    expect(await listed(colleague)).toEqual([]);
    expect((await door(colleague, room.slug)).you).toMatchObject({ skipsCode: false, canStart: false });
    await answerOffer(ctx(b), { id, body: everyone });
    expect(await listed(colleague)).toMatchObject([{ id, slug: room.slug, state: 'accepted' }]);
    expect((await door(colleague, room.slug)).you).toMatchObject({
      skipsCode: true,
      skipsLobby: true,
      canStart: role === 'moderator',
    });
  }
});

test('only those who were chosen come in, and nobody of another account can be chosen', async () => {
  const { b, room, id } = await shared();
  const [chosen, other] = [await colleagueOf(b), await colleagueOf(b)];
  const stranger = await owner();
  expect(await codeOf(answerOffer(ctx(b), { id, body: { state: 'accepted', who: 'chosen', people: [stranger.userId] } }))).toBe(
    'not_found',
  );
  await answerOffer(ctx(b), { id, body: { state: 'accepted', who: 'chosen', people: [chosen.userId] } });
  expect((await door(chosen, room.slug)).you.skipsCode).toBe(true);
  expect((await door(other, room.slug)).you.skipsCode).toBe(false);
  expect(await listed(other)).toEqual([]);
  expect((await world.api(b).people.find({ query: { for: 'network' } })).items.map((one) => one.id)).toContain(chosen.userId);
});

test('whoever comes after the first five hundred by name is found, and can be chosen', async () => {
  const { b, id } = await shared();
  const { actor: last } = await buildActor(world, { accountId: b.accountId, role: 'member', name: 'zzz Zoe' });
  await ctx(b).system.write(async (tx) => {
    await tx.execute(sql`
      with made as (
        insert into users (id, email, name, state, locale, time_zone, version, created_at)
        select gen_random_uuid(), gen_random_uuid() || '@example.org', 'Many ' || n, 'active', 'en-US', 'UTC', 1, now() from generate_series(1, 510) n
        returning id)
      insert into memberships (id, account_id, user_id, role, permissions, preset, state, created_at)
      select gen_random_uuid(), ${b.accountId}::uuid, id, 'member', '{}', 'member', 'active', now() from made`);
  });
  const idsOf = async (search?: string) =>
    (await world.api(b).people.find({ query: { for: 'network', limit: 50, ...(search !== undefined && { search }) } })).items.map(
      ({ id: one }) => one,
    );
  expect(await idsOf()).not.toContain(last.userId);
  expect(await idsOf('zzz')).toEqual([last.userId]);
  await answerOffer(ctx(b), { id, body: { state: 'accepted', who: 'chosen', people: [last.userId] } });
});

test('either side ends it at once', async () => {
  const first = await shared();
  await answerOffer(ctx(first.b), { id: first.id, body: everyone });
  expect((await offers(ctx(first.a), { limit: 10 })).items[0]?.taken).toHaveLength(1);
  await answerOffer(ctx(first.b), { id: first.id, body: { state: 'declined', who: 'everyone', people: [] } });
  expect((await door(first.b, first.room.slug)).you.skipsCode).toBe(false);
  expect((await offers(ctx(first.a), { limit: 10 })).items[0]?.taken).toEqual([]);

  const second = await shared();
  await answerOffer(ctx(second.b), { id: second.id, body: everyone });
  await endOffer(ctx(second.a), second.id);
  expect((await door(second.b, second.room.slug)).you.skipsCode).toBe(false);
  expect(await listed(second.b)).toEqual([]);

  const third = await shared();
  await answerOffer(ctx(third.b), { id: third.id, body: everyone });
  await part(ctx(third.b), (await partners(ctx(third.b))).items[0]?.id ?? '');
  expect((await door(third.b, third.room.slug)).you.skipsCode).toBe(false);
  expect((await offers(ctx(third.a), { limit: 10 })).items).toEqual([]);
});

test('customers of one vendor are a network; whoever leaves it is out from that moment', async () => {
  const [vendor, a, b, outsider] = [await owner(), await owner(), await owner(), await owner()];
  const run = (statement: ReturnType<typeof sql>) => world.ctx().system.write((tx) => tx.execute(statement));
  await run(
    sql`insert into vendors (account_id, state, applied_at, changed_at, referral_code) values (${vendor.accountId}, 'applied', now(), now(), ${vendor.accountId})`,
  );
  await run(
    sql`update vendors set state = 'active', contract_version = '1', approved_at = now(), pool = '{"rooms":null,"people":null,"meetingsAtOnce":null,"peopleAtOnce":null,"recordingGb":null}' where account_id = ${vendor.accountId}`,
  );
  await run(sql`update accounts set kind = 'vendor' where id = ${vendor.accountId}`);
  await run(sql`update accounts set vendor_account_id = ${vendor.accountId} where id in (${a.accountId}, ${b.accountId})`);
  const room = await roomOf(a);
  const { id } = await offer(ctx(a), { roomId: room.id, to: null, role: 'participant' });
  expect(await codeOf(offer(ctx(a), { roomId: room.id, to: null, role: 'moderator' }))).toBe('offered_already');
  expect(await listed(b)).toMatchObject([{ id, wide: true }]);
  expect(await listed(outsider)).toEqual([]);
  expect(await codeOf(answerOffer(ctx(outsider), { id, body: everyone }))).toBe('not_found');
  await answerOffer(ctx(b), { id, body: everyone });
  expect((await door(b, room.slug)).you.skipsCode).toBe(true);
  await run(sql`update accounts set vendor_account_id = null where id = ${b.accountId}`);
  expect((await door(b, room.slug)).you.skipsCode).toBe(false);
  expect(await listed(b)).toEqual([]);
});

test('another account’s room, offer or partnership is not there; without the permission it is refused', async () => {
  const { a, b, room, id } = await shared();
  const [stranger, member] = [await owner(), await colleagueOf(b)];
  expect(await codeOf(offer(ctx(b), { roomId: room.id, to: a.accountId, role: 'participant' }))).toBe('not_found');
  expect(await codeOf(offer(ctx(a), { roomId: room.id, to: stranger.accountId, role: 'participant' }))).toBe('not_found');
  expect(await codeOf(endOffer(ctx(b), id))).toBe('not_found');
  expect(await codeOf(endOffer(ctx(stranger), id))).toBe('not_found');
  expect(await codeOf(part(ctx(stranger), (await partners(ctx(a))).items[0]?.id ?? ''))).toBe('not_found');
  expect(await codeOf(offer(ctx(stranger), { roomId: (await roomOf(stranger)).id, to: null, role: 'participant' }))).toBe(
    'no_network',
  );
  for (const refused of [
    answerOffer(ctx(member), { id, body: everyone }),
    partners(ctx(member)),
    offers(ctx(member), { limit: 1 }),
    newCode(ctx(member)),
  ])
    expect(await codeOf(refused)).toBe('not_allowed');
});

test('by SQL each side sees its own half of a share, others nothing, and nobody writes', async () => {
  const { a, b, id } = await shared();
  await answerOffer(ctx(b), { id, body: everyone });
  const stranger = await owner();
  const count = async (actor: UserActor, table: string) =>
    Number((await ctx(actor).db.read.execute<{ n: string }>(sql.raw(`select count(*) as n from ${table}`))).rows[0]?.n);
  for (const table of ['network_partners', 'network_offers', 'network_answers']) {
    expect([await count(a, table), await count(b, table), await count(stranger, table)], table).toEqual([1, 1, 0]);
    await expect(ctx(a).db.read.execute(sql.raw(`delete from ${table}`))).rejects.toThrow();
  }
});
