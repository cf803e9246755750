import { LIMITS } from '#protocol/limits.ts';
import type { ClientMessage, IceServer, ServerMessage } from '#protocol/messages.ts';
import type { SendOutcome } from '#ui/media/connection.ts';
import { gathered, watchPeer } from '#ui/media/peer.ts';

export type SubscriberOptions = {
  ice(): IceServer[];
  request(message: ClientMessage): Promise<SendOutcome>;
  later(ms: number, done: () => void): () => void;
  slots: { audio: number; video: number };
  /** mid → stream, the whole map whenever a slot's track came. */
  onStreams(streams: Record<string, MediaStream>): void;
  onState(state: 'up' | 'failed'): void;
};
export type Subscriber = {
  /** Makes room for so many pictures; returns how many there is room for now. */
  grow(pictures: number): number;
  /** Asks for a connection with slots; also builds a new one in place of an older one. */
  start(): void;
  onMessage(message: ServerMessage): void;
  peer(): RTCPeerConnection | null;
  stop(): void;
};

type SubscriberDesk = {
  options: SubscriberOptions;
  pc: RTCPeerConnection | null;
  streams: Record<string, MediaStream>;
  slots: { audio: number; video: number };
  /** Slots for pictures that the engine may give; one of an earlier version gives fewer. */
  most: number;
  /** Slots for pictures in the latest request. */
  requested: number;
  tries: number;
  stopped: boolean;
  unwatch: () => void;
  cancelAgain: () => void;
};

const OFFER_MS = 8000;
/** Slots for pictures: most meetings need a few, and a page of a class one for each camera. */
export const FEW_PICTURES = 12;
const MANY_PICTURES = LIMITS.videoSlotsMax;

/** The one connection on which everybody else arrives: the engine offers fixed slots once and fills them as it sees fit. */
export function createSubscriber(options: SubscriberOptions): Subscriber {
  const nothing = () => undefined;
  const desk: SubscriberDesk = {
    options,
    pc: null,
    streams: {},
    slots: { ...options.slots },
    most: MANY_PICTURES,
    requested: 0,
    tries: 0,
    stopped: false,
    unwatch: nothing,
    cancelAgain: nothing,
  };
  return {
    grow(pictures) {
      const { slots } = desk;
      if (pictures <= slots.video || slots.video >= desk.most) return slots.video;
      slots.video = desk.most;
      if (desk.pc) void ask(desk);
      return slots.video;
    },
    start: () => void ask(desk),
    onMessage(message) {
      if (message.t === 'sub-offer' && !desk.stopped) void answer(desk, message);
    },
    peer: () => desk.pc,
    stop() {
      desk.stopped = true;
      drop(desk);
    },
  };
}

async function ask(desk: SubscriberDesk): Promise<void> {
  if (desk.stopped) return;
  const { options } = desk;
  desk.cancelAgain();
  // The offer may come before or after the `ok`; taking it calls this off.
  desk.cancelAgain = options.later(OFFER_MS, () => askAgain(desk));
  desk.requested = desk.slots.video;
  const outcome = await options.request({ t: 'sub', audioSlots: desk.slots.audio, videoSlots: desk.slots.video });
  // `lost`: the next welcome starts again by itself.
  if (outcome === 'lost') desk.cancelAgain();
  else if (outcome === 'bad-message' && desk.slots.video > FEW_PICTURES) {
    desk.slots.video = FEW_PICTURES;
    desk.most = FEW_PICTURES;
    askAgain(desk);
  } else if (outcome !== 'ok') askAgain(desk);
}

function askAgain(desk: SubscriberDesk): void {
  if (desk.stopped) return;
  desk.tries++;
  desk.cancelAgain();
  desk.cancelAgain = desk.options.later(Math.min(8000, 800 * desk.tries), () => void ask(desk));
}

async function answer(desk: SubscriberDesk, offer: Extract<ServerMessage, { t: 'sub-offer' }>): Promise<void> {
  drop(desk);
  const { options } = desk;
  const pc = new RTCPeerConnection({ iceServers: options.ice(), bundlePolicy: 'max-bundle' });
  desk.pc = pc;
  pc.addEventListener('track', ({ transceiver, track }) => {
    if (desk.pc !== pc || !transceiver.mid) return;
    desk.streams = { ...desk.streams, [transceiver.mid]: new MediaStream([track]) };
    options.onStreams(desk.streams);
  });
  await pc.setRemoteDescription({ type: 'offer', sdp: offer.sdp });
  await pc.setLocalDescription();
  await gathered(pc);
  const sdp = pc.localDescription?.sdp;
  if (desk.pc !== pc || !sdp) return;
  desk.unwatch = watchPeer(pc, {
    later: options.later,
    connected: () => {
      desk.tries = 0;
      options.onState('up');
    },
    failed: () => {
      options.onState('failed');
      askAgain(desk);
    },
  });
  await options.request({ t: 'sub-answer', gen: offer.gen, sdp });
  // more were wanted while this one was being made
  if (desk.pc === pc && desk.requested < desk.slots.video) void ask(desk);
}

function drop(desk: SubscriberDesk): void {
  desk.unwatch();
  desk.cancelAgain();
  desk.pc?.close();
  desk.pc = null;
  desk.streams = {};
}
