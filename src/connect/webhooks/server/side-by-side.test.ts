/** Deliveries to receivers that never answer, beside those to receivers that do. */
import http from 'node:http';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import { deliveriesOf } from './deliveries.queries.ts';
import { deliver } from './deliveries.service.ts';
import { buildReceiver } from './receiver.factory.ts';

/** Takes requests and says nothing. */
async function buildSilent(): Promise<{ url: string; asked: () => number }> {
  let asked = 0;
  const server = http.createServer(() => {
    asked++;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, asked: () => asked };
}

test('a receiver that never answers holds up nobody else, is asked once at a time, and then left alone', async () => {
  const world = await worldForThisTest();
  const [silent, healthy] = [await buildSilent(), await buildReceiver()];
  const [theirs, ours] = [(await buildPerson(world)).accountId, (await buildPerson(world)).accountId];
  const ctx = world.ctx();
  const queue = (accountId: string, url: string) =>
    ctx.system.write((tx) => deliver(ctx, tx, { accountId, kind: 'hook', subjectId: null, method: 'POST', url }));
  for (let n = 0; n < 30; n++) await queue(theirs, `${silent.url}/${n}`);
  onTestFinished(world.parts.work());
  await expect.poll(silent.asked, { timeout: 5_000 }).toBe(1);
  const began = Date.now();
  for (let n = 0; n < 5; n++) await queue(ours, `${healthy.url}/${n}`);
  await expect.poll(() => healthy.received.map((one) => one.url), { timeout: 5_000 }).toEqual(['/0', '/1', '/2', '/3', '/4']);
  expect(Date.now() - began).toBeLessThan(2_000);
  expect(silent.asked()).toBe(1);
  // after the ten seconds of its first try the others are put off, untried
  const rows = () => deliveriesOf(ctx.system.read, theirs);
  await expect.poll(async () => (await rows()).filter((row) => row.tries === 1).length, { timeout: 15_000 }).toBe(1);
  await expect
    .poll(async () => (await rows()).filter((row) => row.tries === 0 && (row.nextAt ?? 0) > row.createdAt).length, {
      timeout: 4_000,
    })
    .toBeGreaterThan(20);
  expect(silent.asked()).toBe(1);
}, 60_000);
