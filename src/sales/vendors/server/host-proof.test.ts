/** Whose a host name is: several may wish for it, the first who proves it has it. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { brand, brandAtHost, isVendorHost, setBrand } from './brand.service.ts';
import { codeOf, hostWorld } from './host-proof.factory.ts';
import { checkHost } from './host-proof.service.ts';
import { buildVendor } from './vendors.factory.ts';

const { world, answers, zone, close } = await hostWorld();
afterAll(close);

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
