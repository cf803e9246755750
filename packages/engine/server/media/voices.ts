/** Who is loud: smoothed levels decide who gets an audio slot, fresh ones who is shown as speaking. */
import type { RoomSource, VoiceLevel } from './model.ts';

const KEEP = 0.8;
/** Loudness (127 − level) from which a person counts as speaking: about −50 dBov. */
const SPEECH = 77;
const SPEAKING_MS = 1_200;
/** A voice that is already heard keeps its slot unless another is clearly louder. */
const HEARD_BONUS = 6;
/** So much louder must another one be to become the first among the speakers. */
const LEADER_BONUS = 10;
/** Shared sound is always heard: it is not a voice among voices. */
const SHARED_SOUND = 1_000;

export function createVoice(): VoiceLevel {
  return { peak: 0, score: 0, loudUntil: 0 };
}

export function hushVoice(voice: VoiceLevel): void {
  voice.peak = 0;
  voice.score = 0;
  voice.loudUntil = 0;
}

/** Closes an interval of 300 ms. */
export function tickVoice(voice: VoiceLevel, now: number): void {
  voice.score = KEEP * voice.score + (1 - KEEP) * voice.peak;
  if (voice.peak >= SPEECH) voice.loudUntil = now + SPEAKING_MS;
  voice.peak = 0;
}

/** The sources to be heard, most important first. Blocked ones are left out. */
export function rankVoices(sources: readonly RoomSource[]): RoomSource[] {
  const rank = (source: RoomSource): number => {
    const heard = source.streams.some((stream) => stream.slots.length > 0) ? HEARD_BONUS : 0;
    return source.voice.score + heard + (source.source === 'screen-audio' ? SHARED_SOUND : 0);
  };
  return sources
    .filter((source) => !source.blocked)
    .map((source) => ({ source, rank: rank(source) }))
    .sort((a, b) => b.rank - a.rank)
    .map((ranked) => ranked.source);
}

/**
 * Seats whose microphone carries speech now, loudest first. `announced` is the list sent last: its first speaker stays first until
 * somebody is clearly louder, so that two people who talk at once do not take the stage from each other at every word.
 */
export function speakersNow(sources: readonly RoomSource[], announced: readonly string[], now: number): string[] {
  const speaking = sources.filter((source) => source.source === 'mic' && !source.blocked && source.voice.loudUntil > now);
  speaking.sort((a, b) => b.voice.score - a.voice.score);
  const leader = speaking.find((source) => source.seat === announced[0]);
  const loudest = speaking[0]?.voice.score ?? 0;
  const seats = speaking.map((source) => source.seat);
  if (!leader || loudest - leader.voice.score > LEADER_BONUS) return seats;
  return [leader.seat, ...seats.filter((seat) => seat !== leader.seat)];
}

/** Whether the news is worth telling: another leader, or other people. */
export function sameSpeakers(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a[0] === b[0] && a.every((seat) => b.includes(seat));
}
