/** Limits that are counted, with many at once and one place left; and what a plan leaves out. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { standardEntitlements } from '#core/accounts/accounts.rules.ts';
import { holdPlan } from '#core/accounts/server/plan.service.ts';
import { codeOf, iamPeople } from './rights/iam.factory.ts';
import { crowd, worldForThisTest } from './testing.ts';

async function place() {
  const world = await worldForThisTest(crowd);
  const boss = await iamPeople(world).owner();
  const { accountId } = boss.actor;
  const hold = (plan: Partial<typeof standardEntitlements>) =>
    world
      .ctx()
      .system.write((tx) =>
        holdPlan(world.ctx(), tx, { accountId, plan: { ...standardEntitlements, ...plan }, service: 'full' }),
      );
  return { world, boss, accountId, hold };
}
const many = Array.from({ length: 50 }, (_, n) => n);
const counted = async (work: readonly Promise<unknown>[]) => {
  const codes = await Promise.all(work.map(codeOf));
  return [codes.filter((code) => code === 'fine').length, codes.filter((code) => code === 'limit_reached').length];
};
const newKey = (n: number) => ({ name: `Key ${n}`, scopes: ['rooms.view'] });

test('of fifty groups, keys and rooms at once with one place left, one is made each', async () => {
  const { boss, hold } = await place();
  await hold({ groups: 1, accessKeys: 1, rooms: 1 });
  const { api } = boss;
  expect(await counted(many.map((n) => api.groups.create({ body: { name: `Group ${n}` } })))).toEqual([1, 49]);
  expect(await counted(many.map((n) => api.keys.create({ body: newKey(n) })))).toEqual([1, 49]);
  expect(await counted(many.map((n) => api.rooms.create({ body: { name: `Room ${n}` } })))).toEqual([1, 49]);
}, 60_000);

test('without the API in its plan no key is made, and those there are open nothing until it is back', async () => {
  const { world, boss, hold } = await place();
  const { token } = await boss.api.keys.create({ body: newKey(0) });
  const status = async () =>
    (await world.app.inject({ url: '/api/rooms?limit=1', headers: { authorization: `Bearer ${token}` } })).statusCode;
  expect(await status()).toBe(200);
  await hold({ apiAllowed: false });
  expect(await codeOf(boss.api.keys.create({ body: newKey(1) }))).toBe('limit_reached');
  expect(await status()).toBe(402);
  await hold({});
  expect(await status()).toBe(200);
});

test('a look, a host name and an address of one’s own need a plan with them; what is there may stay or go', async () => {
  const { boss, hold } = await place();
  const { api } = boss;
  const { version } = await api.accounts.get();
  await api.accounts.update({ body: { version, branding: { accent: '#123456' } } });
  const room = await api.rooms.create({ body: { name: 'Physics', slug: 'physics-hall' } });
  await hold({ branding: false, customSlug: false, customDomain: false });
  const set = async (branding: { accent?: string | null; footer?: string | null }) =>
    codeOf(api.accounts.update({ body: { version: (await api.accounts.get()).version, branding } }));
  expect(await set({ accent: '#654321' })).toBe('limit_reached');
  expect(await set({ accent: '#123456' })).toBe('fine');
  expect(await set({ accent: null })).toBe('fine');
  expect(await codeOf(api.endpoint.setHost({ body: { host: 'bbb.example.org' } }))).toBe('limit_reached');
  const change = (slug: string) => codeOf(api.rooms.update({ params: { id: room.id }, body: { version: room.version, slug } }));
  expect(await change('chemistry-hall')).toBe('limit_reached');
  expect(await change('physics-hall')).toBe('fine');
});

test('with the minutes of the month used nothing new starts, unless more are let through; the next month it does', async () => {
  const { world, boss, accountId, hold } = await place();
  const until = new Date(world.clock.now() + 3_600_000).toISOString();
  await world.ctx().system.read.execute(sql`
    insert into account_use (account_id, minutes_used, minutes_until) values (${accountId}, 100, ${until})
    on conflict (account_id) do update set minutes_used = 100, minutes_until = excluded.minutes_until`);
  const { id } = await boss.api.rooms.create({ body: { name: 'Physics' } });
  const start = () => codeOf(boss.api.meetings.start({ params: { id } }));
  await hold({ minutesPerMonth: 100 });
  expect(await start()).toBe('limit_reached');
  await hold({ minutesPerMonth: 100, minutesBeyond: true });
  expect(await start()).toBe('no_server');
  await hold({ minutesPerMonth: 101 });
  expect(await start()).toBe('no_server');
  await hold({ minutesPerMonth: 100 });
  world.clock.advance(3_600_001);
  expect(await start()).toBe('no_server');
});
