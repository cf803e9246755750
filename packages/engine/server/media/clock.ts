/** What happens by itself: repair, levels, layers, reports, and noticing that a seat has gone quiet. */
import { LIMITS } from '#protocol/limits.ts';
import { qualitySign, watchQuality } from './connection-quality.ts';
import { adaptViewer } from './distribute.ts';
import type { MediaHall } from './hall.ts';
import { refreshRoom } from './hall.ts';
import type { RtpStream } from './model.ts';
import type { PublishedMedia, MediaRoom, MediaSeat } from './room.ts';
import { sourcesOf } from './room.ts';
import { buildReceiverReport, buildRemb } from './rtcp.ts';
import { measureBitrate, repairStream, reportReception } from './stream.ts';
import { adaptUplink, shareUplink } from './uplink.ts';
import { sameSpeakers, speakersNow, tickVoice } from './voices.ts';

const REPAIR_MS = 25;
const TICK_MS = 300;
const REPORT_MS = 1_000;
const TELL_SHARE = 0.03;

export function startClock(hall: MediaHall): { stop(): void } {
  let repair: NodeJS.Timeout | null = null;
  // forty times a second, so only while somebody is there
  const setRepair = () => {
    if (hall.seats.size > 0) repair ??= setInterval(() => repairAll(hall), REPAIR_MS);
    else if (repair !== null) {
      clearInterval(repair);
      repair = null;
    }
  };
  const tick = () => {
    setRepair();
    tickAll(hall);
  };
  const timers = [setInterval(tick, TICK_MS), setInterval(() => reportAll(hall), REPORT_MS)];
  return {
    stop() {
      for (const timer of timers) clearInterval(timer);
      if (repair !== null) clearInterval(repair);
    },
  };
}

function* publishedOf(hall: MediaHall): Generator<PublishedMedia> {
  for (const seat of hall.seats.values()) yield* seat.published.values();
}

function* streamsOf(hall: MediaHall): Generator<RtpStream> {
  for (const published of publishedOf(hall)) yield* published.source.streams;
}

function repairAll(hall: MediaHall): void {
  const now = performance.now();
  for (const stream of streamsOf(hall)) repairStream(stream, now);
}

function tickAll(hall: MediaHall): void {
  const now = performance.now();
  for (const stream of streamsOf(hall)) measureBitrate(stream, TICK_MS);
  for (const { source } of publishedOf(hall)) tickVoice(source.voice, now);
  for (const seat of hall.seats.values()) {
    limitUplink(seat, now);
    tellQuality(hall, seat, now);
  }
  for (const room of hall.rooms.values()) {
    for (const seat of room.seats.values()) {
      if (seat.viewer?.answered) adaptViewer(seat, seat.viewer, now);
    }
    refreshRoom(hall, room);
    tellSpeakers(hall, room, now);
  }
}

/** Tells the browser what its pictures may take: at once when that changed, else every second. */
function limitUplink(seat: MediaSeat, now: number): void {
  const { uplink } = seat;
  const published = [...seat.published.values()];
  adaptUplink(
    uplink,
    published.map(({ trend }) => trend),
    { ms: TICK_MS, now },
  );
  const moved = Math.abs(uplink.estimate - uplink.told.bits) > TELL_SHARE * uplink.told.bits;
  if (!moved && now - uplink.told.at < REPORT_MS) return;
  uplink.told = { bits: uplink.estimate, at: now };
  const shares = shareUplink(
    uplink.estimate,
    published.map(({ source }) => ({ source: source.source, bitrate: source.streams[0]?.bitrate ?? 0 })),
  );
  for (const { source } of published) {
    if (source.source !== 'cam' && source.source !== 'screen') continue;
    const ssrcs = source.streams.map((stream) => stream.ssrc);
    source.streams[0]?.sendRtcp(buildRemb(shares[source.source], ssrcs));
  }
}

function tellQuality(hall: MediaHall, seat: MediaSeat, now: number): void {
  const { word } = seat.quality;
  seat.quality = watchQuality(seat.quality, qualitySign(seat), now);
  if (seat.quality.word !== word) hall.events.quality(seat.id, seat.quality.word);
}

function tellSpeakers(hall: MediaHall, room: MediaRoom, now: number): void {
  const speakers = speakersNow(sourcesOf(room), room.speakers, now);
  if (sameSpeakers(speakers, room.speakers)) return;
  room.speakers = speakers;
  hall.events.speaking(room.id, speakers);
}

function reportAll(hall: MediaHall): void {
  const now = performance.now();
  for (const { source } of publishedOf(hall)) {
    const [first] = source.streams;
    if (!first) continue;
    first.sendRtcp(buildReceiverReport(source.streams.map((stream) => reportReception(stream, now))));
  }
  for (const seat of hall.seats.values()) noticeSilence(hall, seat, now);
}

/** Whether nothing came for too long from a seat that has something to send or to acknowledge. */
function isSilent(seat: MediaSeat, now: number): boolean {
  const sends = [...seat.published.values()].some((published) => published.announced);
  const receives = seat.viewer?.slots.some((slot) => slot.open && now - slot.at < LIMITS.silenceMs) ?? false;
  return seat.pulse.at > 0 && (sends || receives) && now - seat.pulse.at > LIMITS.silenceMs;
}

/** Whether the person is there as far as media tell. Where nobody sends anything, a connection that has not failed has to do. */
export function isHeard(seat: MediaSeat, now: number): boolean {
  const receives = seat.viewer?.slots.some((slot) => slot.open) ?? false;
  const sends = [...seat.published.values()].some((published) => published.announced);
  return (receives || sends) && !isSilent(seat, now);
}

/** The native layer needs half a minute to notice that a browser vanished; missing packets show it within seconds. */
function noticeSilence(hall: MediaHall, seat: MediaSeat, now: number): void {
  const silent = isSilent(seat, now);
  if (silent && !seat.silenceTold) hall.events.silent(seat.id);
  seat.silenceTold = silent;
}
