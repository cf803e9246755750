/** One connection per viewer, with slots that are negotiated once: the engine offers, the browser answers, nothing else. */
import { randomInt } from 'node:crypto';
import { bucket } from '#server/rate.ts';
import type { RateBucket } from '#server/rate.ts';
import { type LineBudget, openBudget } from './layers.ts';
import type { TickPulse, ViewerSlot, PacketTally } from './model.ts';
import type { NativeConnection, SendTrack } from './native.ts';
import { readRtcp } from './rtcp.ts';
import type { RtcpItem } from './rtcp.ts';
import { isRtcp } from './rtp.ts';
import { announceCandidates, OPUS, stripCandidates } from './sdp.ts';
import { createSlot, resendPackets } from './slot.ts';
import { requestKeyframe } from './stream.ts';

/** What the viewer's browser reported since the last look. */
export type SlotFeedback = {
  /** Worst share of lost packets of a slot, beyond what did not reach us, smoothed over reports; null without a report. */
  loss: number | null;
  /** The browser's own estimate in bits per second. */
  remb: number | null;
  /** The longest round trip in reports since the last look, milliseconds; null without one. */
  trip: number | null;
};

export type MediaViewer = {
  gen: number;
  connection: NativeConnection;
  slots: ViewerSlot[];
  /** The browser has answered: slots may be filled. */
  answered: boolean;
  startedAt: number;
  feedback: SlotFeedback;
  budget: LineBudget;
  /** The shortest round trip, milliseconds. */
  shortest: number;
};

export type SubscribeRequest = {
  gen: number;
  audioSlots: number;
  videoSlots: number;
  announce: { address: string; port: number } | null;
};
export type SubscribeHooks = { tally: PacketTally; pulse: TickPulse };

/** Key frames that one reader may ask for in one slot: each is sent to everybody who sees the picture, however good their network is. */
const KEYFRAME_RATE = { perSecond: 0.5, burst: 4 };
/** Packets that are sent again in one slot: a browser asks for each up to ten times, which would keep a full queue full. */
const REPAIR_RATE = { perSecond: 60, burst: 120 };

const LOSS_FADING = 0.25;

/** Offers the slots. Resolves when the offer is complete. */
export async function offerViewer(
  connection: NativeConnection,
  request: SubscribeRequest,
  hooks: SubscribeHooks,
): Promise<{ viewer: MediaViewer; sdp: string }> {
  // One own SSRC per slot for its whole life; the browser never learns the publisher's.
  const firstSsrc = randomInt(0x10000000, 0xf0000000);
  const names = [...slotNames('audio', request.audioSlots), ...slotNames('video', request.videoSlots)];
  const slots = names.map((name, index) => createSlot({ ...name, ssrc: firstSsrc + index }));
  const now = performance.now();
  const viewer: MediaViewer = {
    gen: request.gen,
    connection,
    slots,
    answered: false,
    startedAt: now,
    feedback: { loss: null, remb: null, trip: null },
    budget: openBudget(now),
    shortest: Number.POSITIVE_INFINITY,
  };
  const offered = await connection.offer(slots.map((slot) => sendTrack(viewer, slot, hooks)));
  for (const [index, slot] of slots.entries()) slot.track = offered.tracks[index] ?? null;
  return { viewer, sdp: announceCandidates(offerAudioRepair(offered.sdp), request.announce) };
}

/** Lost audio may be asked for again too: the native library does not say so by itself. */
function offerAudioRepair(offer: string): string {
  return offer.replaceAll(`a=rtpmap:${OPUS} `, `a=rtcp-fb:${OPUS} nack\r\na=rtpmap:${OPUS} `);
}

function slotNames(kind: 'audio' | 'video', count: number): { kind: 'audio' | 'video'; mid: string }[] {
  return Array.from({ length: count }, (_, index) => ({ kind, mid: `${kind === 'audio' ? 'a' : 'v'}${index}` }));
}

/**
 * Takes the browser's answer. Throws when it does not fit the offer. The browser's checks may arrive while this happens; on a busy
 * machine the native library then sometimes looks at the certificate before it has stored the expected fingerprint, and refuses it
 * (one of 160 on two overloaded cores). The browser sees the connection fail at once and subscribes again.
 */
export function acceptAnswer(viewer: MediaViewer, sdp: string): void {
  viewer.connection.accept(stripCandidates(sdp));
  viewer.answered = true;
}

function sendTrack(viewer: MediaViewer, slot: ViewerSlot, { tally, pulse }: SubscribeHooks): SendTrack {
  const reader: FeedbackReader = { viewer, slot, tally, keyframes: bucket(KEYFRAME_RATE), repairs: bucket(REPAIR_RATE), loss: 0 };
  return {
    kind: slot.kind,
    mid: slot.mid,
    ssrc: slot.ssrc,
    onOpen() {
      slot.open = true;
      if (slot.target) requestKeyframe(slot.target, performance.now());
    },
    onMessage(packet) {
      if (packet.length < 8) return;
      pulse.at = performance.now();
      if (!isRtcp(packet)) return;
      for (const item of readRtcp(packet)) receiveFeedback(reader, item, pulse.at);
    },
  };
}

type FeedbackReader = {
  viewer: MediaViewer;
  slot: ViewerSlot;
  tally: PacketTally;
  keyframes: RateBucket;
  repairs: RateBucket;
  loss: number;
};

/** A compound packet reaches the track of each slot that it names, so a slot takes only its own items. */
function receiveFeedback(reader: FeedbackReader, item: RtcpItem, now: number): void {
  const { viewer, slot, tally, keyframes, repairs } = reader;
  if (item.type === 'remb') {
    viewer.feedback.remb = item.bitsPerSecond;
    return;
  }
  if (item.ssrc !== slot.ssrc) return;
  if (item.type === 'keyframe' && slot.target && keyframes.take(now)) requestKeyframe(slot.target, now);
  if (item.type === 'nack' && !slot.paused) {
    const sequences = item.sequences.filter(() => repairs.take(now));
    resendPackets(slot, sequences, tally);
  }
  if (item.type === 'loss') noteTrip(viewer.feedback, slot, { ...item, now });
  if (item.type === 'loss' && slot.current) {
    // both shares are of a few dozen packets: only the mean of several says which way loses them
    reader.loss += LOSS_FADING * (item.lost - slot.current.reception.gapShare - reader.loss);
    viewer.feedback.loss = Math.max(viewer.feedback.loss ?? 0, reader.loss);
  }
}

function noteTrip(
  feedback: SlotFeedback,
  { report }: ViewerSlot,
  answer: { lastReport: number; delay: number; now: number },
): void {
  if (answer.lastReport === 0 || answer.lastReport !== report.ntp) return;
  // reports that follow quote it again until the next one comes, and would only repeat the figure
  report.ntp = 0;
  const trip = answer.now - report.at - answer.delay / 65.536;
  if (trip >= 0) feedback.trip = Math.max(feedback.trip ?? 0, trip);
}
