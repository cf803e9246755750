/** One connection per published source: the browser offers once, and its packets go straight to the slots that show the source. */
import { type DelayTrend, noteSendTime } from './delay-trend.ts';
import type { PacketArrival, TickPulse, RoomSource, RtpStream, PacketTally } from './model.ts';
import type { NativeConnection, NativeTrack } from './native.ts';
import { readRtcp } from './rtcp.ts';
import type { RtcpItem } from './rtcp.ts';
import {
  audioLevel,
  extensionText,
  isRtcp,
  payloadOffset,
  payloadType,
  placePacket,
  sendTimeOf,
  ssrcOf,
  timestampOf,
  unwrapRetransmission,
} from './rtp.ts';
import { announceCandidates, mirrorSimulcast, stripCandidates } from './sdp.ts';
import type { RoomTap } from './room.ts';
import type { FilteredOffer, OfferFacts } from './sdp.ts';
import { forwardPacket, sendSenderReport } from './slot.ts';
import { createStream, noteArrival, noteSenderReport } from './stream.ts';
import { noteUpload, type UplinkState } from './uplink.ts';
import { emptyPicture, readPicture, writePicture } from './vp8.ts';

/** A sender that changes its SSRC again and again is not followed further. */
const STREAMS_EVER = 16;

export type PublishHooks = {
  /** A stream sent its first packet. */
  onStream(): void;
  tally: PacketTally;
  pulse: TickPulse;
  uplink: UplinkState;
  trend: DelayTrend;
  room: { readonly tap: RoomTap | null };
};

type SourceUpload = PublishHooks & {
  source: RoomSource;
  facts: OfferFacts;
  track: NativeTrack;
  bySsrc: Map<number, RtpStream>;
  /** Retransmission SSRC → its stream. */
  byRtxSsrc: Map<number, RtpStream>;
  arrival: PacketArrival;
};

/** Answers a publisher's offer on a fresh connection. Rejects when the native layer refuses it or does not answer in time. */
export async function answerPublisher(
  connection: NativeConnection,
  request: { source: RoomSource; offer: FilteredOffer; announce: { address: string; port: number } | null },
  hooks: PublishHooks,
): Promise<string> {
  const answer = await connection.answer(stripCandidates(request.offer.sdp), {
    trackCount: 1,
    onTrack(track) {
      const upload: SourceUpload = {
        ...hooks,
        source: request.source,
        facts: request.offer.facts,
        track,
        bySsrc: new Map(),
        byRtxSsrc: new Map(),
        arrival: { packet: Buffer.alloc(0), number: 0, timestamp: 0, at: 0, picture: emptyPicture() },
      };
      return { onOpen: () => undefined, onMessage: (packet) => receive(upload, packet) };
    },
  });
  return announceCandidates(mirrorSimulcast(answer), request.announce);
}

function receive(upload: SourceUpload, packet: Buffer): void {
  if (packet.length < 8) return;
  const now = performance.now();
  upload.pulse.at = now;
  if (isRtcp(packet)) {
    for (const item of readRtcp(packet)) receiveRtcp(upload, item, now);
    return;
  }
  const start = payloadOffset(packet);
  if (start < 0) return;
  upload.tally.received += 1;
  noteUpload(upload.uplink, packet);
  const sentAt = upload.facts.extensions.sendTime > 0 ? sendTimeOf(packet, upload.facts.extensions.sendTime) : -1;
  if (sentAt >= 0) noteSendTime(upload.trend, sentAt, now);
  const type = payloadType(packet);
  if (type === upload.facts.payloadType) {
    const stream = upload.bySsrc.get(ssrcOf(packet)) ?? welcomeStream(upload, packet, now);
    if (stream) pass(upload, stream, packet);
  } else if (type === upload.facts.rtxPayloadType) {
    receiveRetransmission(upload, packet);
  }
}

function receiveRetransmission(upload: SourceUpload, packet: Buffer): void {
  const stream = upload.byRtxSsrc.get(ssrcOf(packet)) ?? findRepaired(upload, packet);
  if (!stream) return;
  const original = unwrapRetransmission(packet, { ssrc: stream.ssrc, payloadType: upload.facts.payloadType });
  if (original) pass(upload, stream, original);
}

/** Which stream an unknown retransmission SSRC repairs: named in the offer, or by the repaired id in its first packets. */
function findRepaired(upload: SourceUpload, packet: Buffer): RtpStream | null {
  const { facts } = upload;
  const declared = facts.primaryOf.get(ssrcOf(packet));
  const rid = extensionText(packet, facts.extensions.repairedRid);
  const stream =
    declared === undefined
      ? upload.source.streams.find((candidate) => rid !== '' && candidate.rid === rid)
      : upload.bySsrc.get(declared);
  if (!stream || upload.byRtxSsrc.size >= STREAMS_EVER) return null;
  upload.byRtxSsrc.set(ssrcOf(packet), stream);
  return stream;
}

/** The first packet of an unknown SSRC: a new layer, or a layer whose sender started again under another SSRC. */
function welcomeStream(upload: SourceUpload, packet: Buffer, now: number): RtpStream | null {
  const { source, facts } = upload;
  const ssrc = ssrcOf(packet);
  const rid = facts.rids.length > 0 ? extensionText(packet, facts.extensions.rid) : '';
  if (facts.rids.length > 0 && !facts.rids.includes(rid)) return null;
  if (facts.primaryOf.has(ssrc) || upload.bySsrc.size >= STREAMS_EVER) return null;
  const stream = createStream({ kind: source.kind, ssrc, rid, sendRtcp: upload.track.send }, now);
  upload.bySsrc.set(ssrc, stream);
  const before = source.streams.find((candidate) => candidate.rid === rid);
  source.streams = [...source.streams.filter((candidate) => candidate !== before), stream];
  source.streams.sort((a, b) => facts.rids.indexOf(a.rid) - facts.rids.indexOf(b.rid));
  upload.onStream();
  return stream;
}

/** The path of every packet: noted once, then rewritten and sent for each slot, then put back as it came. */
function pass(upload: SourceUpload, stream: RtpStream, packet: Buffer): void {
  const { arrival, facts, source } = upload;
  const now = upload.pulse.at;
  const number = noteArrival(stream, packet, now);
  if (number < 0) return;
  if (stream.kind === 'video') {
    readPicture(packet, payloadOffset(packet), arrival.picture);
    if (arrival.picture.height > 0) stream.height = arrival.picture.height;
  } else if (!source.blocked && facts.extensions.audioLevel > 0) {
    const level = audioLevel(packet, facts.extensions.audioLevel);
    if (level >= 0 && 127 - level > source.voice.peak) source.voice.peak = 127 - level;
  }
  if (source.blocked) return;
  upload.room.tap?.packet(source, stream, { packet, number, at: now });
  const slots = stream.slots;
  if (slots.length === 0) return;
  arrival.packet = packet;
  arrival.number = number;
  arrival.timestamp = timestampOf(packet);
  arrival.at = now;
  for (let index = 0; index < slots.length; index += 1) {
    const slot = slots[index];
    if (slot && forwardPacket(slot, stream, arrival)) upload.tally.forwarded += 1;
  }
  // The ring keeps this very memory for retransmissions, so it must hold the publisher's numbers again.
  placePacket(packet, { sequence: number & 0xffff, timestamp: arrival.timestamp, ssrc: stream.ssrc });
  if (stream.kind === 'video') writePicture(packet, arrival.picture, arrival.picture);
}

function receiveRtcp(upload: SourceUpload, item: RtcpItem, now: number): void {
  if (item.type !== 'sender-report') return;
  const stream = upload.bySsrc.get(item.ssrc);
  if (!stream) return;
  noteSenderReport(stream, { high: item.ntpHigh, low: item.ntpLow }, now);
  const { ntpHigh, ntpLow, timestamp } = item;
  if (!upload.source.blocked) upload.room.tap?.report(upload.source, stream, { ntpHigh, ntpLow, timestamp, at: now });
  for (const slot of stream.slots) {
    if (slot.current === stream && !upload.source.blocked) sendSenderReport(slot, item, now);
  }
}
