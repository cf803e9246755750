/** Whether a person's line is too weak for a good talk, in one of the words of the protocol. What comes and goes at once is not worth a word. */
import type { ConnectionQuality } from '#protocol/messages.ts';
import type { MediaSeat } from './room.ts';

const WEAK_AFTER_MS = 2_000;
const GOOD_AFTER_MS = 10_000;
const LOSS = 0.08;
const WAIT_MS = 250;
/** Carries a voice and a small picture, and little more. */
const NARROW = 300_000;

/** `sign` is what the last looks say, and since when. */
export type QualityWatch = { word: ConnectionQuality; sign: ConnectionQuality; since: number };

export const createQualityWatch = (): QualityWatch => ({ word: 'good', sign: 'good', since: 0 });

/** What others notice of the line comes first: one's own voice. */
export function qualitySign({ uplink, published, viewer }: MediaSeat): ConnectionQuality {
  const voice = [...published.values()].find(({ source }) => source.source === 'mic')?.source.streams[0];
  const narrow = uplink.tooMuch !== null && uplink.estimate < NARROW;
  if (published.size > 0 && (narrow || uplink.wait >= WAIT_MS || (voice?.reception.lossShare ?? 0) >= LOSS))
    return 'weak-sending';
  return viewer?.budget.shown != null ? 'weak-receiving' : 'good';
}

export function watchQuality(watch: QualityWatch, sign: ConnectionQuality, now: number): QualityWatch {
  const since = sign === watch.sign ? watch.since : now;
  const lasts = now - since >= (sign === 'good' ? GOOD_AFTER_MS : WEAK_AFTER_MS);
  return { word: lasts ? sign : watch.word, sign, since };
}
