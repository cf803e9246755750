import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ClientMessage } from '#protocol/messages.ts';
import type { Outcome } from '#ui/connection.ts';
import { FakePeer, fakeClock } from '#ui/fake-peer.factory.ts';
import { DISCONNECTED_MS } from '#ui/peer.ts';
import { createPublisher } from '#ui/publisher.ts';
import { createSubscriber } from '#ui/subscriber.ts';

let peers: FakePeer[] = [];
beforeEach(() => {
  peers = [];
  vi.stubGlobal('RTCPeerConnection', function make() {
    const peer = new FakePeer(peers.length);
    peers.push(peer);
    return peer;
  });
  vi.stubGlobal('MediaStream', class { constructor(readonly tracks: unknown[]) {} });
});
afterEach(() => vi.unstubAllGlobals());

const peer = (number: number) => {
  const found = peers[number];
  if (!found) throw new Error(`connection ${number} was never made`);
  return found;
};

function publishing(outcomes: Outcome[] = []) {
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
  const track = Object.assign(new EventTarget(), { readyState: 'live', enabled: true, contentHint: '', kind: 'video', id: 't', label: '', muted: false, onended: null, onmute: null, onunmute: null, stop: () => undefined, clone: () => track, applyConstraints: async () => undefined, getCapabilities: () => ({}), getConstraints: () => ({}), getSettings: () => ({}) });
  const pubs = () => asked.flatMap(({ message, at }) => (message.t === 'pub' ? [{ sdp: message.sdp, at }] : []));
  return { clock, asked, publisher, track: track as unknown as MediaStreamTrack, pubs };
}
