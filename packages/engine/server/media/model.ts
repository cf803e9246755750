import type { SourceKind } from '#protocol/messages.ts';
import type { NativeTrack } from './native.ts';
import type { MediaKind } from './sdp.ts';
import type { Vp8Picture } from './vp8.ts';

/**
 * The things that media flows through. A seat publishes sources; a source has one stream, or several that show the same camera at
 * different sizes; a viewer has slots, and each slot shows one stream at a time. All times are `performance.now()` milliseconds.
 */

/** Packets that are missing from a stream, by extended sequence number. */
export type PacketGap = { asked: number; askedAt: number; since: number };

/**
 * Book-keeping of one incoming RTP stream. Sequence numbers are extended ones (RFC 3550 §6.4.1): they never wrap, so that
 * comparing them stays right after hours.
 */
export type StreamReception = {
  received: number;
  base: number;
  highest: number;
  missing: Map<number, PacketGap>;
  /** Between the first request for a lost packet and its arrival, smoothed, milliseconds. */
  repairMs: number;
  /** Packets far behind the highest, in a row: the sender started again with other numbers. */
  strangers: number;
  priorExpected: number;
  priorReceived: number;
  /** Share lost in the last report, 0–1; and share that was missing at first, repaired or not. */
  lossShare: number;
  gapShare: number;
  gaps: number;
  /** Middle 32 bits of the sender's NTP time in its last report, and when it came. */
  lastReport: number;
  lastReportAt: number;
};

/** The last packets, to answer requests for lost ones. */
export type PacketRing = { packets: (Buffer | undefined)[]; numbers: Float64Array };

export type RtpStream = {
  kind: MediaKind;
  ssrc: number;
  /** Simulcast id, empty without. */
  rid: string;
  sendRtcp: (packet: Buffer) => void;
  /** Slots that show this stream or will from its next key frame on. */
  slots: ViewerSlot[];
  lastAt: number;
  /** Bytes since the last tick; bits per second, smoothed. */
  bytes: number;
  bitrate: number;
  /** Pixels, 0 = not known yet. */
  height: number;
  keyframeAskedAt: number;
  keyframeWanted: boolean;
  reception: StreamReception;
  ring: PacketRing;
};

/** How loud a source is. Loudness is 127 − level: 0 is silence. */
export type VoiceLevel = {
  /** Loudest packet since the last tick. */
  peak: number;
  score: number;
  loudUntil: number;
};

export type RoomSource = {
  /** `<seat>:<key>`. */
  id: string;
  seat: string;
  key: string;
  source: SourceKind;
  kind: MediaKind;
  /** Smallest picture first. Empty until the first packet. */
  streams: RtpStream[];
  /** Muted by rule: nothing is forwarded. */
  blocked: boolean;
  voice: VoiceLevel;
};

/** One packet on its way through, read once and reused for all packets of a source. */
export type PacketArrival = {
  packet: Buffer;
  /** Extended sequence number of the publisher. */
  number: number;
  timestamp: number;
  at: number;
  picture: Vp8Picture;
};

/** A stretch of a slot's output that comes from one stream with constant offsets. */
export type StreamEpoch = {
  stream: RtpStream;
  /** First extended sequence number of this stretch: as received and as sent. */
  firstIn: number;
  firstOut: number;
  timestampOffset: number;
  pictureOffset: number;
  baseOffset: number;
};

export type ViewerSlot = {
  mid: string;
  kind: MediaKind;
  ssrc: number;
  track: NativeTrack | null;
  open: boolean;
  source: RoomSource | null;
  /** The stream to show; `current` is what is shown until the key frame of `target` arrives. */
  target: RtpStream | null;
  current: RtpStream | null;
  epoch: StreamEpoch | null;
  /** The last stretches, the newest last. */
  epochs: StreamEpoch[];
  /** Where the output stands: extended sequence number, RTP timestamp, time of the last packet (0 = none yet). */
  sequence: number;
  timestamp: number;
  at: number;
  pictureId: number;
  pictureBase: number;
  packets: number;
  octets: number;
  /** The sender report that went out last: the middle of its NTP time, and when. */
  report: { ntp: number; at: number };
  /** The viewer's network does not carry it now. */
  paused: boolean;
  /** Not to a larger layer before this time. */
  heldUntil: number;
  scratch: Vp8Picture;
};

/** Counted since the start. */
export type PacketTally = { received: number; forwarded: number; resent: number };

/** When anything was last heard from a seat. */
export type TickPulse = { at: number };
