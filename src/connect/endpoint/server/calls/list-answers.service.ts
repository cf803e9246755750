/**
 * Answers of lists. Who asks for the same list at the same time gets the same answer, and an answer is used again as long as the
 * rows behind it are the very same ones: the database is asked for that every time, because any process may have changed them.
 */
import { createHash } from 'node:crypto';
import type { BbbResponse } from '@atrium/bbb/answers';
import { openJoint } from '#kit/server/batch.ts';

/** `mark`: which versions of rows make up the list now, in a short text; `make` reads those rows themselves. */
export type ListWays = { mark: () => Promise<string>; make: () => Promise<BbbResponse> };
export type ListAnswers = {
  /** `key` names the account and everything that was asked for. */
  get(key: string, ways: ListWays): Promise<BbbResponse>;
};

/** Addresses in an answer may be signed for a time, so that it must not be kept for long. Milliseconds. */
const keptFor = 10_000;
/** Characters of all kept answers with their keys. */
const mostKept = 32 * 1024 * 1024;

type KeptAnswer = { until: number; mark: string; answer: BbbResponse };

/** `now` in epoch milliseconds. */
export function openListAnswers(now: () => number): ListAnswers {
  const joint = openJoint<BbbResponse>();
  const kept = new Map<string, KeptAnswer>();
  let held = 0;
  const sizeOf = (key: string, { answer }: KeptAnswer) => key.length + answer.body.length;
  const drop = (key: string) => {
    const entry = kept.get(key);
    if (entry !== undefined) held -= sizeOf(key, entry);
    kept.delete(key);
  };
  const keep = (key: string, entry: KeptAnswer) => {
    drop(key);
    const size = sizeOf(key, entry);
    // the oldest stand first
    for (const [oldest, { until }] of kept) {
      if (until > now() && held + size <= mostKept) break;
      drop(oldest);
    }
    if (size > mostKept) return;
    kept.set(key, entry);
    held += size;
  };
  return {
    get: (asked, { mark, make }) => {
      // what was asked for may be a megabyte long, and is kept longer than the request
      const key = createHash('sha256').update(asked).digest('base64');
      return joint.get(key, async () => {
        // before the rows: what changes between the two questions is found to have changed by the next one
        const seen = await mark();
        const known = kept.get(key);
        if (known !== undefined && known.mark === seen && known.until > now()) return known.answer;
        const answer = await make();
        keep(key, { until: now() + keptFor, mark: seen, answer });
        return answer;
      });
    },
  };
}
