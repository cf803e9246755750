/** STUN messages, as far as a relay needs them (RFC 8489 §5, §14; TURN attributes RFC 8656 §18). Pure functions over Buffers. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const MAGIC = 0x2112a442;
const HEADER = 20;
const INTEGRITY_BYTES = 24;
const FINGERPRINT_BYTES = 8;
const FINGERPRINT_XOR = 0x5354554e;

export const ATTRIBUTE = {
  username: 0x0006,
  integrity: 0x0008,
  errorCode: 0x0009,
  channelNumber: 0x000c,
  lifetime: 0x000d,
  peerAddress: 0x0012,
  data: 0x0013,
  realm: 0x0014,
  nonce: 0x0015,
  relayedAddress: 0x0016,
  addressFamily: 0x0017,
  transport: 0x0019,
  mappedAddress: 0x0020,
  fingerprint: 0x8028,
  iceControlled: 0x8029,
  iceControlling: 0x802a,
} as const;

export type StunAttribute = { at: number; value: Buffer };
/** `bytes` is the whole message; `attributes` holds the first of each type, with the offset of its header. */
export type StunMessage = { type: number; transaction: Buffer; attributes: Map<number, StunAttribute>; bytes: Buffer };
export type Ipv4Address = { address: string; port: number };

/** Reads a message, or null when it is not one or is cut. */
export function readStun(bytes: Buffer): StunMessage | null {
  if (bytes.length < HEADER || bytes.readUInt8(0) > 0x3f || bytes.readUInt32BE(4) !== MAGIC) return null;
  const end = HEADER + bytes.readUInt16BE(2);
  if (end > bytes.length || end % 4 !== 0) return null;
  const attributes = new Map<number, StunAttribute>();
  let at = HEADER;
  while (at + 4 <= end) {
    const type = bytes.readUInt16BE(at);
    const length = bytes.readUInt16BE(at + 2);
    if (at + 4 + length > end) return null;
    // What follows the integrity is not protected by it and is not read, but for the fingerprint.
    const covered = !attributes.has(ATTRIBUTE.integrity) || type === ATTRIBUTE.fingerprint;
    if (covered && !attributes.has(type)) attributes.set(type, { at, value: bytes.subarray(at + 4, at + 4 + length) });
    at += 4 + padded(length);
  }
  return { type: bytes.readUInt16BE(0), transaction: bytes.subarray(8, HEADER), attributes, bytes: bytes.subarray(0, end) };
}

/** Attributes and channel data fill whole words of four bytes. */
export const padded = (length: number): number => length + ((4 - (length % 4)) % 4);

export function attribute(type: number, value: Buffer): Buffer {
  const bytes = Buffer.alloc(4 + padded(value.length));
  bytes.writeUInt16BE(type, 0);
  bytes.writeUInt16BE(value.length, 2);
  value.copy(bytes, 4);
  return bytes;
}

/** Address with the magic over it (RFC 8489 §14.2), IPv4 only. */
export function writeAddress({ address, port }: Ipv4Address): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt8(1, 1);
  bytes.writeUInt16BE(port ^ (MAGIC >>> 16), 2);
  const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  bytes.writeUInt32BE((number ^ MAGIC) >>> 0, 4);
  return bytes;
}

export function readAddress(value: Buffer): Ipv4Address | null {
  if (value.length !== 8 || value.readUInt8(1) !== 1) return null;
  const number = (value.readUInt32BE(4) ^ MAGIC) >>> 0;
  const address = [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');
  return { address, port: value.readUInt16BE(2) ^ (MAGIC >>> 16) };
}

/** HMAC-SHA1 over the message up to the integrity attribute, whose length counts as already added (RFC 8489 §14.5). */
function integrityOf(bytes: Buffer, at: number, key: Buffer): Buffer {
  const covered = Buffer.from(bytes.subarray(0, at));
  covered.writeUInt16BE(at + INTEGRITY_BYTES - HEADER, 2);
  return createHmac('sha1', key).update(covered).digest();
}

export function hasIntegrity(message: StunMessage, key: Buffer): boolean {
  const found = message.attributes.get(ATTRIBUTE.integrity);
  if (found?.value.length !== 20) return false;
  return timingSafeEqual(found.value, integrityOf(message.bytes, found.at, key));
}

/** Builds a message; with `key` it carries an integrity attribute. */
export function buildStun(head: { type: number; transaction: Buffer }, attributes: readonly Buffer[], key?: Buffer): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeUInt16BE(head.type, 0);
  header.writeUInt32BE(MAGIC, 4);
  head.transaction.copy(header, 8);
  const bare = Buffer.concat([header, ...attributes]);
  bare.writeUInt16BE(bare.length - HEADER, 2);
  if (!key) return bare;
  const whole = Buffer.concat([bare, attribute(ATTRIBUTE.integrity, integrityOf(bare, bare.length, key))]);
  whole.writeUInt16BE(whole.length - HEADER, 2);
  return whole;
}

const BINDING_REQUEST = 0x0001;

/**
 * Chromium sends connectivity checks over TURN/TCP with a tie-breaker of zero, which the native ICE agent refuses. Sets it to one
 * and signs the check again with the ICE password of the addressed connection. Only a check whose signature was right is signed
 * again; everything else is returned as it came.
 */
export function repairTieBreaker(packet: Buffer, passwordOf: (ufrag: string) => string | undefined): Buffer {
  if (packet.length < HEADER || packet.readUInt16BE(0) !== BINDING_REQUEST) return packet;
  const message = readStun(packet);
  const role = message?.attributes.get(ATTRIBUTE.iceControlled) ?? message?.attributes.get(ATTRIBUTE.iceControlling);
  const integrity = message?.attributes.get(ATTRIBUTE.integrity);
  if (!message || !integrity || role?.value.length !== 8 || role.value.readBigUInt64BE(0) !== 0n) return packet;
  const [ufrag = ''] = (message.attributes.get(ATTRIBUTE.username)?.value.toString() ?? '').split(':');
  const password = passwordOf(ufrag);
  if (password === undefined || !hasIntegrity(message, Buffer.from(password))) return packet;
  const repaired = Buffer.from(message.bytes);
  repaired.writeBigUInt64BE(1n, role.at + 4);
  integrityOf(repaired, integrity.at, Buffer.from(password)).copy(repaired, integrity.at + 4);
  const fingerprint = message.attributes.get(ATTRIBUTE.fingerprint);
  if (fingerprint?.value.length === 4 && fingerprint.at > integrity.at) {
    repaired.writeUInt16BE(fingerprint.at + FINGERPRINT_BYTES - HEADER, 2);
    repaired.writeUInt32BE((crc32(repaired.subarray(0, fingerprint.at)) ^ FINGERPRINT_XOR) >>> 0, fingerprint.at + 4);
  }
  return repaired;
}
