/** Nobody is closed unheard: a word counts when a mail server took it, and not when it was written. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildEnded, endedWorld, ends, lookAfter, lookDaily } from './data-ends.factory.ts';
import { nameOf } from './ownership.factory.ts';

const place = await endedWorld();
const { world, shop, post } = place;
afterAll(() => world.close());
const [heard, suspended] = await buildEnded(place, 2);
if (heard === undefined || suspended === undefined) throw new Error('nobody');
const { read } = world.ctx().system;
const told = async (who: UserActor) => (await templatesTo(world, who.email)).filter((one) => one.startsWith('ownership.'));
const stage = async (who: UserActor) => (await world.api(shop.operator).dataEnds.get({ params: { id: who.accountId } })).stage;
const warnings = async (who: UserActor) =>
  (await read.execute(sql`select 1 from audit_entries where account_id = ${who.accountId} and action = 'ownership.data-warned'`))
    .rows.length;
await read.execute(sql`update users set state = 'suspended' where id = ${suspended.userId}`);

test('a mail server that takes nothing: told again every week, nobody is closed, and the operator sees it', async () => {
  post.mood = 'deaf';
  await lookAfter(place, [30]);
  expect([await told(heard), await stage(heard)]).toEqual([['ownership.dataEnding'], 'told']);
  await lookDaily(place, 1);
  expect(await stage(heard)).toBe('untold');
  const { items } = await world.api(shop.operator).dataEnds.list({ query: {} });
  expect(items.map((one) => one.stage)).toEqual(['untold', 'untold']);
  await lookAfter(place, [7, 7, 7, 7]);
  expect(await told(heard)).toEqual(Array.from({ length: 5 }, () => 'ownership.dataEnding'));
  expect([await ends(place, heard), post.taken]).toEqual([['warned'], []]);
});

test('once it takes the first word the thirty days run from then on', async () => {
  post.mood = 'well';
  await lookDaily(place, 2);
  expect(await stage(heard)).toBe('told');
  expect(new Set(post.taken)).toEqual(new Set([heard.email]));
  await lookAfter(place, [21]);
  expect(await stage(heard)).toBe('told');
  post.mood = 'deaf';
  await lookDaily(place, 1);
  expect((await told(heard)).at(-1)).toBe('ownership.dataLast');
});

test('the last word that nobody heard closes nobody; heard, it does a week later', async () => {
  await lookAfter(place, [6, 1, 6, 1, 6]);
  expect([await stage(heard), await ends(place, heard)]).toEqual(['untold', ['warned']]);
  expect((await told(heard)).filter((one) => one === 'ownership.dataLast')).toHaveLength(3);
  post.mood = 'well';
  await lookDaily(place, 7);
  expect(await ends(place, heard)).toEqual(['warned']);
  await lookDaily(place, 1);
  expect(await ends(place, heard)).toEqual(['closing']);
  const wiped = read.execute(sql`update data_ends set last_heard_at = null where account_id = ${heard.accountId}`);
  await expect(wiped).rejects.toMatchObject({ cause: { constraint: 'data_ends_heard' } });
});

test('an owner who may not sign in is written to by nobody: nothing is closed until one can be told', async () => {
  expect([await told(suspended), await stage(suspended), await warnings(suspended)]).toEqual([[], 'untold', 0]);
  expect(await ends(place, suspended)).toEqual(['warned']);
  await read.execute(sql`update users set state = 'active' where id = ${suspended.userId}`);
  await lookDaily(place, 8);
  expect([await told(suspended), await stage(suspended), await warnings(suspended)]).toEqual([
    ['ownership.dataEnding'],
    'told',
    1,
  ]);
  await lookAfter(place, [21]);
  expect(await ends(place, suspended)).toEqual(['warned']);
  expect(await nameOf(world, suspended.accountId)).not.toBe('');
});
