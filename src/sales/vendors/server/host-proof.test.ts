/** Whose a host name is: several may wish for it, the first who proves it has it. */
import callbackDns from 'node:dns';
import dns from 'node:dns/promises';
import { once } from 'node:events';
import http from 'node:http';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { testWorld } from '#app/testing.ts';
import { brand, brandAtHost, isVendorHost, setBrand } from './brand.service.ts';
import { checkHost } from './host-proof.service.ts';
import { buildVendor } from './vendors.factory.ts';

/** What answers under every name: this installation, or somebody else. */
const answers = { body: '{"done":true}' };
const server = http.createServer((_request, response) => response.end(answers.body));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const at = server.address();
const port = typeof at === 'object' && at !== null ? at.port : 0;
const world = await testWorld({ env: { PUBLIC_URL: `http://localhost:${port}` } });
afterAll(async () => {
  await world.close();
  server.closeAllConnections();
  server.close();
});
// every name of these tests is on this machine
const here = { address: '127.0.0.1', family: 4 } as const;
beforeEach(() => {
  answers.body = '{"done":true}';
  // as text and back: of the overloads the spies know only the one that answers a single address
  const found = JSON.parse(JSON.stringify([here]));
  const spies = [
    vi.spyOn(dns, 'lookup').mockImplementation(() => Promise.resolve(found)),
    vi.spyOn(callbackDns, 'lookup').mockImplementation((...given: unknown[]) => {
      const done = given.at(-1);
      if (typeof done === 'function') done(null, found);
    }),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
});

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
/** What stands in the DNS until the end of the test. */
function zone(records: Record<string, string[]>): void {
  const spy = vi.spyOn(dns, 'resolveTxt').mockImplementation((name) => {
    const found = records[name];
    // a long text comes in parts
    return found === undefined
      ? Promise.reject(new Error('ENOTFOUND'))
      : Promise.resolve(found.map((text) => [text.slice(0, 9), text.slice(9)]));
  });
  onTestFinished(() => spy.mockRestore());
}
type Vendor = Awaited<ReturnType<typeof buildVendor>>;
async function wish({ actor }: Vendor, host: string | null): Promise<{ name: string; value: string }> {
  const ctx = world.ctx(actor);
  const { hostRecord } = await setBrand(ctx, { host, revision: (await brand(ctx)).revision });
  return hostRecord ?? { name: '', value: '' };
}
const check = ({ actor }: Vendor) => checkHost(world.ctx(actor));

test('several wish for one name; the one whose record stands in the DNS has it, and the others are told', async () => {
  const [squatter, owner] = [await buildVendor(world), await buildVendor(world)];
  const host = 'meet.owner.example';
  const [theirs, mine] = [await wish(squatter, host), await wish(owner, host)];
  expect(theirs.name).toBe('_atrium.meet.owner.example');
  expect(theirs.value).not.toBe(mine.value);
  // the name leads here already: that alone proves nothing
  zone({});
  expect(await check(squatter)).toMatchObject({ hostCheckedAt: null, hostTrouble: 'not_proven' });
  expect(await brandAtHost(world.ctx(), host)).toBeNull();
  zone({ [mine.name]: ['v=spf1 -all', mine.value] });
  expect(await check(squatter)).toMatchObject({ hostTrouble: 'not_proven' });
  answers.body = 'a shop';
  expect(await check(owner)).toMatchObject({ hostCheckedAt: null, hostTrouble: 'leads_elsewhere' });
  answers.body = '{"done":true}';
  expect(await check(owner)).toMatchObject({ hostCheckedAt: expect.any(Number), hostTrouble: null });
  expect((await brandAtHost(world.ctx(), host))?.brand).toBeTruthy();
  expect(await check(squatter)).toMatchObject({ hostCheckedAt: null, hostTrouble: 'not_proven' });
});

test('two whose records both stand: the first one keeps it; one whose record is gone gives way', async () => {
  const [first, second] = [await buildVendor(world), await buildVendor(world)];
  const host = 'both.example.org';
  const [one, two] = [await wish(first, host), await wish(second, host)];
  zone({ [one.name]: [one.value, two.value] });
  await check(first);
  expect(await codeOf(check(second))).toBe('host_taken');
  expect((await brand(world.ctx(first.actor))).hostCheckedAt).not.toBeNull();
  zone({ [one.name]: [two.value] });
  expect(await check(second)).toMatchObject({ hostCheckedAt: expect.any(Number) });
  expect(await brand(world.ctx(first.actor))).toMatchObject({ hostCheckedAt: null, hostTrouble: 'not_proven', host });
  const { rows } = await world
    .ctx()
    .system.read.execute(sql`select count(*)::int as n from vendor_brands where host = ${host} and host_checked_at is not null`);
  expect(rows).toEqual([{ n: 1 }]);
});

test('two who prove it at once: the database lets one through', async () => {
  const [one, two] = [await buildVendor(world), await buildVendor(world)];
  const host = 'race.example.org';
  const records = [await wish(one, host), await wish(two, host)];
  zone({ [`_atrium.${host}`]: records.map((record) => record.value) });
  const ends = await Promise.all([one, two].map((vendor) => codeOf(check(vendor))));
  expect(ends.sort()).toEqual(['fine', 'host_taken']);
});

test('a wish lapses after seven days: no certificate, no look, no check, and it may be made again', async () => {
  const vendor = await buildVendor(world);
  const host = 'late.example.org';
  const { name, value } = await wish(vendor, host);
  zone({ [name]: [value] });
  expect(await isVendorHost(world.ctx(), host)).toBe(true);
  world.clock.advance(7 * 86_400_000 + 1000);
  expect(await brand(world.ctx(vendor.actor))).toMatchObject({ host: null, hostTrouble: 'lapsed', hostRecord: null });
  expect(await isVendorHost(world.ctx(), host)).toBe(false);
  expect(await codeOf(check(vendor))).toBe('not_possible');
  // the record may stay as it is
  expect(await wish(vendor, host)).toEqual({ name, value });
  expect(await check(vendor)).toMatchObject({ hostCheckedAt: expect.any(Number) });
  world.clock.advance(30 * 86_400_000);
  expect(await brand(world.ctx(vendor.actor))).toMatchObject({ host });
  expect(await isVendorHost(world.ctx(), host)).toBe(true);
});

test('an endpoint’s unproven name gives way to a vendor’s proven one; a proven one does not', async () => {
  const [vendor, other] = [await buildVendor(world), await buildVendor(world)];
  const { write, read } = world.ctx().system;
  // every account has one from its beginning, or gets it with the first question
  const endpoint = (accountId: string, host: string, checkedAt: Date | null) =>
    write((tx) =>
      tx.execute(sql`insert into endpoints (id, account_id, key, host, host_checked_at)
        values (gen_random_uuid(), ${accountId}, ${host}, ${host}, ${checkedAt?.toISOString() ?? null}::timestamptz)
        on conflict (account_id) do update set host = excluded.host, host_checked_at = excluded.host_checked_at`),
    );
  const [free, held] = ['free.example.org', 'held.example.org'];
  const record = await wish(vendor, free);
  await endpoint(other.actor.accountId, free, null);
  zone({ [record.name]: [record.value] });
  expect(await check(vendor)).toMatchObject({ hostCheckedAt: expect.any(Number) });
  const left = await read.execute(sql`select host from endpoints where account_id = ${other.actor.accountId}`);
  expect(left.rows).toEqual([{ host: null }]);
  await expect(
    write((tx) => tx.execute(sql`update endpoints set host = ${free} where account_id = ${other.actor.accountId}`)),
  ).rejects.toThrow();
  await endpoint(vendor.actor.accountId, held, new Date());
  const wished = await wish(other, held);
  zone({ [wished.name]: [wished.value] });
  expect(await codeOf(check(other))).toBe('host_taken');
});
