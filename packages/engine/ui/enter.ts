import * as z from 'zod/mini';
import type { EnterResponse, EnterError, GroupEntry, GroupEntryError } from '#protocol/entering.ts';

export type EnterResult =
  | { kind: 'entered'; entered: EnterResponse }
  | { kind: 'refused'; refused: EnterError }
  | { kind: 'unreachable' };

const isRecord = (x: unknown): x is Record<string, unknown> => typeof x === 'object' && x !== null;
const isEntered = (x: unknown): x is EnterResponse =>
  isRecord(x) && typeof x['ticket'] === 'string' && isRecord(x['meeting']) && isRecord(x['you']);
const isRefusal = (x: unknown): x is EnterError =>
  isRecord(x) && (x['error'] === 'gone' || x['error'] === 'ended' || x['error'] === 'removed' || x['error'] === 'full');

/** Reads the answer of the session call; anything unknown counts as an engine that did not answer. */
export function readEnter(body: unknown): EnterResult {
  if (isEntered(body)) return { kind: 'entered', entered: body };
  if (isRefusal(body)) return { kind: 'refused', refused: body };
  return { kind: 'unreachable' };
}

/** What the engine answers, or null when it does not within 8 s. */
async function post(address: string, body: object): Promise<unknown> {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(8000),
    });
    return await answer.json();
  } catch {
    return null;
  }
}

/** Asks the engine who one is and for a one-use ticket of the socket. */
export async function enterSession(base: string, sessionToken: string): Promise<EnterResult> {
  return readEnter(await post(`${base}/session/enter`, { sessionToken }));
}

/** A room of the meeting: the number of a group, or the main room. */
export type RoomTarget = number | 'main';
const groupEntry: z.ZodMiniType<GroupEntry | GroupEntryError> = z.union([
  z.object({ sessionToken: z.string() }),
  z.object({ error: z.enum(['gone', 'ended', 'not-allowed', 'full']) }),
]);

/** Asks for the session of the same person in another room of the meeting. */
export async function requestGroupEntry(
  base: string,
  entry: { sessionToken: string; to: RoomTarget },
): Promise<GroupEntry | GroupEntryError | { error: 'unreachable' }> {
  const read = z.safeParse(groupEntry, await post(`${base}/session/group`, entry));
  return read.success ? read.data : { error: 'unreachable' };
}
