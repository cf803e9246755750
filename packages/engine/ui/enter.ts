import type { Entered, EnterError } from '#protocol/entering.ts';

export type EnterResult =
  | { kind: 'entered'; entered: Entered }
  | { kind: 'refused'; refused: EnterError }
  | { kind: 'unreachable' };

const isRecord = (x: unknown): x is Record<string, unknown> => typeof x === 'object' && x !== null;
const isEntered = (x: unknown): x is Entered =>
  isRecord(x) && typeof x['ticket'] === 'string' && isRecord(x['meeting']) && isRecord(x['you']);
const isRefusal = (x: unknown): x is EnterError =>
  isRecord(x) && (x['error'] === 'gone' || x['error'] === 'ended' || x['error'] === 'removed' || x['error'] === 'full');

/** Reads the answer of the session call; anything unknown counts as an engine that did not answer. */
export function readEnter(body: unknown): EnterResult {
  if (isEntered(body)) return { kind: 'entered', entered: body };
  if (isRefusal(body)) return { kind: 'refused', refused: body };
  return { kind: 'unreachable' };
}

/** Asks the engine who one is and for a one-use ticket of the socket. Gives up after 8 s. */
export async function enterSession(base: string, sessionToken: string): Promise<EnterResult> {
  try {
    const answer = await fetch(`${base}/session/enter`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sessionToken }),
      signal: AbortSignal.timeout(8000),
    });
    return readEnter(await answer.json());
  } catch {
    return { kind: 'unreachable' };
  }
}
