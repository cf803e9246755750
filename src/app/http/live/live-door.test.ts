/** How many live sockets one process takes, and what the operator's people hear. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createAccount } from '#core/accounts/server/accounts.service.ts';
import { buildPerson } from '#core/accounts/server/accounts.factory.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import { addServer, report } from '#meet/servers/server/servers.service.ts';
import { createLive } from './live.ts';
import { busListens, type World, worldForThisTest } from '#app/proof/testing.ts';

type Wish = { most?: { sockets: number; ofNetwork: number }; proxies?: readonly string[] };
async function place({ most, proxies = [] }: Wish = {}): Promise<{ world: World; url: string; asked: () => number }> {
  const world = await worldForThisTest();
  await busListens(world);
  let asked = 0;
  const { system } = world.parts.databases;
  const counting = {
    ...system,
    get read() {
      asked += 1;
      return system.read;
    },
  };
  const config = { ...world.parts.config, trustedProxies: [...proxies] };
  const parts = { ...world.parts, config, databases: { ...world.parts.databases, system: counting } };
  const live = createLive(parts, () => 'http://localhost:3000', most);
  const server = http.createServer();
  server.on('upgrade', (request, socket, head) => void live.upgrade(request, socket, head));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    live.close();
    server.closeAllConnections();
    server.close();
  });
  // cast: a TCP server's address is never a pipe's name
  return { world, url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/api/live`, asked: () => asked };
}

function opened(url: string): WebSocket {
  const socket = new WebSocket(url);
  onTestFinished(() => socket.terminate());
  return socket;
}

const openedAs = (url: string, headers: Record<string, string>): Promise<WebSocket | string> => {
  const socket = new WebSocket(url, { headers });
  onTestFinished(() => socket.terminate());
  return once(socket, 'open').then(
    () => socket,
    (error: unknown) => String(error),
  );
};

test('a process that is full tells whoever comes to try again later, and takes the next when somebody leaves', async () => {
  const { url } = await place({ most: { sockets: 2, ofNetwork: 9 } });
  const [first, second] = [opened(url), opened(url)];
  await Promise.all([once(first, 'open'), once(second, 'open')]);
  const late = opened(url);
  late.on('error', () => undefined);
  const [, answer] = await once(late, 'unexpected-response');
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '30']);
  first.terminate();
  await vi.waitFor(async () => {
    const next = opened(url);
    const came = await Promise.race([
      once(next, 'open').then(() => 'open'),
      once(next, 'error').then(
        () => 'refused',
        () => 'refused',
      ),
    ]);
    expect(came).toBe('open');
  });
});

test('who opens too many from one network is refused, while others come in, and may come again when one has left', async () => {
  const { url, asked } = await place({ most: { sockets: 9, ofNetwork: 1 }, proxies: ['127.0.0.1'] });
  const [one, other] = ['198.51.100.1', '198.51.100.2'];
  const first = await openedAs(url, { 'x-forwarded-for': one });
  expect(await openedAs(url, { 'x-forwarded-for': one })).toMatch(/429/);
  expect(await openedAs(url, { 'x-forwarded-for': other })).toBeInstanceOf(WebSocket);
  // nor is the database asked whether the page is a vendor's
  const before = asked();
  const page = { host: 'vendor.example', origin: 'http://vendor.example' };
  expect(await openedAs(url, { ...page, 'x-forwarded-for': one })).toMatch(/429/);
  expect(asked()).toBe(before);
  expect(await openedAs(url, { ...page, 'x-forwarded-for': '198.51.100.3' })).toMatch(/403/);
  expect(asked()).toBeGreaterThan(before);
  if (first instanceof WebSocket) first.terminate();
  await vi.waitFor(async () => expect(await openedAs(url, { 'x-forwarded-for': one })).toBeInstanceOf(WebSocket));
});

test('a proxy that is not named in the settings does not count as one network', async () => {
  const { url } = await place({ most: { sockets: 9, ofNetwork: 1 } });
  for (let times = 0; times < 3; times += 1) expect(await openedAs(url, {})).toBeInstanceOf(WebSocket);
});

type Kinds = { kinds: string[]; hears(kind: string): Promise<void> };
async function seated(url: string, token: string): Promise<Kinds> {
  const socket = opened(url);
  const kinds: string[] = [];
  socket.on('message', (data) => {
    const message: { t: string; kind?: string } = JSON.parse(String(data));
    kinds.push(message.kind ?? message.t);
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ t: 'hello', token }));
  const hears = (kind: string) => vi.waitFor(() => expect(kinds).toContain(kind), { timeout: 5_000 });
  await hears('ready');
  return { kinds, hears };
}

test('the operator hears of new accounts, of mails and of servers that look different; a customer hears none of it', async () => {
  const { world, url } = await place();
  const { token: operatorToken, actor: operatorActor } = await buildActor(world, { kind: 'operator' });
  const operator = await seated(url, operatorToken);
  const { token, actor } = await buildActor(world);
  const customer = await seated(url, token);
  const ctx = world.ctx();
  const person = await buildPerson(world);
  await ctx.system.write((tx) =>
    createAccount(ctx, tx, {
      name: 'New',
      kind: 'customer',
      state: 'active',
      locale: 'en-US',
      timeZone: 'UTC',
      ownerId: person.id,
    }),
  );
  await operator.hears('account');
  await ctx.system.write((tx) =>
    sendMail(ctx, tx, { template: 'alreadyRegistered', to: 'a@example.org', locale: 'en-US', path: '/login' }),
  );
  await operator.hears('mail');
  const server = await addServer(ctx, { name: 's', kind: 'bbb', url: 'http://127.0.0.1:1/', secret: 's', directJoin: false });
  const said = (people: number) => {
    const quiet = { voices: 0, videos: 0, answerMs: 5, clockSkewMs: 0, version: '3.0.1' };
    return report(ctx, { serverId: server.id, answered: { meetings: 1, people, ...quiet } });
  };
  const heard = () => operator.kinds.filter((kind) => kind === 'server').length;
  const settled = async (kind: string) => {
    await ctx.system.write((tx) => ctx.bus.push(tx, { topic: `account:${operatorActor.accountId}`, kind }));
    await operator.hears(kind);
  };
  // some answers make it healthy
  for (let times = 0; times < 4; times += 1) await said(2);
  await settled('first');
  const before = heard();
  // the same again in the same minute is no news
  await said(2);
  await settled('second');
  expect(heard()).toBe(before);
  await said(3);
  await vi.waitFor(() => expect(heard()).toBeGreaterThan(before));
  await ctx.system.write((tx) => ctx.bus.push(tx, { topic: `account:${actor.accountId}`, kind: 'last' }));
  await customer.hears('last');
  expect(customer.kinds).toEqual(['ready', 'last']);
});
