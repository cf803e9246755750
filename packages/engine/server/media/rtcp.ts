/** RTCP by hand: what we read from browsers and what we send them (RFC 3550 §6, RFC 4585 §6, RFC 5104 §4.3, REMB draft-alvestrand-rmcat-remb). */

/** Our own sender SSRC in feedback; browsers only look at the media SSRC. */
const OUR_SSRC = 1;
const SENDER_REPORT = 200;
const RECEIVER_REPORT = 201;
const TRANSPORT_FEEDBACK = 205;
const PAYLOAD_FEEDBACK = 206;
const NACK = 1;
const PLI = 1;
const FIR = 4;
const APPLICATION = 15;

/** `lost` 0–1 is the share of packets lost since the last report; `lastReport` and `delay` as in `ReceptionReport`. NTP time as two 32 bit halves. */
export type RtcpItem =
  | { type: 'sender-report'; ssrc: number; ntpHigh: number; ntpLow: number; timestamp: number }
  | { type: 'loss'; ssrc: number; lost: number; lastReport: number; delay: number }
  | { type: 'keyframe'; ssrc: number }
  | { type: 'nack'; ssrc: number; sequences: number[] }
  | { type: 'remb'; bitsPerSecond: number };

/** Reads a compound packet. Unknown parts are skipped, and what is cut off is not read. */
export function readRtcp(packet: Buffer): RtcpItem[] {
  const items: RtcpItem[] = [];
  let at = 0;
  while (at + 4 <= packet.length) {
    const end = at + 4 + 4 * packet.readUInt16BE(at + 2);
    if (end > packet.length || packet.readUInt8(at) >> 6 !== 2) return items;
    readPart(packet.subarray(at, end), items);
    at = end;
  }
  return items;
}

function readPart(part: Buffer, items: RtcpItem[]): void {
  const type = part.readUInt8(1);
  const format = part.readUInt8(0) & 31;
  if (type === SENDER_REPORT && part.length >= 28) {
    items.push({
      type: 'sender-report',
      ssrc: part.readUInt32BE(4),
      ntpHigh: part.readUInt32BE(8),
      ntpLow: part.readUInt32BE(12),
      timestamp: part.readUInt32BE(16),
    });
    readLoss(part, 28, items);
  }
  if (type === RECEIVER_REPORT) readLoss(part, 8, items);
  if (type === TRANSPORT_FEEDBACK && format === NACK && part.length >= 16) {
    items.push({ type: 'nack', ssrc: part.readUInt32BE(8), sequences: readNackSequences(part) });
  }
  if (type === PAYLOAD_FEEDBACK) readPayloadFeedback(part, format, items);
}

function readLoss(part: Buffer, from: number, items: RtcpItem[]): void {
  for (let at = from; at + 24 <= part.length; at += 24) {
    items.push({
      type: 'loss',
      ssrc: part.readUInt32BE(at),
      lost: part.readUInt8(at + 4) / 256,
      lastReport: part.readUInt32BE(at + 16),
      delay: part.readUInt32BE(at + 20),
    });
  }
}

function readNackSequences(part: Buffer): number[] {
  const sequences: number[] = [];
  for (let at = 12; at + 4 <= part.length; at += 4) {
    const first = part.readUInt16BE(at);
    const mask = part.readUInt16BE(at + 2);
    sequences.push(first);
    for (let bit = 0; bit < 16; bit += 1) {
      if (mask & (1 << bit)) sequences.push((first + bit + 1) & 0xffff);
    }
  }
  return sequences;
}

function readPayloadFeedback(part: Buffer, format: number, items: RtcpItem[]): void {
  if (format === PLI && part.length >= 12) items.push({ type: 'keyframe', ssrc: part.readUInt32BE(8) });
  if (format === FIR) {
    for (let at = 12; at + 8 <= part.length; at += 8) items.push({ type: 'keyframe', ssrc: part.readUInt32BE(at) });
  }
  if (format === APPLICATION && part.length >= 20 && part.toString('latin1', 12, 16) === 'REMB') {
    const exponent = part.readUInt8(17) >> 2;
    const mantissa = ((part.readUInt8(17) & 3) << 16) | part.readUInt16BE(18);
    items.push({ type: 'remb', bitsPerSecond: mantissa * 2 ** exponent });
  }
}

function begin(bytes: number, head: { type: number; count: number }): Buffer {
  const packet = Buffer.alloc(bytes);
  packet.writeUInt8(0x80 | head.count, 0);
  packet.writeUInt8(head.type, 1);
  packet.writeUInt16BE(bytes / 4 - 1, 2);
  return packet;
}

/** Picture loss indication: asks the sender of `ssrc` for a key frame. */
export function buildPli(ssrc: number): Buffer {
  const packet = begin(12, { type: PAYLOAD_FEEDBACK, count: PLI });
  packet.writeUInt32BE(OUR_SSRC, 4);
  packet.writeUInt32BE(ssrc, 8);
  return packet;
}

/** Asks for lost packets again. `sequences` in ascending order on the 16 bit circle; neighbours share one word. */
export function buildNack(ssrc: number, sequences: readonly number[]): Buffer {
  const words: { first: number; mask: number }[] = [];
  for (const sequence of sequences) {
    const last = words.at(-1);
    const distance = last ? (sequence - last.first) & 0xffff : 0;
    if (last && distance >= 1 && distance <= 16) last.mask |= 1 << (distance - 1);
    else words.push({ first: sequence, mask: 0 });
  }
  const packet = begin(12 + 4 * words.length, { type: TRANSPORT_FEEDBACK, count: NACK });
  packet.writeUInt32BE(OUR_SSRC, 4);
  packet.writeUInt32BE(ssrc, 8);
  for (const [index, word] of words.entries()) {
    packet.writeUInt16BE(word.first, 12 + 4 * index);
    packet.writeUInt16BE(word.mask, 14 + 4 * index);
  }
  return packet;
}

/** Receiver's estimate of the bandwidth for all `ssrcs` together, in bits per second. */
export function buildRemb(bitsPerSecond: number, ssrcs: readonly number[]): Buffer {
  const packet = begin(20 + 4 * ssrcs.length, { type: PAYLOAD_FEEDBACK, count: APPLICATION });
  packet.writeUInt32BE(OUR_SSRC, 4);
  packet.write('REMB', 12, 'latin1');
  let exponent = 0;
  let mantissa = Math.floor(bitsPerSecond);
  while (mantissa > 0x3ffff) {
    mantissa = Math.floor(mantissa / 2);
    exponent += 1;
  }
  packet.writeUInt8(ssrcs.length, 16);
  packet.writeUInt8((exponent << 2) | (mantissa >> 16), 17);
  packet.writeUInt16BE(mantissa & 0xffff, 18);
  for (const [index, ssrc] of ssrcs.entries()) packet.writeUInt32BE(ssrc, 20 + 4 * index);
  return packet;
}

/** `fraction` 0–255 of packets lost since the last report, `lost` in all; `delay` since the last sender report in 1/65536 s. */
export type ReceptionReport = {
  ssrc: number;
  fraction: number;
  lost: number;
  highest: number;
  lastReport: number;
  delay: number;
};

export function buildReceiverReport(reports: readonly ReceptionReport[]): Buffer {
  const packet = begin(8 + 24 * reports.length, { type: RECEIVER_REPORT, count: reports.length });
  packet.writeUInt32BE(OUR_SSRC, 4);
  for (const [index, report] of reports.entries()) {
    const at = 8 + 24 * index;
    packet.writeUInt32BE(report.ssrc, at);
    packet.writeUInt8(report.fraction, at + 4);
    packet.writeUIntBE(Math.min(Math.max(0, report.lost), 0x7fffff), at + 5, 3);
    packet.writeUInt32BE(report.highest >>> 0, at + 8);
    packet.writeUInt32BE(report.lastReport >>> 0, at + 16);
    packet.writeUInt32BE(report.delay >>> 0, at + 20);
  }
  return packet;
}

export type SenderReport = { ssrc: number; ntpHigh: number; ntpLow: number; timestamp: number; packets: number; octets: number };

export function buildSenderReport(report: SenderReport): Buffer {
  const packet = begin(28, { type: SENDER_REPORT, count: 0 });
  packet.writeUInt32BE(report.ssrc, 4);
  packet.writeUInt32BE(report.ntpHigh, 8);
  packet.writeUInt32BE(report.ntpLow, 12);
  packet.writeUInt32BE(report.timestamp >>> 0, 16);
  packet.writeUInt32BE(report.packets >>> 0, 20);
  packet.writeUInt32BE(report.octets >>> 0, 24);
  return packet;
}
