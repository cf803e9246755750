import type { StreamReception, RtpStream } from './model.ts';
import { buildNack, buildPli } from './rtcp.ts';
import type { ReceptionReport } from './rtcp.ts';
import { sequenceDistance, sequenceOf } from './rtp.ts';
import type { MediaKind } from './sdp.ts';

const RING = 512;
const KEYFRAME_EVERY_MS = 300;
const NACK_HOLES = 64;
/**
 * A lost packet is asked for again when it should have come by now, and twice as late each time: a way that is slow because it is
 * full only gets slower by packets that are sent several times.
 */
const REPAIR_MS = { first: 100, least: 60, most: 1_500, share: 0.25, margin: 1.25 };
/** A hole is given up after so many journeys, within these milliseconds; a picture then needs a key frame. */
const HOLE = { journeys: 2.5, least: 900, most: 3_000 };
const STRANGE_DISTANCE = -3_000;
const STRANGERS = 4;

/** A stream of which the first packet has just come. */
export function createStream(
  stream: { kind: MediaKind; ssrc: number; rid: string; sendRtcp: (packet: Buffer) => void },
  now: number,
): RtpStream {
  return {
    ...stream,
    slots: [],
    lastAt: now,
    bytes: 0,
    bitrate: 0,
    height: 0,
    keyframeAskedAt: Number.NEGATIVE_INFINITY,
    keyframeWanted: false,
    reception: createReception(),
    ring: { packets: new Array(RING), numbers: new Float64Array(RING).fill(-1) },
  };
}

function createReception(): StreamReception {
  return {
    received: 0,
    base: -1,
    highest: -1,
    missing: new Map(),
    repairMs: REPAIR_MS.first,
    strangers: 0,
    priorExpected: 0,
    priorReceived: 0,
    lossShare: 0,
    gapShare: 0,
    gaps: 0,
    lastReport: 0,
    lastReportAt: 0,
  };
}

/**
 * Notes an arriving packet: loss, retransmission requests, the ring. Returns its extended sequence number, or -1 when it belongs
 * to nothing we know and must be dropped.
 */
export function noteArrival(stream: RtpStream, packet: Buffer, now: number): number {
  const reception = stream.reception;
  const sequence = sequenceOf(packet);
  // One turn of the circle in front leaves room for packets older than the first one seen.
  if (reception.highest < 0) startAt(reception, 65_536 + sequence);
  const distance = sequenceDistance(reception.highest & 0xffff, sequence);
  let number = reception.highest + distance;
  if (distance < STRANGE_DISTANCE) {
    reception.strangers += 1;
    if (reception.strangers < STRANGERS) return -1;
    number = (Math.floor(reception.highest / 65_536) + 1) * 65_536 + sequence;
    startAt(reception, number);
    reception.missing.clear();
  }
  reception.strangers = 0;
  reception.received += 1;
  if (number > reception.highest) noteNewer(stream, number, now);
  else fillHole(reception, number, now);
  stream.lastAt = now;
  stream.bytes += packet.length;
  stream.ring.packets[number % RING] = packet;
  stream.ring.numbers[number % RING] = number;
  return number;
}

function startAt(reception: StreamReception, number: number): void {
  reception.base = number;
  reception.highest = number;
  reception.received = 0;
  reception.priorExpected = 0;
  reception.priorReceived = 0;
}

function fillHole(reception: StreamReception, number: number, now: number): void {
  const hole = reception.missing.get(number);
  if (hole === undefined) return;
  reception.missing.delete(number);
  // an answer to a repeated request counts from the first one: too slow is harmless, too fast is not
  noteJourney(reception, now - hole.since);
}

function noteJourney(reception: StreamReception, ms: number): void {
  const journey = Math.min(REPAIR_MS.most, Math.max(REPAIR_MS.least, ms));
  reception.repairMs += REPAIR_MS.share * (journey - reception.repairMs);
}

function noteNewer(stream: RtpStream, number: number, now: number): void {
  const reception = stream.reception;
  const gap = number - reception.highest - 1;
  if (gap > 0) {
    reception.gaps += gap;
    if (gap < NACK_HOLES) askAgain(stream, { from: reception.highest + 1, to: number }, now);
    else stream.keyframeWanted = stream.kind === 'video';
  }
  reception.highest = number;
}

function askAgain(stream: RtpStream, hole: { from: number; to: number }, now: number): void {
  const sequences: number[] = [];
  for (let number = hole.from; number < hole.to; number += 1) {
    sequences.push(number & 0xffff);
    stream.reception.missing.set(number, { asked: 1, askedAt: now, since: now });
  }
  stream.sendRtcp(buildNack(stream.ssrc, sequences));
}

/** To be called every few dozen milliseconds: repeats requests for holes, gives old ones up, sends a postponed key frame request. */
export function repairStream(stream: RtpStream, now: number): void {
  if (stream.keyframeWanted) requestKeyframe(stream, now);
  const missing = stream.reception.missing;
  if (missing.size === 0) return;
  const again: number[] = [];
  const { repairMs } = stream.reception;
  const patience = Math.min(HOLE.most, Math.max(HOLE.least, HOLE.journeys * repairMs));
  for (const [number, hole] of missing) {
    if (now - hole.since > patience) {
      missing.delete(number);
      // nothing came at all: the way may be longer than any answer so far has shown
      noteJourney(stream.reception, now - hole.since);
      requestKeyframe(stream, now);
    } else if (now - hole.askedAt > REPAIR_MS.margin * repairMs * 2 ** (hole.asked - 1)) {
      hole.asked += 1;
      hole.askedAt = now;
      again.push(number);
    }
  }
  if (again.length > 0)
    stream.sendRtcp(
      buildNack(
        stream.ssrc,
        again.sort((a, b) => a - b).map((number) => number & 0xffff),
      ),
    );
}

/** Asks the publisher for a key frame: at most one request per 300 ms, a later one is remembered for `repairStream`. */
export function requestKeyframe(stream: RtpStream, now: number): void {
  if (stream.kind !== 'video') return;
  stream.keyframeWanted = now - stream.keyframeAskedAt < KEYFRAME_EVERY_MS;
  if (stream.keyframeWanted) return;
  stream.keyframeAskedAt = now;
  stream.sendRtcp(buildPli(stream.ssrc));
}

/** The packet with this extended number, as the publisher sent it, while the ring still has it. */
export function keptPacket(stream: RtpStream, number: number): Buffer | null {
  if (stream.ring.numbers[number % RING] !== number) return null;
  return stream.ring.packets[number % RING] ?? null;
}

/** Lets the kept packets go; slots may still refer to a stream that ended. */
export function forgetPackets(stream: RtpStream): void {
  stream.ring.packets.fill(undefined);
  stream.ring.numbers.fill(-1);
}

/** The 32 bits of an NTP time by which reports name it (RFC 3550 §6.4.1). */
export const middleOfNtp = (ntp: { high: number; low: number }): number => ((ntp.high << 16) | (ntp.low >>> 16)) >>> 0;

/** Notes the publisher's own report, to be quoted in ours. NTP halves as on the wire. */
export function noteSenderReport(stream: RtpStream, ntp: { high: number; low: number }, now: number): void {
  stream.reception.lastReport = middleOfNtp(ntp);
  stream.reception.lastReportAt = now;
}

/** What we tell the publisher about its stream (RFC 3550 §6.4.1, A.3). Closes the interval that it reports on. */
export function reportReception(stream: RtpStream, now: number): ReceptionReport {
  const reception = stream.reception;
  const expected = reception.highest - reception.base + 1;
  const expectedNow = expected - reception.priorExpected;
  const lostNow = expectedNow - (reception.received - reception.priorReceived);
  reception.priorExpected = expected;
  reception.priorReceived = reception.received;
  reception.lossShare = expectedNow > 0 && lostNow > 0 ? lostNow / expectedNow : 0;
  reception.gapShare = expectedNow > 0 ? Math.min(1, reception.gaps / expectedNow) : 0;
  reception.gaps = 0;
  return {
    ssrc: stream.ssrc,
    fraction: Math.min(255, Math.floor(reception.lossShare * 256)),
    lost: expected - reception.received,
    highest: reception.highest,
    lastReport: reception.lastReport,
    delay: reception.lastReportAt === 0 ? 0 : Math.round((now - reception.lastReportAt) * 65.536),
  };
}

const SMOOTH = 0.3;

/** Closes an interval of `ms` for the bit rate. */
export function measureBitrate(stream: RtpStream, ms: number): void {
  const current = (stream.bytes * 8_000) / ms;
  stream.bitrate = stream.bitrate === 0 ? current : stream.bitrate + SMOOTH * (current - stream.bitrate);
  stream.bytes = 0;
}
