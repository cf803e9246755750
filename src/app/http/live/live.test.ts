import { once } from 'node:events';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { buildAccount, buildMember } from '#core/accounts/server/accounts.factory.ts';
import { changeAccountState } from '#core/accounts/server/accounts.service.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { buildKeeper } from '#operate/admin/server/admin.factory.ts';
import { liveClose } from './live.ts';
import { connect, inbox, buildLiveSite, publicUrl, push, seated } from './live.factory.ts';

test.each([
  'http://evil.example',
  'http://localhost:3001',
  'https://localhost:3000',
  'null',
  'http://localhost:3000.evil.example',
])('a page of %s gets no socket', async (origin) => {
  const { url } = await buildLiveSite();
  const socket = new WebSocket(url, { headers: { origin } });
  socket.on('error', () => undefined);
  const [, answer] = await once(socket, 'unexpected-response');
  expect(answer.statusCode).toBe(403);
});

test('another path is not for the live sockets', async () => {
  const { url } = await buildLiveSite();
  const socket = new WebSocket(`${url}/other`);
  socket.on('error', () => undefined);
  expect((await once(socket, 'unexpected-response'))[1].statusCode).toBe(404);
});

test.each([
  ['no JSON', '{'],
  ['another message', '{"t":"push","topic":"account:x"}'],
  ['a topic of its own', '{"t":"hello","rooms":["account:1"]}'],
  ['too many rooms', JSON.stringify({ t: 'hello', rooms: ['a', 'b', 'c', 'd', 'e', 'f'] })],
  ['a token that is too long', JSON.stringify({ t: 'hello', token: 'x'.repeat(4_097) })],
  ['nothing', ''],
])('a first message that is %s ends the socket', async (_what, text) => {
  const { url, hearers } = await buildLiveSite();
  const { closed } = await connect(url, text);
  expect(await closed).toBe(liveClose.badHello);
  expect(hearers()).toBe(0);
});

test('a first message of bytes ends the socket, and none at all does after ten seconds', async () => {
  const { url } = await buildLiveSite();
  const bytes = await connect(url, 'x');
  expect(await bytes.closed).toBe(4400);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const silent = new WebSocket(url);
  const closed = once(silent, 'close');
  await once(silent, 'open');
  await vi.advanceTimersByTimeAsync(10_001);
  expect((await closed)[0]).toBe(4400);
});

test('a message that is too large ends the socket', async () => {
  const { url } = await buildLiveSite();
  const { closed } = await connect(url, JSON.stringify({ t: 'hello', token: 'x'.repeat(9_000) }));
  expect(await closed).toBe(1009);
});

test('pushes to the own account, person and session arrive, those of another account do not', async () => {
  const { world, url } = await buildLiveSite();
  const [mine, other] = [await buildActor(world), await buildActor(world)];
  const { next, come } = await seated(url, { token: mine.token });
  await push(world, { topic: `account:${other.actor.accountId}`, kind: 'secret' });
  await push(world, { topic: `user:${other.actor.userId}`, kind: 'secret' });
  await push(world, { topic: `session:${other.actor.sessionId}`, kind: 'ended' });
  await push(world, { topic: 'operator', kind: 'secret' });
  await push(world, { topic: 'room:somebodys', kind: 'secret' });
  await push(world, { topic: `account:${mine.actor.accountId}`, kind: 'room-changed', data: { id: 'a', people: 3 } });
  await push(world, { topic: `user:${mine.actor.userId}`, kind: 'notice' });
  // the database keeps the order, so what was not for us would stand before
  expect(await next()).toEqual({
    t: 'push',
    topic: `account:${mine.actor.accountId}`,
    kind: 'room-changed',
    data: { id: 'a', people: 3 },
  });
  expect(await next()).toMatchObject({ kind: 'notice' });
  expect(come).toEqual([]);
});

test('a push of a transaction that is rolled back never arrives', async () => {
  const { world, url } = await buildLiveSite();
  const { actor, token } = await buildActor(world);
  const { next } = await seated(url, { token });
  const topic = `account:${actor.accountId}`;
  const failed = world.ctx().system.write(async (tx) => {
    await world.parts.bus.push(tx, { topic, kind: 'undone' });
    throw new Error('undo');
  });
  await expect(failed).rejects.toThrow('undo');
  await push(world, { topic, kind: 'done' });
  expect(await next()).toMatchObject({ kind: 'done' });
});

test('a visitor without a session hears the public side of the named rooms alone', async () => {
  const { world, url } = await buildLiveSite();
  const { actor } = await buildActor(world);
  const { next, come } = await seated(url, { rooms: ['maths', 'biology'] });
  await push(world, { topic: `account:${actor.accountId}`, kind: 'secret' });
  await push(world, { topic: 'room:physics', kind: 'secret' });
  await push(world, { topic: 'room:maths', kind: 'live', data: { people: 2 } });
  await push(world, { topic: 'room:biology', kind: 'idle' });
  expect([await next(), await next()]).toMatchObject([{ topic: 'room:maths', data: { people: 2 } }, { topic: 'room:biology' }]);
  expect(come).toEqual([]);
});

test('whoever may not look at rooms or meetings does not hear the account either', async () => {
  const { world, url } = await buildLiveSite();
  const owner = await buildActor(world);
  const { actor, token } = await buildActor(world, { accountId: owner.actor.accountId, role: 'staff' });
  const { next } = await seated(url, { token });
  await push(world, { topic: `account:${actor.accountId}`, kind: 'secret' });
  await push(world, { topic: `user:${actor.userId}`, kind: 'notice' });
  expect(await next()).toMatchObject({ kind: 'notice' });
});

test('only the operator hears what is for the operator', async () => {
  const { world, url } = await buildLiveSite();
  const { token } = await buildActor(world, { kind: 'operator' });
  const { next } = await seated(url, { token });
  await push(world, { topic: 'operator', kind: 'server-lost' });
  expect(await next()).toMatchObject({ kind: 'server-lost' });
});

test('a revoked session loses its socket at once', async () => {
  const { world, url, hearers } = await buildLiveSite();
  const first = await buildActor(world);
  const second = await buildActor(world, { userId: first.actor.userId, accountId: (await buildAccount(world)).id });
  const { closed } = await seated(url, { token: second.token });
  await world.api(first.actor).identity.revokeSession({ params: { id: second.actor.sessionId } });
  expect(await closed).toBe(4401);
  await vi.waitFor(() => expect(hearers()).toBe(0));
});

test('whose rights changed has to come again, and nobody else', async () => {
  const { world, url } = await buildLiveSite();
  const [changed, other] = [await buildActor(world), await buildActor(world)];
  const { closed } = await seated(url, { token: changed.token });
  const { next } = await seated(url, { token: other.token });
  await push(world, { topic: `user:${changed.actor.userId}`, kind: 'rights' });
  expect(await closed).toBe(liveClose.rightsChanged);
  await push(world, { topic: `user:${other.actor.userId}`, kind: 'notice' });
  expect(await next()).toMatchObject({ kind: 'notice' });
});

test('a token that opens nothing is told so', async () => {
  const { world, url } = await buildLiveSite();
  const { actor, token } = await buildActor(world);
  await changeAccountState(world.ctx(), { accountId: actor.accountId, to: 'suspended' });
  for (const bad of ['rubbish', token]) expect(await (await connect(url, { t: 'hello', token: bad })).closed).toBe(4401);
});

test('abuse row 19: a cookie opens nothing', async () => {
  const { world, url } = await buildLiveSite();
  const { actor, token } = await buildActor(world);
  const socket = new WebSocket(url, {
    headers: { origin: publicUrl, cookie: `auth._token.local=${encodeURIComponent(`Bearer ${token}`)}` },
  });
  onTestFinished(() => socket.terminate());
  const { next } = inbox(socket);
  await once(socket, 'open');
  socket.send('{"t":"hello","rooms":["maths"]}');
  expect(await next()).toEqual({ t: 'ready' });
  await push(world, { topic: `account:${actor.accountId}`, kind: 'secret' });
  await push(world, { topic: 'room:maths', kind: 'live' });
  expect(await next()).toMatchObject({ topic: 'room:maths' });
});

test('a session whose end was not heard, or that may hear other things now, loses its socket within half a minute', async () => {
  const { world, url } = await buildLiveSite();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const [lost, moved] = [await buildActor(world), await buildActor(world)];
  const second = await buildAccount(world);
  await buildMember(world, { accountId: second.id, userId: moved.actor.userId, role: 'member' });
  const [a, b] = [await seated(url, { token: lost.token }), await seated(url, { token: moved.token })];
  const client = new pg.Client({ connectionString: world.ownerUrl });
  await client.connect();
  await client.query('update sessions set ended_at = now() where id = $1', [lost.actor.sessionId]);
  await client.query('update sessions set account_id = $2 where id = $1', [moved.actor.sessionId, second.id]);
  await client.end();
  await vi.advanceTimersByTimeAsync(30_001);
  expect(await Promise.all([a.closed, b.closed])).toEqual([liveClose.sessionEnded, liveClose.rightsChanged]);
});

test('whoever leaves before the seat is ready leaves nobody listening', async () => {
  const { world, url, hearers } = await buildLiveSite();
  const { token } = await buildActor(world);
  for (let round = 0; round < 10; round++) {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    socket.send(JSON.stringify({ t: 'hello', token, rooms: ['maths'] }));
    socket.terminate();
  }
  // a later visitor is seated after those, so by then theirs were decided
  const last = await seated(url, { token });
  await vi.waitFor(() => expect(hearers()).toBe(4));
  last.socket.close();
  await vi.waitFor(() => expect(hearers()).toBe(0));
});

test('after the bus was interrupted everybody is told to ask anew, and pushes arrive again', async () => {
  const { world, url } = await buildLiveSite();
  const { actor, token } = await buildActor(world);
  const { next } = await seated(url, { token });
  const client = new pg.Client({ connectionString: world.ownerUrl });
  await client.connect();
  const cut = await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen atrium_live%'",
  );
  await client.end();
  expect(cut.rowCount).toBe(1);
  expect(await next()).toEqual({ t: 'again' });
  await push(world, { topic: `account:${actor.accountId}`, kind: 'after' });
  expect(await next()).toMatchObject({ kind: 'after' });
});

test('further messages are not listened to, and cannot add a topic', async () => {
  const { world, url } = await buildLiveSite();
  const { next, socket } = await seated(url, { rooms: ['maths'] });
  const { token, actor } = await buildActor(world);
  socket.send(JSON.stringify({ t: 'hello', token, rooms: ['physics'] }));
  await push(world, { topic: `account:${actor.accountId}`, kind: 'secret' });
  await push(world, { topic: 'room:physics', kind: 'secret' });
  await push(world, { topic: 'room:maths', kind: 'live' });
  expect(await next()).toMatchObject({ topic: 'room:maths' });
});

test('what people write to each other is heard in its account alone, and by nobody who acts for them', async () => {
  const { world, url } = await buildLiveSite();
  const [mine, keeper] = [await buildActor(world), await buildKeeper(world)];
  const { userId, accountId } = mine.actor;
  const acting = await world.app.inject({
    method: 'POST',
    url: '/api/acting',
    headers: { authorization: `Bearer ${keeper.token}` },
    payload: { accountId, reason: 'Ticket 4711' },
  });
  const [own, staff] = [
    await seated(url, { token: mine.token }),
    await seated(url, { token: acting.json<{ token: string }>().token }),
  ];
  const told = (kind: string, account: string) => push(world, { topic: `user:${userId}`, kind, data: { account } });
  await told('chat', (await buildAccount(world)).id);
  await told('chat', accountId);
  await told('notice', accountId);
  expect([await own.next(), await own.next()]).toMatchObject([
    { kind: 'chat', data: { account: accountId } },
    { kind: 'notice' },
  ]);
  expect(await staff.next()).toMatchObject({ kind: 'notice' });
});

test('news for hundreds reach each of them once, whatever their length, and nobody else', async () => {
  const { world } = await buildLiveSite();
  const { bus } = world.parts;
  const heard = new Map<string, string[]>();
  const topics = Array.from({ length: 500 }, (_none, n) => `user:${n}`);
  for (const topic of [...topics, 'user:500'])
    bus.on(topic, ({ data }) => void heard.set(topic, [...(heard.get(topic) ?? []), String(data?.['text']).slice(0, 5)]));
  const long = 'ü'.repeat(3_000);
  const pushes = topics.flatMap((topic) => [
    { topic, kind: 'chat', data: { text: `long ${long}` } },
    { topic, kind: 'chat', data: { text: 'short' } },
  ]);
  await world.ctx().system.write((tx) => bus.pushAll(tx, pushes));
  await expect.poll(() => heard.size).toBe(500);
  await expect.poll(() => new Set([...heard.values()].map((texts) => texts.toSorted().join()))).toEqual(new Set(['long ,short']));
});
