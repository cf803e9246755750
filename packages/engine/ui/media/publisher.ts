import type { ClientMessage, IceServer, ServerMessage, SourceKind } from '#protocol/messages.ts';
import type { SendOutcome } from '#ui/media/connection.ts';
import { gathered, watchPeer } from '#ui/media/peer.ts';

/** One published source. `key` is the engine's name for it within the seat. */
export type PublishPlan = { key: string; source: SourceKind; track: MediaStreamTrack; muted: boolean };
export type PublisherOptions = {
  ice(): IceServer[];
  request(message: ClientMessage): Promise<SendOutcome>;
  later(ms: number, done: () => void): () => void;
  now(): number;
};
export type Publisher = {
  /** Sends a source; a second call with the same key replaces the connection. Resolves when the engine answered. */
  publish(plan: PublishPlan): Promise<SendOutcome>;
  /** `unknown`: also one that this page never sent. */
  unpublish(key: string, sentBy?: 'unknown'): Promise<void>;
  /** Puts another track on the same connection, without negotiation. */
  replaceTrack(key: string, track: MediaStreamTrack): Promise<void>;
  mute(key: string, change: { muted: boolean }): Promise<SendOutcome>;
  onMessage(message: ServerMessage): void;
  /** Rebuilds connections: all of them after a lost seat or restarted media, or the one of a key that the engine closed. */
  rebuild(key?: string): void;
  /** What is sent, or on its way to the engine. */
  keys(): string[];
  peers(): { key: string; source: SourceKind; pc: RTCPeerConnection }[];
  stop(): void;
};

/** The engine takes one offer per key and second (`LIMITS.publishPerSecondPerKey`); a little more for clocks that differ. */
const OFFER_GAP_MS = 1150;
const ANSWER_MS = 8000;

type SendingSource = {
  plan: PublishPlan;
  pc: RTCPeerConnection;
  offeredAt: number;
  answer: ((sdp: string | null) => void) | null;
  unwatch: () => void;
  cancelAgain: () => void;
  tries: number;
};
type PublisherDesk = { options: PublisherOptions; sendings: Map<string, SendingSource> };

/** Camera: two layers, the low one first (rtc recipe, §5). Screen: one, few frames, sharp. */
function encodingsOf(source: SourceKind): RTCRtpEncodingParameters[] | undefined {
  if (source === 'cam')
    return [
      { rid: 'l', scaleResolutionDownBy: 2, maxBitrate: 150_000 },
      { rid: 'h', maxBitrate: 600_000 },
    ];
  if (source === 'screen') return [{ maxBitrate: 1_500_000, maxFramerate: 15 }];
  return undefined;
}

/** One PeerConnection per source: only this side ever offers, each connection is negotiated once in its life. */
export function createPublisher(options: PublisherOptions): Publisher {
  const desk: PublisherDesk = { options, sendings: new Map() };
  return {
    publish: (plan) => publish(desk, plan),
    async unpublish(key, sentBy) {
      if (close(desk, key) || sentBy) await options.request({ t: 'unpub', key });
    },
    async replaceTrack(key, track) {
      const sending = desk.sendings.get(key);
      if (!sending) return;
      sending.plan = { ...sending.plan, track };
      await sending.pc.getSenders()[0]?.replaceTrack(track);
    },
    mute(key, { muted }) {
      const sending = desk.sendings.get(key);
      if (!sending) return Promise.resolve('unknown-key');
      sending.plan = { ...sending.plan, muted };
      sending.plan.track.enabled = !muted;
      return options.request({ t: 'mute', key, on: muted });
    },
    onMessage(message) {
      if (message.t === 'pub-answer') desk.sendings.get(message.key)?.answer?.(message.sdp);
      if (message.t === 'muted' || message.t === 'unmuted') followMute(desk, message);
    },
    rebuild: (key) => (key ? [key] : [...desk.sendings.keys()]).forEach((k) => again(desk, k)),
    keys: () => [...desk.sendings.keys()],
    peers: () => [...desk.sendings.values()].map(({ plan, pc }) => ({ key: plan.key, source: plan.source, pc })),
    stop: () => [...desk.sendings.keys()].forEach((key) => close(desk, key)),
  };
}

function followMute(desk: PublisherDesk, { t, key }: { t: 'muted' | 'unmuted'; key: string }): void {
  const sending = desk.sendings.get(key);
  if (!sending) return;
  sending.plan = { ...sending.plan, muted: t === 'muted' };
  sending.plan.track.enabled = t === 'unmuted';
}

async function publish(desk: PublisherDesk, plan: PublishPlan): Promise<SendOutcome> {
  const before = desk.sendings.get(plan.key);
  close(desk, plan.key);
  const pc = new RTCPeerConnection({ iceServers: desk.options.ice(), bundlePolicy: 'max-bundle' });
  const nothing = () => undefined;
  const sending: SendingSource = {
    plan,
    pc,
    offeredAt: before?.offeredAt ?? 0,
    answer: null,
    unwatch: nothing,
    cancelAgain: nothing,
    tries: before?.tries ?? 0,
  };
  desk.sendings.set(plan.key, sending);
  const encodings = encodingsOf(plan.source);
  if (plan.source === 'screen') plan.track.contentHint = 'detail';
  plan.track.enabled = !plan.muted;
  pc.addTransceiver(plan.track, { direction: 'sendonly', ...(encodings && { sendEncodings: encodings }) });
  await pc.setLocalDescription();
  await gathered(pc);
  if (desk.sendings.get(plan.key) !== sending) return 'lost';
  const outcome = await offer(desk, sending);
  if (desk.sendings.get(plan.key) !== sending) return outcome;
  if (outcome === 'lost' || outcome === 'media-down' || outcome === 'too-fast') againLater(desk, sending);
  else if (outcome !== 'ok') close(desk, plan.key);
  return outcome;
}

/** Keeps the distance between two offers of one key, also over a rebuilt connection. */
async function offer(desk: PublisherDesk, sending: SendingSource): Promise<SendOutcome> {
  const { options } = desk;
  const wait = sending.offeredAt + OFFER_GAP_MS - options.now();
  if (wait > 0) await new Promise<void>((done) => void options.later(wait, done));
  sending.offeredAt = options.now();
  const sdp = sending.pc.localDescription?.sdp;
  if (!sdp || desk.sendings.get(sending.plan.key) !== sending) return 'lost';
  const answered = new Promise<string | null>((resolve) => {
    sending.answer = resolve;
    options.later(ANSWER_MS, () => resolve(null));
  });
  const asked = await options.request({
    t: 'pub',
    key: sending.plan.key,
    source: sending.plan.source,
    sdp,
    muted: sending.plan.muted,
  });
  if (asked !== 'ok') return asked;
  const answer = await answered;
  sending.answer = null;
  if (answer === null || desk.sendings.get(sending.plan.key) !== sending) return 'lost';
  await sending.pc.setRemoteDescription({ type: 'answer', sdp: answer });
  sending.tries = 0;
  sending.unwatch = watchPeer(sending.pc, { later: options.later, failed: () => again(desk, sending.plan.key) });
  return 'ok';
}

function again(desk: PublisherDesk, key: string): void {
  const sending = desk.sendings.get(key);
  if (sending && sending.plan.track.readyState === 'live') void publish(desk, sending.plan);
}

function againLater(desk: PublisherDesk, sending: SendingSource): void {
  sending.tries++;
  sending.cancelAgain = desk.options.later(Math.min(8000, 1200 * sending.tries), () => again(desk, sending.plan.key));
}

function close(desk: PublisherDesk, key: string): boolean {
  const sending = desk.sendings.get(key);
  if (!sending) return false;
  desk.sendings.delete(key);
  sending.cancelAgain();
  sending.unwatch();
  sending.answer?.(null);
  sending.pc.close();
  return true;
}
