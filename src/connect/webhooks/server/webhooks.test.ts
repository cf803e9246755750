import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type World, worldForThisTest } from '#app/proof/testing.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { create as createRoom } from '#meet/rooms/server/rooms.service.ts';
import { webhookLimits } from '../webhooks.rules.ts';
import { buildReceiver, type Received } from './receiver.factory.ts';

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fine',
    (error: unknown) => (error instanceof Error ? error.message : 'unknown'),
  );
async function owner(world: World): Promise<UserActor> {
  const { actor } = await buildActor(world, { kind: 'customer' });
  return { ...actor, scope: scopeFor({ accountKind: 'customer', role: 'owner', permissions: [] }) };
}
/** As the API reference tells receivers to. */
function isSigned(one: Received | undefined, secret: string): boolean {
  const header = String(one?.headers['atrium-signature'] ?? '');
  const t = /^t=(\d+)/.exec(header)?.[1] ?? '';
  const wanted = createHmac('sha256', secret)
    .update(`${t}.${one?.body ?? ''}`)
    .digest('hex');
  return header.split(',').includes(`v1=${wanted}`);
}

test('abuse row 15: an event goes out signed, once, to those that want it', async () => {
  const [world, all, none] = [await worldForThisTest(), await buildReceiver(), await buildReceiver()];
  const actor = await owner(world);
  const api = world.api(actor);
  const { secret, webhook } = await api.webhooks.add({ body: { name: 'All', url: `${all.url}/in?key=1` } });
  await api.webhooks.add({ body: { name: 'Some', url: none.url, events: ['meeting.ended'] } });
  const room = await createRoom(world.ctx(actor), { name: 'Physics' });
  await world.runJobs();
  expect(none.received).toEqual([]);
  expect(all.received).toHaveLength(1);
  const [got] = all.received;
  expect(JSON.parse(got?.body ?? '')).toMatchObject({
    type: 'room.created',
    account: actor.accountId,
    data: { roomId: room.id, name: 'Physics', ownerId: actor.userId },
  });
  expect(got?.headers['atrium-event']).toBe('room.created');
  expect(got?.headers['atrium-event-id']).toBe(JSON.parse(got?.body ?? '').id);
  expect(isSigned(got, secret)).toBe(true);
  expect(isSigned(got, 'another')).toBe(false);
  const { items } = await api.webhooks.sent({ query: { webhookId: webhook.id } });
  expect(items).toMatchObject([{ event: 'room.created', state: 'delivered', lastStatus: 200, address: `${all.url}/in` }]);
  expect((await api.webhooks.sent({ query: { search: 'room.c' } })).total).toBe(1);
  expect((await api.webhooks.sent({ query: { search: '%' } })).total).toBe(0);
  expect((await api.webhooks.sentOne({ params: { id: items[0]?.id ?? '' } })).body).toBe(got?.body);
  const stored = await world.ctx().system.read.execute(sql`select secret_sealed from webhooks`);
  expect(JSON.stringify(stored.rows)).not.toContain(secret);
});

test('a new secret signs at once, the one before as well for its overlap', async () => {
  const [world, receiver] = [await worldForThisTest(), await buildReceiver()];
  const api = world.api(await owner(world));
  const first = await api.webhooks.add({ body: { name: 'One', url: receiver.url } });
  const params = { id: first.webhook.id };
  const second = await api.webhooks.rotate({ params, body: { overlapHours: 2 } });
  await api.webhooks.test({ params });
  world.clock.advance(3 * 3_600_000);
  await api.webhooks.test({ params });
  expect(receiver.received.map((one) => [isSigned(one, first.secret), isSigned(one, second.secret)])).toEqual([
    [true, true],
    [false, true],
  ]);
});

test('a test tells what came back, at most a thousand characters, and is sent five times a minute', async () => {
  const [world, receiver] = [await worldForThisTest(), await buildReceiver()];
  const api = world.api(await owner(world));
  const { webhook } = await api.webhooks.add({ body: { name: 'One', url: receiver.url } });
  receiver.say({ status: 500, body: 'x'.repeat(5_000) });
  const params = { id: webhook.id };
  expect(await api.webhooks.test({ params })).toMatchObject({ state: 'given-up', lastStatus: 500, answer: 'x'.repeat(1_000) });
  for (let n = 1; n < webhookLimits.tests.max; n++) await api.webhooks.test({ params });
  expect(await codeOf(api.webhooks.test({ params }))).toBe('too_many_requests');
  // tests never turn an address off
  expect((await api.webhooks.list()).items[0]).toMatchObject({ state: 'on', failingSince: null });
});

test('abuse row 15: what takes nothing for days is turned off, its owner is told, and it can be replayed afterwards', async () => {
  const [world, receiver] = [await worldForThisTest(), await buildReceiver()];
  const actor = await owner(world);
  const api = world.api(actor);
  const { webhook } = await api.webhooks.add({ body: { name: 'Broken', url: receiver.url } });
  receiver.say({ status: 503 });
  const from = world.clock.now();
  await createRoom(world.ctx(actor), { name: 'A' });
  await world.runJobs();
  expect((await api.webhooks.list()).items[0]).toMatchObject({ state: 'on', failingSince: expect.any(Number) });
  // one more after days of rest is not yet days of failures
  world.clock.advance((webhookLimits.failDays * 24 + 1) * 3_600_000);
  await world.runJobs();
  expect((await api.webhooks.list()).items[0]?.state).toBe('on');
  world.clock.advance(25 * 3_600_000);
  await createRoom(world.ctx(actor), { name: 'A2' });
  await world.runJobs();
  expect((await api.webhooks.list()).items[0]?.state).toBe('failed');
  const mails = await world.ctx().system.read.execute(sql`select recipient from outbox_mails where template = 'webhooks.failed'`);
  expect(mails.rows).toEqual([{ recipient: actor.email }]);
  // turned off, it gets neither retries nor new events
  const before = receiver.received.length;
  await createRoom(world.ctx(actor), { name: 'B' });
  world.clock.advance(86_400_000);
  await world.runJobs();
  expect(receiver.received).toHaveLength(before);
  receiver.say({ status: 200 });
  await api.webhooks.edit({ params: { id: webhook.id }, body: { state: 'on' } });
  expect(await api.webhooks.replay({ params: { id: webhook.id }, body: { from, to: world.clock.now() } })).toEqual({ sent: 1 });
  await world.runJobs();
  expect((await api.webhooks.sent({ query: { webhookId: webhook.id } })).items).toMatchObject([{ state: 'delivered' }]);
  const [first, again] = [receiver.received[0], receiver.received.at(-1)];
  expect(again?.headers['atrium-event-id']).toBe(first?.headers['atrium-event-id']);
});

test('abuse row 6: an address inside our networks, without encryption or with a password is refused', async () => {
  const world = await worldForThisTest({ env: { PUBLIC_URL: 'https://meet.example.org' } });
  const api = world.api(await owner(world));
  for (const url of [
    'http://example.org/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://localhost/x',
    'https://user:password@example.org/x',
    'ftp://example.org',
    'nonsense',
  ])
    expect([url, await codeOf(api.webhooks.add({ body: { name: 'x', url } }))]).toEqual([url, 'bad_address']);
  expect(await codeOf(api.webhooks.add({ body: { name: 'x', url: 'https://example.org/x' } }))).toBe('fine');
});

test('the plan limits their number', async () => {
  const world = await worldForThisTest();
  const actor = await owner(world);
  await world.ctx().system.read.execute(sql`update accounts set entitlements = '{"webhooks": 1}' where id = ${actor.accountId}`);
  const api = world.api(actor);
  const add = () => codeOf(api.webhooks.add({ body: { name: 'x', url: 'http://localhost:1/x' } }));
  // at the same moment, too
  expect((await Promise.all([add(), add(), add()])).sort()).toEqual(['fine', 'limit_reached', 'limit_reached']);
});

test('sending again is limited for the whole account', async () => {
  const [world, receiver] = [await worldForThisTest(), await buildReceiver()];
  const api = world.api(await owner(world));
  const { webhook } = await api.webhooks.add({ body: { name: 'One', url: receiver.url } });
  const params = { id: webhook.id };
  const sent = await api.webhooks.test({ params });
  const replay = () => codeOf(api.webhooks.replay({ params, body: { from: 0, to: 1 } }));
  for (let n = 0; n < webhookLimits.replays.max; n++) expect(await replay()).toBe('fine');
  expect(await replay()).toBe('too_many_requests');
  const again = () => codeOf(api.webhooks.again({ params: { id: sent.id } }));
  for (let n = 0; n < webhookLimits.again.max; n++) await again();
  expect(await again()).toBe('too_many_requests');
});

test('whoever has not the permission is refused, another account sees nothing, and nobody is let in', async () => {
  const [world, receiver] = [await worldForThisTest(), await buildReceiver()];
  const actor = await owner(world);
  const { webhook } = await world.api(actor).webhooks.add({ body: { name: 'x', url: receiver.url } });
  const params = { id: webhook.id };
  const sent = await world.api(actor).webhooks.test({ params });
  const knock = (who: UserActor | { kind: 'nobody' }) => {
    const { webhooks } = world.api(who);
    return Promise.all(
      [
        webhooks.edit({ params, body: { name: 'y' } }),
        webhooks.remove({ params }),
        webhooks.rotate({ params, body: {} }),
        webhooks.test({ params }),
        webhooks.replay({ params, body: { from: 0, to: 1 } }),
        webhooks.sentOne({ params: { id: sent.id } }),
        webhooks.again({ params: { id: sent.id } }),
      ].map(codeOf),
    );
  };
  const all = (code: string) => Array.from({ length: 7 }, () => code);
  expect(await knock(await owner(world))).toEqual(all('not_found'));
  expect(await knock({ ...actor, scope: [] })).toEqual(all('not_allowed'));
  expect(await knock({ kind: 'nobody' })).toEqual(all('not_signed_in'));
});
