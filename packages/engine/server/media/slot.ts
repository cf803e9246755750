/**
 * A slot is one m-line of a viewer, negotiated once. What it shows changes without negotiation: packets are rewritten so that the
 * viewer sees one unbroken stream with one SSRC, rising sequence numbers, timestamps and picture ids.
 */
import { randomInt } from 'node:crypto';
import type { PacketArrival, StreamEpoch, ViewerSlot, RoomSource, RtpStream, PacketTally } from './model.ts';
import { buildSenderReport } from './rtcp.ts';
import { payloadOffset, placePacket, sequenceOf, setPayloadType, ssrcOf, timestampOf } from './rtp.ts';
import { OPUS, VP8 } from './sdp.ts';
import type { MediaKind } from './sdp.ts';
import { keptPacket, middleOfNtp, requestKeyframe } from './stream.ts';
import { emptyPicture, readPicture, writePicture } from './vp8.ts';

const EPOCHS = 3;
const FIRST_GAP = 3_000;
/** RTP clock ticks per millisecond. */
const CLOCK = { audio: 48, video: 90 } as const;

export function createSlot(slot: { mid: string; kind: MediaKind; ssrc: number }): ViewerSlot {
  return {
    ...slot,
    track: null,
    open: false,
    source: null,
    target: null,
    current: null,
    epoch: null,
    epochs: [],
    sequence: 65_536 + randomInt(30_000),
    timestamp: randomInt(0x7fffffff),
    at: 0,
    pictureId: -1,
    pictureBase: -1,
    packets: 0,
    octets: 0,
    report: { ntp: 0, at: 0 },
    paused: false,
    heldUntil: 0,
    scratch: emptyPicture(),
  };
}

/** Gives the slot to a source (or to nobody). What it showed ends at once, so that nobody is seen under another person's name. */
export function showSource(slot: ViewerSlot, source: RoomSource | null): void {
  if (slot.source === source) return;
  blankSlot(slot);
  aimSlot(slot, null, 0);
  slot.source = source;
  slot.heldUntil = 0;
  slot.paused = false;
}

/** Ends what the slot shows; its target starts again at a key frame. */
export function blankSlot(slot: ViewerSlot): void {
  const shown = slot.current;
  slot.current = null;
  slot.epoch = null;
  if (shown && shown !== slot.target) leave(shown, slot);
}

/** Sends nothing of what the slot shows until it is aimed again. */
export function pauseSlot(slot: ViewerSlot): void {
  if (slot.paused) return;
  slot.paused = true;
  blankSlot(slot);
  aimSlot(slot, null, 0);
}

/** Chooses the stream to show next. Video changes at the stream's next key frame, which is asked for. */
export function aimSlot(slot: ViewerSlot, stream: RtpStream | null, now: number): void {
  const before = slot.target;
  if (before === stream) return;
  slot.target = stream;
  if (before && before !== slot.current) leave(before, slot);
  if (!stream) return;
  if (!stream.slots.includes(slot)) stream.slots.push(slot);
  if (slot.open && stream !== slot.current) requestKeyframe(stream, now);
}

function leave(stream: RtpStream, slot: ViewerSlot): void {
  const index = stream.slots.indexOf(slot);
  if (index >= 0) stream.slots.splice(index, 1);
}

/**
 * Sends a packet of `stream` on, rewritten in place; the caller puts the publisher's numbers back after the last slot.
 * Returns whether it was sent.
 */
export function forwardPacket(slot: ViewerSlot, stream: RtpStream, arrival: PacketArrival): boolean {
  if (!slot.open || !slot.track) return false;
  if (stream !== slot.current && !beginEpoch(slot, stream, arrival)) return false;
  const epoch = slot.epoch;
  // Packets from before the switch would land on numbers that were already used.
  if (!epoch || arrival.number < epoch.firstIn) return false;
  const sequence = epoch.firstOut + arrival.number - epoch.firstIn;
  const timestamp = (arrival.timestamp + epoch.timestampOffset) >>> 0;
  const picture = arrival.picture;
  const id = (picture.id + epoch.pictureOffset) & picture.idMask;
  const base = (picture.base + epoch.baseOffset) & 0xff;
  if (sequence > slot.sequence) {
    slot.sequence = sequence;
    slot.timestamp = timestamp;
    slot.at = arrival.at;
    if (picture.idAt >= 0) slot.pictureId = id;
    if (picture.baseAt >= 0) slot.pictureBase = base;
  }
  const packet = arrival.packet;
  packet.writeUInt16BE(sequence & 0xffff, 2);
  packet.writeUInt32BE(timestamp, 4);
  packet.writeUInt32BE(slot.ssrc, 8);
  setPayloadType(packet, slot.kind === 'audio' ? OPUS : VP8);
  if (picture.idAt >= 0 || picture.baseAt >= 0) writePicture(packet, picture, { id, base });
  slot.packets += 1;
  slot.octets += packet.length - 12;
  slot.track.send(packet);
  return true;
}

/** Switches to `stream` if it is wanted and this packet allows it. */
function beginEpoch(slot: ViewerSlot, stream: RtpStream, arrival: PacketArrival): boolean {
  if (stream !== slot.target || (slot.kind === 'video' && !arrival.picture.keyframe)) return false;
  const before = slot.current;
  slot.current = stream;
  if (before) leave(before, slot);
  const gap = slot.at === 0 ? FIRST_GAP : Math.max(1, Math.round((arrival.at - slot.at) * CLOCK[slot.kind]));
  const picture = arrival.picture;
  slot.epoch = {
    stream,
    firstIn: arrival.number,
    firstOut: slot.sequence + 1,
    timestampOffset: (slot.timestamp + gap - arrival.timestamp) >>> 0,
    pictureOffset: slot.pictureId < 0 || picture.idAt < 0 ? 0 : (slot.pictureId + 1 - picture.id) & 0x7fff,
    baseOffset: slot.pictureBase < 0 || picture.baseAt < 0 ? 0 : (slot.pictureBase + 1 - picture.base) & 0xff,
  };
  slot.epochs.push(slot.epoch);
  if (slot.epochs.length > EPOCHS) slot.epochs.shift();
  return true;
}

/** Sends lost packets again under the numbers that they had, as far as the ring reaches. */
export function resendPackets(slot: ViewerSlot, sequences: readonly number[], tally: PacketTally): void {
  for (const sequence of sequences) {
    const number = slot.sequence - ((slot.sequence - sequence) & 0xffff);
    const epoch = slot.epochs.findLast((candidate) => candidate.firstOut <= number);
    const packet = epoch ? keptPacket(epoch.stream, epoch.firstIn + number - epoch.firstOut) : null;
    if (!epoch || !packet || !slot.track) continue;
    resendOne(slot, { epoch, packet, number });
    tally.resent += 1;
  }
}

function resendOne(slot: ViewerSlot, again: { epoch: StreamEpoch; packet: Buffer; number: number }): void {
  const { epoch, packet } = again;
  const original = { sequence: sequenceOf(packet), timestamp: timestampOf(packet), ssrc: ssrcOf(packet) };
  const picture = slot.scratch;
  if (slot.kind === 'video') readPicture(packet, payloadOffset(packet), picture);
  placePacket(packet, {
    sequence: again.number & 0xffff,
    timestamp: (original.timestamp + epoch.timestampOffset) >>> 0,
    ssrc: slot.ssrc,
  });
  setPayloadType(packet, slot.kind === 'audio' ? OPUS : VP8);
  writePicture(packet, picture, { id: picture.id + epoch.pictureOffset, base: picture.base + epoch.baseOffset });
  slot.track?.send(packet);
  placePacket(packet, original);
  writePicture(packet, picture, picture);
}

/** Passes the publisher's clock on, so that players can align what belongs together. */
export function sendSenderReport(
  slot: ViewerSlot,
  report: { ntpHigh: number; ntpLow: number; timestamp: number },
  now: number,
): void {
  if (!slot.open || !slot.track || !slot.epoch) return;
  slot.report = { ntp: middleOfNtp({ high: report.ntpHigh, low: report.ntpLow }), at: now };
  slot.track.send(
    buildSenderReport({
      ssrc: slot.ssrc,
      ntpHigh: report.ntpHigh,
      ntpLow: report.ntpLow,
      timestamp: (report.timestamp + slot.epoch.timestampOffset) >>> 0,
      packets: slot.packets,
      octets: slot.octets,
    }),
  );
}
