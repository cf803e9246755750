import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { brand, setBrand } from '#sales/vendors/server/brand.service.ts';
import { buildVendor } from '#sales/vendors/server/vendors.factory.ts';
import { buildLiveSite } from '#app/http/live/live.factory.ts';

test('a page under the host name of a vendor gets a socket there, and under no other name', async () => {
  const { world, url } = await buildLiveSite();
  const { actor } = await buildVendor(world);
  await setBrand(world.ctx(actor), { host: 'rooms.nordlicht.example', revision: (await brand(world.ctx(actor))).revision });
  const page = 'http://rooms.nordlicht.example';
  const open = (headers: Record<string, string>): Promise<string> =>
    new Promise((resolve) => {
      const socket = new WebSocket(url, { headers });
      onTestFinished(() => socket.terminate());
      socket.on('error', () => undefined);
      socket.on('open', () => resolve('open'));
      socket.on('unexpected-response', (_request, answer) => resolve(String(answer.statusCode)));
    });
  const host = 'rooms.nordlicht.example';
  expect(await open({ origin: page, host })).toBe('403');
  const proven = sql`update vendor_brands set host_checked_at = now() where account_id = ${actor.accountId}`;
  await world.ctx().system.write((tx) => tx.execute(proven));
  expect(await open({ origin: page, host })).toBe('open');
  expect(await open({ origin: page, host: 'localhost:3000' })).toBe('403');
  expect(await open({ origin: `${page}:8080`, host })).toBe('403');
  expect(await open({ origin: `https://${host}`, host })).toBe('403');
  expect(await open({ origin: 'http://evil.example', host })).toBe('403');
  expect(await open({ origin: 'http://evil.example', host: 'evil.example' })).toBe('403');
});
