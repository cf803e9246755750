import { expect, test } from 'vitest';
import { type World, worldForThisTest } from '#app/proof/testing.ts';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import { deliveryLimits, pauseAfter } from '../deliveries.rules.ts';
import { deliveriesOf, deliveryById, noteTry, takeDelivery } from './deliveries.queries.ts';
import { deliver, type DeliveryNews, tryDelivery } from './deliveries.service.ts';
import { buildReceiver } from './receiver.factory.ts';

async function queue(world: World, over: Partial<DeliveryNews> & { url: string }): Promise<string> {
  const ctx = world.ctx();
  const accountId = over.accountId ?? (await buildPerson(world)).accountId;
  const news: DeliveryNews = { accountId, kind: 'hook', subjectId: null, method: 'POST', ...over };
  return ctx.system.write((tx) => deliver(ctx, tx, news));
}
const rowOf = (world: World, id: string) => deliveryById(world.ctx().system.read, id);

test('news go out once, with their headers and body, and are sealed at rest', async () => {
  const [world, receiver] = [await worldForThisTest(), await buildReceiver()];
  const id = await queue(world, {
    url: `${receiver.url}/hook?x=1`,
    headers: { authorization: 'Bearer signed' },
    body: 'domain=a',
  });
  expect((await rowOf(world, id))?.contentSealed).toMatch(/^v1\./);
  await world.runJobs();
  await tryDelivery(world.ctx(), { id });
  expect(receiver.received).toMatchObject([
    { method: 'POST', url: '/hook?x=1', headers: { authorization: 'Bearer signed', 'user-agent': 'Atrium' }, body: 'domain=a' },
  ]);
  expect(await rowOf(world, id)).toMatchObject({
    state: 'delivered',
    tries: 1,
    lastStatus: 200,
    lastTrouble: null,
    nextAt: null,
  });
});

test('what is not taken is tried again with growing pauses, until it is', async () => {
  const [world, receiver] = [await worldForThisTest(), await buildReceiver()];
  receiver.say({ status: 500, body: 'x'.repeat(5_000) });
  const id = await queue(world, { url: receiver.url });
  await world.runJobs();
  expect(await rowOf(world, id)).toMatchObject({ state: 'waiting', tries: 1, lastStatus: 500, lastTrouble: 'x'.repeat(1_000) });
  world.clock.advance(3_000);
  await tryDelivery(world.ctx(), { id });
  expect(receiver.received).toHaveLength(1);
  for (const pause of [5_000, 10_000, 20_000]) {
    world.clock.advance(pause);
    await world.runJobs();
  }
  expect(receiver.received).toHaveLength(4);
  receiver.say({ status: 204 });
  world.clock.advance(40_000);
  await world.runJobs();
  expect(await rowOf(world, id)).toMatchObject({ state: 'delivered', tries: 5 });
});

test('after a day it is given up; a receiver that is gone for good ends it at once', async () => {
  const [world, receiver] = [await worldForThisTest(), await buildReceiver()];
  receiver.say({ status: 503 });
  const id = await queue(world, { url: receiver.url });
  let waited = 0;
  for (let tries = 1; ; tries++) {
    await world.runJobs();
    const pause = pauseAfter('hook', tries);
    if (pause === null) break;
    waited += pause;
    world.clock.advance(pause);
  }
  expect(await rowOf(world, id)).toMatchObject({ state: 'given-up', tries: deliveryLimits.tries, endedAt: expect.any(Date) });
  expect(waited / 3_600_000).toBeGreaterThan(20);
  expect(waited / 3_600_000).toBeLessThan(24);
  receiver.say({ status: 410 });
  const gone = await queue(world, { url: receiver.url });
  await world.runJobs();
  expect(await rowOf(world, gone)).toMatchObject({ state: 'given-up', tries: 1, lastStatus: 410 });
});

test('a process that ends in the middle of a try loses nothing: another one makes it', async () => {
  const [world, receiver] = [await worldForThisTest(), await buildReceiver()];
  const id = await queue(world, { url: receiver.url });
  const ctx = world.ctx();
  // the job was taken from the queue, the row too, and then the power went
  await ctx.system.read.execute(`update pgboss.job set state = 'failed' where name = 'webhooks.deliver'`);
  expect(
    await takeDelivery(ctx.system.read, id, { now: new Date(ctx.now()), until: new Date(ctx.now() + 60_000) }),
  ).not.toBeNull();
  await tryDelivery(ctx, { id });
  expect(receiver.received).toEqual([]);
  world.clock.advance(130_000);
  await ctx.system.write((tx) => ctx.jobs.enqueue(tx, { job: 'webhooks.sweep', payload: {} }));
  await world.runJobs();
  expect(receiver.received).toHaveLength(1);
  expect(await rowOf(world, id)).toMatchObject({ state: 'delivered', tries: 1 });
});

test('two processes that take the same delivery make one request', async () => {
  const [world, receiver] = [await worldForThisTest(), await buildReceiver()];
  const id = await queue(world, { url: receiver.url });
  await Promise.all([1, 2, 3, 4].map(() => tryDelivery(world.ctx(), { id })));
  expect(receiver.received).toHaveLength(1);
});

test('redirects are followed three times, and by a GET alone', async () => {
  const [world, receiver] = [await worldForThisTest(), await buildReceiver()];
  receiver.say({ status: 302, location: '/again' });
  const get = await queue(world, { url: receiver.url, method: 'GET', kind: 'analytics' });
  await world.runJobs();
  expect(receiver.received).toHaveLength(4);
  expect(await rowOf(world, get)).toMatchObject({ state: 'waiting', lastStatus: null, lastTrouble: 'too_many_redirects' });
  const post = await queue(world, { url: receiver.url });
  await world.runJobs();
  expect(receiver.received).toHaveLength(5);
  expect(await rowOf(world, post)).toMatchObject({ state: 'waiting', lastStatus: 302 });
});

test('nothing inside our own networks is asked, by whatever name', async () => {
  const [world, receiver] = [await worldForThisTest({ env: { ALLOW_PRIVATE_SERVERS: 'off' } }), await buildReceiver()];
  const port = new URL(receiver.url).port;
  const { accountId } = await buildPerson(world);
  const urls = [
    receiver.url,
    `http://localhost:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://2130706433:${port}/`,
    `http://0:${port}/`,
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'http://user:pass@example.org/',
    'nonsense',
  ];
  for (const url of urls) await queue(world, { accountId, url });
  await world.runJobs();
  const rows = await deliveriesOf(world.ctx().system.read, accountId);
  expect(rows.map((row) => row.lastTrouble)).toEqual(urls.map(() => expect.stringMatching(/^(private_address|bad_address)$/)));
  expect(receiver.received).toEqual([]);
});

test('what somebody else took over meanwhile is not written by the one who was too slow', async () => {
  const [world, receiver] = [await worldForThisTest(), await buildReceiver()];
  const id = await queue(world, { url: receiver.url });
  const db = world.ctx().system.read;
  const take = async () => {
    const [now, until] = [new Date(world.clock.now()), new Date(world.clock.now() + 60_000)];
    expect(await takeDelivery(db, id, { now, until })).not.toBeNull();
    return until;
  };
  const slow = await take();
  world.clock.advance(61_000);
  const quick = await take();
  const ended = { endedAt: new Date(), nextAt: null, lastTrouble: null, tries: 1 };
  expect(await noteTry(db, { id, lease: slow }, { ...ended, state: 'given-up', lastStatus: 500 })).toBe(false);
  expect(await rowOf(world, id)).toMatchObject({ state: 'waiting', lastStatus: null });
  expect(await noteTry(db, { id, lease: quick }, { ...ended, state: 'delivered', lastStatus: 200 })).toBe(true);
  expect(await rowOf(world, id)).toMatchObject({ state: 'delivered', leasedUntil: null });
});

test('121 the end of a meeting is told at 0, 30, 90, 210 and 510 seconds, then given up; a redirect is a failure', async () => {
  const [world, receiver] = [await worldForThisTest(), await buildReceiver()];
  receiver.say({ status: 302, location: '/again' });
  const id = await queue(world, { url: receiver.url, method: 'GET', kind: 'meeting-ended' });
  const began = world.clock.now();
  const tries: number[] = [];
  await world.runJobs();
  for (let second = 0; second <= 700; second += 10) {
    for (let n = tries.length; n < receiver.received.length; n++)
      tries.push(Math.floor((world.clock.now() - began) / 10_000) * 10);
    world.clock.advance(10_000);
    await tryDelivery(world.ctx(), { id });
  }
  expect(tries).toEqual([0, 30, 90, 210, 510]);
  expect(receiver.received.every((one) => one.url === '/')).toBe(true);
  expect(await rowOf(world, id)).toMatchObject({ state: 'given-up', tries: 5, lastStatus: 302, nextAt: null });
});
