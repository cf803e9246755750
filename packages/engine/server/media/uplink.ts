/** What a person's line carries upwards, over all connections of the seat, and who gets how much of it: the voice first. */
import type { SourceKind } from '#protocol/messages.ts';
import { type DelayTrend, lookAtTrend, rebaseTrend } from './delay-trend.ts';

/** What a packet weighs besides RTP: IP, UDP and the seal of SRTP. */
const WIRE_BYTES = 38;
/** Bits per second. The first guess lets a camera begin well on a usual line and fills a poor one for less than a second. */
const FIRST_GUESS = 600_000;
const MOST = 4_200_000;
const UPLINK = { cam: 1_500_000, screen: 2_500_000 } as const;
const LEAST_PICTURE = 30_000;
/** What is kept for a voice that is about to speak. */
const VOICE = 55_000;
/** A queue from here on is emptied, also when it grows no more; below the second one the line is free. Milliseconds. */
const QUEUE = { full: 150, deep: 300, begun: 25, free: 60 };
/** A queue shrinks to this share within this time. */
const EMPTIES = { share: 0.7, withinMs: 8_000 };
const STAYS_MS = 1_500;
/** Less than what arrives, so that the queue empties. */
const LESS = { begun: 0.85, deep: 0.65 };
/** Growth per second: before the first full queue, after it, and above what was too much. */
const GROWTH = { first: 1.6, later: 1.08 };
/** What was too much is tried again after so long, and after twice as long when it was too much again. */
const TRY_AGAIN_MS = { first: 10_000, most: 80_000 };
/** So much of the estimate must be used before it may grow: else nothing proves it. */
const USED = 0.5;
const RATES = 3;

export type UplinkState = {
  bytes: number;
  /** Bits per second in the last looks. */
  rates: number[];
  estimate: number;
  /** What filled the queue last, and when more than that may be tried. */
  tooMuch: { bits: number; tryAt: number; waitMs: number } | null;
  /** Waiting time in the queue at the last look, milliseconds. */
  wait: number;
  /** Since when packets wait too long, and how long they did then. */
  full: { wait: number; since: number } | null;
  /** The estimate that was sent last, and when. */
  told: { bits: number; at: number };
};

export function createUplink(): UplinkState {
  return { bytes: 0, rates: [], estimate: FIRST_GUESS, tooMuch: null, wait: 0, full: null, told: { bits: 0, at: 0 } };
}

export function noteUpload(uplink: UplinkState, packet: Buffer): void {
  uplink.bytes += packet.length + WIRE_BYTES;
}

/** Closes a look of `ms` at all connections of the seat: less when a queue builds up, more when what is allowed is used and nothing waits. */
export function adaptUplink(uplink: UplinkState, trends: readonly DelayTrend[], { ms, now }: { ms: number; now: number }): void {
  uplink.rates = [...uplink.rates, (uplink.bytes * 8_000) / ms].slice(-RATES);
  uplink.bytes = 0;
  if (trends.length === 0) uplink.wait = 0;
  const looks = trends.flatMap((trend) => lookAtTrend(trend) ?? []);
  if (looks.length === 0) return;
  // connections share the queue; one that is new, or whose sender's clock is odd, may know less of it than another
  uplink.wait = Math.max(...looks.map(({ wait }) => wait));
  noteFull(uplink, trends, now);
  const grows = looks.some(({ wait, over }) => over === 'over' && wait >= QUEUE.begun);
  if (grows || uplink.wait >= QUEUE.full) lessen(uplink, now);
  else if (uplink.wait < QUEUE.free) grow(uplink, { ms, now });
}

/** A queue that does not shrink although little is sent is none: the way is longer now, by another route. */
function noteFull(uplink: UplinkState, trends: readonly DelayTrend[], now: number): void {
  const { full, wait } = uplink;
  if (full === null || wait < QUEUE.full) uplink.full = wait < QUEUE.full ? null : { wait, since: now };
  else if (now - full.since >= EMPTIES.withinMs) {
    uplink.full = { wait, since: now };
    if (wait < EMPTIES.share * full.wait) return;
    for (const trend of trends) rebaseTrend(trend);
    Object.assign(uplink, { full: null, wait: 0, tooMuch: null });
  }
}

function lessen(uplink: UplinkState, now: number): void {
  const arrived = Math.max(...uplink.rates);
  // browsers send a little more than is allowed, so that a queue may stay as long as it is
  const stays = uplink.full !== null && now - uplink.full.since >= STAYS_MS;
  const share = stays || uplink.wait >= QUEUE.deep ? LESS.deep : LESS.begun;
  const again = uplink.tooMuch !== null && uplink.estimate > uplink.tooMuch.bits;
  const waitMs = again
    ? Math.min(TRY_AGAIN_MS.most, 2 * (uplink.tooMuch?.waitMs ?? 0))
    : (uplink.tooMuch?.waitMs ?? TRY_AGAIN_MS.first);
  uplink.tooMuch = { bits: Math.min(arrived, uplink.tooMuch?.bits ?? arrived), tryAt: now + waitMs, waitMs };
  uplink.estimate = Math.max(VOICE + LEAST_PICTURE, Math.min(uplink.estimate, arrived * share));
}

function grow(uplink: UplinkState, { ms, now }: { ms: number; now: number }): void {
  const { tooMuch } = uplink;
  if (uplink.estimate * USED > Math.max(...uplink.rates)) return;
  const factor = (tooMuch ? GROWTH.later : GROWTH.first) ** (ms / 1_000);
  const next = Math.min(MOST, uplink.estimate * factor);
  if (tooMuch && now < tooMuch.tryAt) uplink.estimate = Math.max(uplink.estimate, Math.min(next, tooMuch.bits * LESS.begun));
  else uplink.estimate = next;
  if (tooMuch && uplink.estimate > 1.5 * tooMuch.bits) uplink.tooMuch = null;
}

/** Bits per second for camera and screen: what voices need is set aside, then comes the screen, and the camera has the rest. */
export function shareUplink(
  estimate: number,
  sources: readonly { source: SourceKind; bitrate: number }[],
): { cam: number; screen: number } {
  const voices = sources.filter(({ source }) => source === 'mic' || source === 'screen-audio');
  const sound = voices.reduce((sum, { bitrate }) => sum + Math.max(VOICE, bitrate), 0);
  const pictures = Math.max(LEAST_PICTURE, estimate - sound);
  const has = (kind: SourceKind): boolean => sources.some(({ source }) => source === kind);
  if (!has('screen')) return { cam: Math.min(UPLINK.cam, pictures), screen: UPLINK.screen };
  const kept = has('cam') ? LEAST_PICTURE : 0;
  const screen = Math.min(UPLINK.screen, Math.max(LEAST_PICTURE, pictures - kept));
  return { cam: Math.min(UPLINK.cam, Math.max(LEAST_PICTURE, pictures - screen)), screen };
}
