import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newId } from '#kit/server/ids.ts';
import { worldForThisTest } from '#app/proof/testing.ts';
import { buildOperator } from '#meet/servers/server/servers.factory.ts';
import { buildPerson, failureOf } from '#meet/meetings/server/meet.factory.ts';
import { countDeliveries, takeDelivery } from './deliveries.queries.ts';
import { deliver, tryDelivery } from './deliveries.service.ts';
import { buildReceiver } from './receiver.factory.ts';

async function buildDeliveries() {
  const [world, receiver] = [await worldForThisTest(), await buildReceiver()];
  const operator = await buildOperator(world);
  const owner = await buildPerson(world);
  const ctx = world.ctx();
  const queue = (path: string) =>
    ctx.system.write((tx) =>
      deliver(ctx, tx, {
        accountId: owner.accountId,
        kind: 'hook',
        subjectId: null,
        method: 'POST',
        url: `${receiver.url}${path}?key=secret`,
      }),
    );
  return { world, receiver, operator, owner, ctx, queue, api: world.api(operator).deliveries };
}

test('the operator sees what was not taken, without what the address keeps to itself', async () => {
  const { world, receiver, api, queue, owner } = await buildDeliveries();
  receiver.say({ status: 410, body: 'gone' });
  const lost = await queue('/lost');
  await world.runJobs();
  receiver.say({ status: 200 });
  const taken = await queue('/taken');
  await world.runJobs();
  const all = await api.list({ query: {} });
  expect(all.items.map((one) => [one.id, one.state])).toEqual([
    [taken, 'delivered'],
    [lost, 'given-up'],
  ]);
  const { items, total } = await api.list({ query: { state: 'given-up', accountId: owner.accountId } });
  expect([items.length, total]).toEqual([1, 1]);
  expect(items[0]).toMatchObject({ address: `${receiver.url}/lost`, lastStatus: 410, lastTrouble: 'gone', tries: 1 });
  expect(JSON.stringify(all)).not.toContain('secret');
  const first = await api.list({ query: { limit: 1 } });
  const second = await api.list({ query: { limit: 1, cursor: first.next ?? '' } });
  expect([first.items[0]?.id, second.items[0]?.id, second.next]).toEqual([taken, lost, null]);
});

test('one that was given up is tried again from the beginning; one that was taken is not', async () => {
  const { world, receiver, api, queue, ctx } = await buildDeliveries();
  receiver.say({ status: 410 });
  const id = await queue('/x');
  await world.runJobs();
  receiver.say({ status: 200 });
  expect(await api.retry({ params: { id } })).toMatchObject({ state: 'waiting', tries: 0, endedAt: null });
  await world.runJobs();
  expect(receiver.received).toHaveLength(2);
  expect((await api.list({ query: {} })).items).toMatchObject([{ state: 'delivered', tries: 1 }]);
  expect(await failureOf(api.retry({ params: { id } }))).toMatchObject({ code: 'not_possible' });
  await tryDelivery(ctx, { id });
  expect(receiver.received).toHaveLength(2);
});

test('one that is being tried at this moment is not begun a second time', async () => {
  const { world, receiver, api, queue, ctx } = await buildDeliveries();
  const id = await queue('/x');
  const at = { now: new Date(ctx.now()), until: new Date(ctx.now() + 60_000) };
  expect(await takeDelivery(ctx.system.read, id, at)).not.toBeNull();
  expect(await failureOf(api.retry({ params: { id } }))).toMatchObject({ code: 'not_possible' });
  await tryDelivery(ctx, { id });
  expect(receiver.received).toEqual([]);
  // the worker that had it is gone
  world.clock.advance(61_000);
  expect(await api.retry({ params: { id } })).toMatchObject({ state: 'waiting', tries: 0 });
  await world.runJobs();
  expect(receiver.received).toHaveLength(1);
});

test('a long list is counted only so far', async () => {
  const { ctx, queue } = await buildDeliveries();
  for (const path of ['/a', '/b', '/c']) await queue(path);
  const all = { state: null, kind: null, accountId: null };
  const db = ctx.system.read;
  expect(await countDeliveries(db, { ...all, state: 'waiting' })).toBe(3);
  await ctx.system.write((tx) =>
    tx.execute(sql`insert into deliveries select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid()))).*
      from deliveries d, generate_series(1, 333) n`),
  );
  expect(await countDeliveries(db, all)).toBeUndefined();
});

test('nobody else sees or moves anything', async () => {
  const { world, operator, owner, queue } = await buildDeliveries();
  const id = await queue('/x');
  const codes = async (api: ReturnType<typeof world.api>['deliveries']) => [
    (await failureOf(api.list({ query: {} }))).code,
    (await failureOf(api.retry({ params: { id } }))).code,
  ];
  expect(await codes(world.api().deliveries)).toEqual(['not_signed_in', 'not_signed_in']);
  expect(await codes(world.api(owner).deliveries)).toEqual(['not_found', 'not_found']);
  expect(await codes(world.api({ ...operator, scope: ['servers.manage'] }).deliveries)).toEqual(['not_allowed', 'not_allowed']);
  const unknown = world.api(operator).deliveries.retry({ params: { id: newId() } });
  expect(await failureOf(unknown)).toMatchObject({ code: 'not_found' });
});
