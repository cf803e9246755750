import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LiveHear, liveLink, readLive, type SocketLike } from './live-link.ts';

type Fake = SocketLike & { sent: string[]; closed: string[] };
/** Sockets that the test opens, feeds and breaks by hand. */
function place() {
  const sockets: Fake[] = [];
  const link = liveLink(() => {
    const sent: string[] = [];
    const closed: string[] = [];
    const socket: Fake = {
      sent,
      closed,
      send: (text) => void sent.push(text),
      close: () => void closed.push('closed'),
      onopen: null,
      onmessage: null,
      onclose: null,
    };
    sockets.push(socket);
    return socket;
  });
  const at = (index: number): Fake => {
    const socket = sockets[index];
    if (socket === undefined) throw new Error(`there is no socket ${index}`);
    return socket;
  };
  const listen = (hear: LiveHear, more: { rooms?: string[]; who?: string } = {}) =>
    link.listen({ rooms: more.rooms ?? [], who: more.who ?? 'kim', token: async () => 'secret', hear });
  return { sockets, at, listen };
}
const say = (socket: Fake, message: object) => socket.onmessage?.({ data: JSON.stringify(message) });
const push = { t: 'push', topic: 'account:1', kind: 'meeting', data: { people: 2 } };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('all listeners of a page share one socket, whose first message names who listens and to which rooms', async () => {
  const { sockets, at, listen } = place();
  listen(() => {}, { rooms: ['physics'] });
  listen(() => {}, { rooms: ['art', 'physics'] });
  await vi.advanceTimersByTimeAsync(60);
  at(0).onopen?.();
  await vi.advanceTimersByTimeAsync(1);
  expect(sockets).toHaveLength(1);
  expect(JSON.parse(at(0).sent[0] ?? '')).toEqual({ t: 'hello', token: 'secret', rooms: ['art', 'physics'] });
});

test('a push reaches every listener, and the socket closes with the last one', async () => {
  const { at, listen } = place();
  const heard: unknown[] = [];
  const leave = [listen((news) => heard.push(news)), listen((news) => heard.push(news))];
  await vi.advanceTimersByTimeAsync(60);
  say(at(0), push);
  expect(heard).toEqual([
    { topic: 'account:1', kind: 'meeting', data: { people: 2 } },
    { topic: 'account:1', kind: 'meeting', data: { people: 2 } },
  ]);
  for (const one of leave) one();
  await vi.advanceTimersByTimeAsync(60);
  expect(at(0).closed).toEqual(['closed']);
});

test('news may have been missed before the first socket; a broken one is opened anew, later each time, and tells so again', async () => {
  const { sockets, at, listen } = place();
  const heard: unknown[] = [];
  listen((news) => heard.push(news));
  await vi.advanceTimersByTimeAsync(60);
  say(at(0), { t: 'ready' });
  expect(heard.splice(0)).toEqual(['again']);
  at(0).onclose?.();
  await vi.advanceTimersByTimeAsync(700);
  expect(sockets).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(600);
  expect(sockets).toHaveLength(2);
  at(1).onclose?.();
  await vi.advanceTimersByTimeAsync(1_400);
  expect(sockets).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1_200);
  say(at(2), { t: 'ready' });
  expect(heard).toEqual(['again']);
});

test('another person or another room gets another socket, and lists are asked anew', async () => {
  const { sockets, at, listen } = place();
  const heard: unknown[] = [];
  const leave = listen((news) => heard.push(news));
  await vi.advanceTimersByTimeAsync(60);
  say(at(0), { t: 'ready' });
  heard.length = 0;
  leave();
  listen((news) => heard.push(news), { who: 'lee' });
  await vi.advanceTimersByTimeAsync(60);
  expect(at(0).closed).toEqual(['closed']);
  expect(sockets).toHaveLength(2);
  say(at(1), { t: 'ready' });
  expect(heard).toEqual(['again']);
});

test('what is no message of ours is not told', () => {
  expect(readLive('{"t":"push","topic":1}')).toBeNull();
  expect(readLive('not json')).toBeNull();
  expect(readLive('null')).toBeNull();
  expect(readLive('{"t":"push","topic":"a","kind":"b","data":{"ok":1,"bad":{}}}')).toEqual({
    topic: 'a',
    kind: 'b',
    data: { ok: 1 },
  });
});
