/** Whose an endpoint's host name is: proven as vendors prove theirs, out of the same pot. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { brand, setBrand } from '#sales/vendors/server/brand.service.ts';
import { codeOf, hostWorld } from '#sales/vendors/server/host-proof.factory.ts';
import { checkHost as checkVendorHost } from '#sales/vendors/server/host-proof.service.ts';
import { buildVendor } from '#sales/vendors/server/vendors.factory.ts';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { holdHost } from '#kit/server/http/host-proof.ts';
import { endpointByHost, lockEndpoint } from './endpoint.queries.ts';
import { get } from './endpoint.service.ts';
import { checkHost, setHost, tlsAsk } from './host.service.ts';

const { world, answers, zone, close } = await hostWorld();
afterAll(close);

const none = { name: '', value: '' };
/** Wishes for a name with the account's endpoint; gives the record to set. */
async function wish(actor: UserActor, host: string) {
  await setHost(world.ctx(actor), host);
  return (await get(world.ctx(actor))).host?.record ?? none;
}
async function vendorWish(actor: UserActor, host: string) {
  const ctx = world.ctx(actor);
  return (await setBrand(ctx, { host, revision: (await brand(ctx)).revision })).hostRecord ?? none;
}
const check = (actor: UserActor) => checkHost(world.ctx(actor));
const hostOf = async (actor: UserActor) => (await get(world.ctx(actor))).host;
const holder = async (host: string) => (await endpointByHost(world.ctx().system.read, host))?.accountId ?? null;
const mailsAbout = async (accountId: string) => {
  const { rows } = await world
    .ctx()
    .system.read.execute<{ template: string }>(
      sql`select template from outbox_mails where account_id = ${accountId} order by id`,
    );
  return rows.map((row) => row.template);
};

test('a name that leads here is nobody’s until its record stands; several may wish for it', async () => {
  const [squatter, owner] = [await buildPerson(world), await buildPerson(world)];
  const host = 'bbb.owner.example';
  const [theirs, mine] = [await wish(squatter, host), await wish(owner, host)];
  expect(mine).toEqual({ name: '_atrium.bbb.owner.example', value: expect.stringMatching(/^atrium-host=\S{20,}$/) });
  expect(theirs.value).not.toBe(mine.value);
  zone({});
  expect(await check(squatter)).toEqual({ trouble: 'not_proven' });
  expect(await holder(host)).toBeNull();
  zone({ [mine.name]: ['v=spf1 -all', mine.value] });
  answers.body = 'a shop';
  expect(await check(owner)).toEqual({ trouble: 'leads_elsewhere' });
  answers.body = '{"done":true}';
  expect(await check(squatter)).toEqual({ trouble: 'not_proven' });
  expect(await check(owner)).toEqual({ trouble: null });
  expect(await holder(host)).toBe(owner.accountId);
  expect(await hostOf(owner)).toMatchObject({ checkedAt: expect.any(Number), trouble: null, record: mine });
});

test('both records stand: the first keeps it; one whose record is gone gives way and is told by mail', async () => {
  const [first, second] = [await buildPerson(world), await buildPerson(world)];
  const host = 'both.bbb.example';
  const [one, two] = [await wish(first, host), await wish(second, host)];
  zone({ [one.name]: [one.value, two.value] });
  await check(first);
  expect(await codeOf(check(second))).toBe('host_taken');
  expect(await holder(host)).toBe(first.accountId);
  zone({ [one.name]: [two.value] });
  expect(await check(second)).toEqual({ trouble: null });
  expect(await holder(host)).toBe(second.accountId);
  expect(await hostOf(first)).toMatchObject({ name: host, checkedAt: null, trouble: 'not_proven', record: one });
  expect(await mailsAbout(first.accountId)).toContain('vendors.hostLost');
  expect(await mailsAbout(second.accountId)).not.toContain('vendors.hostLost');
});

test('endpoints and vendors ask out of one pot, and whoever proves it later takes it from one whose record is gone', async () => {
  const [vendor, person] = [(await buildVendor(world)).actor, await buildPerson(world)];
  const host = 'pot.example.org';
  const [theirs, mine] = [await vendorWish(vendor, host), await wish(person, host)];
  zone({ [mine.name]: [mine.value, theirs.value] });
  await checkVendorHost(world.ctx(vendor));
  expect(await codeOf(check(person))).toBe('host_taken');
  zone({ [mine.name]: [mine.value] });
  expect(await check(person)).toEqual({ trouble: null });
  expect(await brand(world.ctx(vendor))).toMatchObject({ host, hostCheckedAt: null, hostTrouble: 'not_proven' });
  expect(await mailsAbout(vendor.accountId)).toContain('vendors.hostLost');
  zone({ [mine.name]: [mine.value, theirs.value] });
  expect(await codeOf(checkVendorHost(world.ctx(vendor)))).toBe('host_taken');
  zone({ [mine.name]: [theirs.value] });
  expect(await checkVendorHost(world.ctx(vendor))).toMatchObject({ hostCheckedAt: expect.any(Number) });
  expect(await hostOf(person)).toMatchObject({ name: host, checkedAt: null, trouble: 'not_proven' });
  expect(await mailsAbout(person.accountId)).toContain('vendors.hostLost');
  // whatever asks, the database lets a name lead to one place
  await expect(
    world
      .ctx()
      .system.write((tx) => tx.execute(sql`update endpoints set host_checked_at = now() where account_id = ${person.accountId}`)),
  ).rejects.toThrow();
});

test('what was found to lead here before there were records works until somebody else proves it', async () => {
  const [before, owner] = [await buildPerson(world), await buildPerson(world)];
  const host = 'old.bbb.example';
  await wish(before, host);
  await world
    .ctx()
    .system.write((tx) => tx.execute(sql`update endpoints set host_checked_at = now() where account_id = ${before.accountId}`));
  zone({});
  expect(await check(before)).toEqual({ trouble: 'not_proven' });
  world.clock.advance(30 * 86_400_000);
  expect(await holder(host)).toBe(before.accountId);
  expect(await tlsAsk(world.ctx(), host)).toEqual({ done: true });
  const record = await wish(owner, host);
  zone({ [record.name]: [record.value] });
  expect(await check(owner)).toEqual({ trouble: null });
  expect(await holder(host)).toBe(owner.accountId);
});

test('a wish lapses after seven days: no certificate, no check, and it may be made again', async () => {
  const person = await buildPerson(world);
  const host = 'late.bbb.example';
  const record = await wish(person, host);
  zone({ [record.name]: [record.value] });
  expect(await tlsAsk(world.ctx(), host)).toEqual({ done: true });
  world.clock.advance(7 * 86_400_000 + 1000);
  expect(await hostOf(person)).toEqual({ name: host, checkedAt: null, trouble: 'lapsed', record: null });
  expect(await codeOf(tlsAsk(world.ctx(), host))).toBe('not_found');
  expect(await codeOf(check(person))).toBe('not_possible');
  // the record may stay as it is
  expect(await wish(person, host)).toEqual(record);
  expect(await check(person)).toEqual({ trouble: null });
});

const waitingForNames = sql`select count(*)::int as n from pg_locks
  where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`;
test('two checks at once wait for the name before any row, so neither waits for ever', async () => {
  const [vendor, person] = [(await buildVendor(world)).actor, await buildPerson(world)];
  const host = 'locks.example.org';
  const [theirs, mine] = [await vendorWish(vendor, host), await wish(person, host)];
  zone({ [mine.name]: [mine.value, theirs.value] });
  const { system } = world.ctx();
  // while somebody holds the name, a waiting check holds no row
  const checking = await system.write(async (tx) => {
    await holdHost(tx, host);
    const waiting = Promise.all([codeOf(check(person)), codeOf(checkVendorHost(world.ctx(vendor)))]);
    await expect.poll(async () => (await tx.execute(waitingForNames)).rows, { timeout: 5_000 }).toEqual([{ n: 2 }]);
    await tx.execute(sql`set local lock_timeout = '1s'`);
    expect(await lockEndpoint(tx, person.accountId)).toMatchObject({ host });
    return { waiting };
  });
  expect((await checking.waiting).sort()).toEqual(['fine', 'host_taken']);
});
