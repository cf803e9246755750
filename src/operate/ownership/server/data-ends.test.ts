/** The data of an account whose plan ended unpaid: two notices, closed, erased; each step once, in whatever process and however often. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import { ends, lookDaily, threeEnded } from './data-ends.factory.ts';
import { endData } from './data-ends.service.ts';
import { eraseDue } from './erase.service.ts';
import { codeOf, day, nameOf } from './ownership.factory.ts';

const place = await threeEnded();
const { world, shop } = place;
afterAll(() => world.close());
const [ana, ben, cleo] = place.three;
const { read } = world.ctx().system;
const told = async (who: typeof ana) => (await templatesTo(world, who.email)).filter((one) => one.startsWith('ownership.'));
const states = async () =>
  (await read.execute(sql`select state from account_closings order by id`)).rows.map((row) => row['state']);
const actions = async (who: typeof ana) =>
  (
    await read.execute(
      sql`select action from audit_entries where account_id = ${who.accountId} and action like 'ownership.data-%' order by id`,
    )
  ).rows.map((row) => row['action']);
const mine = (who: typeof ana) => world.api(who).dataEnds.mine();
const endedAt = world.clock.now();

test('a month before its owners are told, a week before again, and both only once', async () => {
  await lookDaily(place, 29);
  expect([await told(ana), (await mine(ana)).closeAt]).toEqual([[], null]);
  await lookDaily(place, 1);
  await Promise.all([endData(world.ctx()), endData(world.ctx())]);
  expect(await told(ana)).toEqual(['ownership.dataEnding']);
  const { closeAt, graceDays, rights } = await mine(ana);
  expect([Math.round(((closeAt ?? 0) - endedAt) / day), graceDays, rights]).toEqual([60, 30, { export: true, buy: true }]);
  await lookDaily(place, 22);
  expect(await told(ana)).toEqual(['ownership.dataEnding']);
  await lookDaily(place, 1);
  await Promise.all([endData(world.ctx()), endData(world.ctx()), endData(world.ctx())]);
  expect(await told(ana)).toEqual(['ownership.dataEnding', 'ownership.dataLast']);
  expect(Math.round((((await mine(ana)).closeAt ?? 0) - endedAt) / day)).toBe(60);
});

test('its owner takes the data along before', async () => {
  expect(await codeOf(world.api(ana).ownership.startExport({ body: { withRecordings: false } }))).toBe('proof_needed');
});

test('on the day it is closed once, and the grace of every closed account begins', async () => {
  await lookDaily(place, 6);
  expect(await states()).toEqual([]);
  world.clock.advance(day);
  await Promise.all([endData(world.ctx()), endData(world.ctx()), endData(world.ctx())]);
  expect(await states()).toEqual(['waiting', 'waiting', 'waiting']);
  expect(await told(ana)).toEqual(['ownership.dataEnding', 'ownership.dataLast', 'ownership.dataClosed']);
  expect(await ends(place, ana)).toEqual(['closing']);
  const { items, days } = await world.api(shop.operator).dataEnds.list({ query: {} });
  expect([items.map(({ stage }) => stage), days]).toEqual([['closing', 'closing', 'closing'], 60]);
});

test('whoever opens it again has the days anew, from then on', async () => {
  await world.api(ben).ownership.undo();
  await lookDaily(place, 1);
  expect(await ends(place, ben)).toEqual(['stopped undone']);
  expect((await mine(ben)).closeAt).toBeNull();
  const { stage, on } = await world.api(shop.operator).dataEnds.get({ params: { id: ben.accountId } });
  expect([stage, Math.round(((on ?? 0) - world.clock.now()) / day)]).toEqual(['counting', 30]);
});

test('money that comes within the grace opens it again, and nothing is erased before that', async () => {
  await read.execute(sql`insert into balance_entries (id, account_id, seller_id, currency, amount, cause, at)
    values (gen_random_uuid(), ${cleo.accountId}, ${shop.operator.accountId}, 'EUR', 100, 'given', now())`);
  world.clock.advance(40 * day);
  await eraseDue(world.ctx());
  expect(await nameOf(world, cleo.accountId)).not.toBe('');
  await endData(world.ctx());
  expect(await ends(place, cleo)).toEqual(['stopped money']);
  const [row] = (await read.execute(sql`select state, erase_at from accounts where id = ${cleo.accountId}`)).rows;
  expect(row).toEqual({ state: 'active', erase_at: null });
});

test('when the grace is over everything is erased but the papers, and each owner has a receipt', async () => {
  await eraseDue(world.ctx());
  expect(await nameOf(world, ana.accountId)).toBe('');
  await endData(world.ctx());
  expect(await ends(place, ana)).toEqual(['erased']);
  expect((await read.execute(sql`select 1 from invoices where account_id = ${ana.accountId}`)).rows.length).toBeGreaterThan(1);
  expect((await read.execute(sql`select 1 from rooms where account_id = ${ana.accountId}`)).rows).toEqual([]);
  expect((await read.execute(sql`select recipient from outbox_mails where template = 'ownership.erased'`)).rows).toEqual([
    { recipient: ana.email },
  ]);
  expect(await actions(ana)).toEqual(['ownership.data-warned', 'ownership.data-warned', 'ownership.data-closed']);
});
