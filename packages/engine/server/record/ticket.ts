/**
 * Leave to read the files of one recording for a while. The token is `HMAC-SHA256(secret, "recordings/<recordID>/<expires>")` in
 * base64url, with one of the engine's shared secrets; it goes into the query: `/recordings/<recordID>/<file>?expires=<epoch seconds>&token=…`.
 */
import { createHmac } from 'node:crypto';
import { sameSecret } from '#server/tokens.ts';

export type RecordTicket = { recordId: string /** Epoch seconds. */; expires: number };

/** Leave for longer than this is refused, so that a link that was passed on ends some day. Seconds. */
const LONGEST_S = 7 * 86_400;

export function recordingToken(secret: string, { recordId, expires }: RecordTicket): string {
  return createHmac('sha256', secret).update(`recordings/${recordId}/${expires}`).digest('base64url');
}

/** Whether the query gives leave now (epoch milliseconds). Every active secret counts. */
export function mayRead(secrets: readonly string[], asked: { recordId: string; query: URLSearchParams; now: number }): boolean {
  const expires = Number(asked.query.get('expires') ?? '');
  const token = asked.query.get('token') ?? '';
  const left = expires - asked.now / 1_000;
  if (!Number.isSafeInteger(expires) || left <= 0 || left > LONGEST_S) return false;
  return secrets.some((secret) => sameSecret(token, recordingToken(secret, { recordId: asked.recordId, expires })));
}
