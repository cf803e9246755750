import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ClientMessage } from '#protocol/messages.ts';
import type { SendOutcome } from '#ui/media/connection.ts';
import { type FakePeer, fakeClock, fakePeer, fakeTrack } from '#ui/media/fake-peer.factory.ts';
import { DISCONNECTED_MS } from '#ui/media/peer.ts';
import { createPublisher } from '#ui/media/publisher.ts';
import { createSubscriber } from '#ui/media/subscriber.ts';

const made: FakePeer[] = [];
beforeEach(() => {
  made.length = 0;
  vi.stubGlobal('RTCPeerConnection', function make() {
    const peer = fakePeer(made.length);
    made.push(peer);
    return peer;
  });
  vi.stubGlobal('MediaStream', function make(tracks: unknown[]) {
    return { tracks };
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function peer(number: number): FakePeer {
  const found = made[number];
  if (!found) throw new Error(`connection ${number} was never made`);
  return found;
}

/** A publisher whose engine answers `pub` with the given outcomes, then with `ok`. */
function publishing(outcomes: SendOutcome[] = []) {
  const clock = fakeClock();
  const asked: { message: ClientMessage; at: number }[] = [];
  const publisher = createPublisher({
    ice: () => [],
    later: clock.later,
    now: clock.now,
    request(message) {
      asked.push({ message, at: clock.now() });
      const outcome = message.t === 'pub' ? (outcomes.shift() ?? 'ok') : 'ok';
      if (message.t === 'pub' && outcome === 'ok') publisher.onMessage({ t: 'pub-answer', key: message.key, sdp: 'answer' });
      return Promise.resolve(outcome);
    },
  });
  const pubs = () => asked.flatMap(({ message, at }) => (message.t === 'pub' ? [{ sdp: message.sdp, at }] : []));
  const cam = { key: 'cam', source: 'cam', track: fakeTrack(), muted: false } as const;
  const mic = { key: 'mic', source: 'mic', track: fakeTrack(), muted: false } as const;
  return { clock, asked, publisher, pubs, cam, mic };
}

describe('publishing', () => {
  test('a camera is offered in two layers, the low one first', async () => {
    const { publisher, clock, cam } = publishing();
    const outcome = publisher.publish(cam);
    await clock.pass(2000);
    expect(await outcome).toBe('ok');
    expect(peer(0).senders[0]?.encodings.map((e) => e.rid)).toEqual(['l', 'h']);
    expect(peer(0).remote).toEqual({ type: 'answer', sdp: 'answer' });
  });
  test("a connection that failed is built anew, with the engine's distance between two offers", async () => {
    const { publisher, clock, pubs, cam } = publishing();
    void publisher.publish(cam);
    await clock.pass(2000);
    peer(0).become('failed');
    await clock.pass(5000);
    expect(pubs().map((p) => p.sdp)).toEqual(['sdp-0', 'sdp-1']);
    peer(1).become('failed');
    await clock.pass(0);
    const ats = pubs().map((p) => p.at);
    for (const [i, at] of ats.slice(1).entries()) expect(at - (ats[i] ?? 0)).toBeGreaterThan(1000);
    expect(peer(0).connectionState).toBe('closed');
  });
  test('a short gap of the network heals by itself, a long one does not', async () => {
    const { publisher, clock, pubs, cam } = publishing();
    void publisher.publish(cam);
    await clock.pass(2000);
    peer(0).become('disconnected');
    await clock.pass(DISCONNECTED_MS - 100);
    peer(0).become('connected');
    await clock.pass(10_000);
    expect(pubs().length).toBe(1);
    peer(0).become('disconnected');
    await clock.pass(DISCONNECTED_MS + 10);
    expect(pubs().length).toBe(2);
  });
  test('media that are down are tried again, a refusal is not', async () => {
    const down = publishing(['media-down', 'lost', 'ok']);
    void down.publisher.publish(down.cam);
    await down.clock.pass(20_000);
    expect(down.pubs().length).toBe(3);
    const refused = publishing(['locked']);
    const outcome = refused.publisher.publish(refused.cam);
    await refused.clock.pass(20_000);
    expect([await outcome, refused.pubs().length, refused.publisher.peers()]).toEqual(['locked', 1, []]);
  });
  test('muting tells the engine and silences the track; a rebuilt microphone stays muted', async () => {
    const { publisher, clock, asked, mic } = publishing();
    void publisher.publish(mic);
    await clock.pass(2000);
    await publisher.mute('mic', { muted: true });
    expect(mic.track.enabled).toBe(false);
    publisher.rebuild();
    await clock.pass(5000);
    expect(asked.map((a) => a.message.t)).toEqual(['pub', 'mute', 'pub']);
    expect(asked.at(-1)?.message).toMatchObject({ t: 'pub', key: 'mic', muted: true });
  });
  test('a host who mutes silences the track here as well', async () => {
    const { publisher, clock, mic } = publishing();
    void publisher.publish(mic);
    await clock.pass(2000);
    publisher.onMessage({ t: 'muted', key: 'mic', by: 'host' });
    expect(mic.track.enabled).toBe(false);
    publisher.onMessage({ t: 'unmuted', key: 'mic', by: 'host' });
    expect(mic.track.enabled).toBe(true);
  });
  test('another device goes onto the same connection', async () => {
    const { publisher, clock, pubs, cam } = publishing();
    void publisher.publish(cam);
    await clock.pass(2000);
    const other = fakeTrack();
    await publisher.replaceTrack('cam', other);
    expect([peer(0).senders[0]?.track === other, pubs().length]).toEqual([true, 1]);
  });
  test('what was taken back is not built again', async () => {
    const { publisher, clock, pubs, cam } = publishing();
    void publisher.publish(cam);
    await clock.pass(2000);
    await publisher.unpublish('cam');
    publisher.rebuild();
    peer(0).become('failed');
    await clock.pass(10_000);
    expect([pubs().length, peer(0).connectionState]).toEqual([1, 'closed']);
  });
});

function subscribing(outcomes: SendOutcome[] = []) {
  const clock = fakeClock();
  const asked: ClientMessage[] = [];
  const seen: { states: string[]; mids: string[][] } = { states: [], mids: [] };
  const subscriber = createSubscriber({
    ice: () => [],
    later: clock.later,
    slots: { audio: 3, video: 12 },
    request(message) {
      asked.push(message);
      return Promise.resolve(message.t === 'sub' ? (outcomes.shift() ?? 'ok') : 'ok');
    },
    onStreams: (streams) => void seen.mids.push(Object.keys(streams)),
    onState: (state) => void seen.states.push(state),
  });
  const offer = (gen: number) =>
    subscriber.onMessage({ t: 'sub-offer', gen, sdp: `offer-${gen}`, mids: { audio: ['a0'], video: ['v0'] } });
  const subs = () => asked.filter((m) => m.t === 'sub').length;
  return { clock, asked, seen, subscriber, offer, subs };
}

describe('subscribing', () => {
  test('the offer is answered with its own number, and each slot brings a stream', async () => {
    const { clock, asked, seen, subscriber, offer } = subscribing();
    subscriber.start();
    await clock.pass(10);
    offer(1);
    await clock.pass(10);
    peer(0).bring('a0');
    peer(0).bring('v0');
    peer(0).become('connected');
    expect(asked).toEqual([
      { t: 'sub', audioSlots: 3, videoSlots: 12 },
      { t: 'sub-answer', gen: 1, sdp: 'sdp-0' },
    ]);
    expect([seen.mids.at(-1), seen.states]).toEqual([['a0', 'v0'], ['up']]);
  });
  test('an offer that never comes is asked for again', async () => {
    const { clock, subscriber, subs } = subscribing();
    subscriber.start();
    await clock.pass(20_000);
    expect(subs()).toBeGreaterThan(1);
  });
  test('an offer that came before the answer of its request is enough', async () => {
    const { clock, subscriber, offer, subs } = subscribing();
    subscriber.start();
    offer(1);
    await clock.pass(30_000);
    expect(subs()).toBe(1);
  });
  test('a failed connection is replaced, and its streams with it', async () => {
    const { clock, seen, subscriber, offer, subs } = subscribing();
    subscriber.start();
    offer(1);
    await clock.pass(10);
    peer(0).bring('v0');
    peer(0).become('failed');
    await clock.pass(1000);
    expect([subs(), seen.states]).toEqual([2, ['failed']]);
    offer(2);
    await clock.pass(10);
    peer(0).bring('v9');
    peer(1).bring('v1');
    expect([peer(0).connectionState, seen.mids.at(-1)]).toEqual(['closed', ['v1']]);
  });
  test('while the socket is away nothing is asked; media that are down are asked for again', async () => {
    const away = subscribing(['lost']);
    away.subscriber.start();
    await away.clock.pass(60_000);
    expect(away.subs()).toBe(1);
    const down = subscribing(['media-down', 'media-down']);
    down.subscriber.start();
    await down.clock.pass(4000);
    expect(down.subs()).toBe(3);
  });
  test('a page of many cameras gets a larger connection, once', async () => {
    const { clock, asked, subscriber, offer } = subscribing();
    subscriber.start();
    expect(subscriber.grow(12)).toBe(12);
    // wanted while the first one is being made
    expect(subscriber.grow(20)).toBe(32);
    offer(1);
    await clock.pass(10);
    offer(2);
    await clock.pass(10);
    expect(subscriber.grow(25)).toBe(32);
    await clock.pass(60_000);
    expect(asked.flatMap((m) => (m.t === 'sub' ? m.videoSlots : []))).toEqual([12, 32]);
  });
  test('an engine that has fewer slots is asked for as many as it gives', async () => {
    const { clock, asked, subscriber, offer } = subscribing(['bad-message']);
    subscriber.grow(20);
    subscriber.start();
    await clock.pass(2000);
    offer(1);
    await clock.pass(10);
    expect(subscriber.grow(20)).toBe(12);
    expect(asked.flatMap((m) => (m.t === 'sub' ? m.videoSlots : []))).toEqual([32, 12]);
  });
  test('after stop nothing is asked or built', async () => {
    const { clock, subscriber, offer, subs } = subscribing();
    subscriber.start();
    subscriber.stop();
    offer(1);
    await clock.pass(60_000);
    expect([subs(), made.length]).toEqual([1, 0]);
  });
});
