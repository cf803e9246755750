import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseQuery, writeQuery } from '#query.ts';

/** Pause before each retry of the end callback, in milliseconds since the previous attempt; after the last one it is given up. */
export const endCallbackDelaysMs = [30_000, 60_000, 120_000, 300_000] as const;

/** The address to call when a meeting ends; both parameters are added even where the address has them already. */
export function endCallbackUrl(address: string, end: { recordingMarks: boolean; meetingID: string }): string {
  const joint = address.includes('?') ? '&' : '?';
  const added = writeQuery([
    ['recordingmarks', String(end.recordingMarks)],
    ['meetingID', end.meetingID],
  ]);
  return `${address}${joint}${added}`;
}

/** The HMAC of a JSON Web Token (RFC 7515); nothing else is used between BBB servers and their callers. */
export type TokenAlgorithm = 'HS256' | 'HS512';

const hmacHash = { HS256: 'sha256', HS512: 'sha512' } as const;

/** Signs a payload with the shared secret. `typ` goes into the header only when given: the two senders differ. */
export function signToken(
  payload: Readonly<Record<string, unknown>>,
  key: { secret: string; algorithm: TokenAlgorithm; typ?: string },
): string {
  const header = key.typ === undefined ? { alg: key.algorithm } : { typ: key.typ, alg: key.algorithm };
  const signed = `${base64Url(JSON.stringify(header))}.${base64Url(JSON.stringify(payload))}`;
  return `${signed}.${createHmac(hmacHash[key.algorithm], key.secret).update(signed).digest('base64url')}`;
}

/**
 * The payload of a token, or `undefined` when it is malformed, made with another algorithm or secret, or expired.
 * `now` is in epoch milliseconds.
 */
export function readToken(
  token: string,
  key: { secret: string; algorithm: TokenAlgorithm; now: number },
): Record<string, unknown> | undefined {
  const [head, body, signature, ...more] = token.split('.');
  if (head === undefined || body === undefined || signature === undefined || more.length > 0) return undefined;
  const expected = createHmac(hmacHash[key.algorithm], key.secret).update(`${head}.${body}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  if (jsonObject(head)?.['alg'] !== key.algorithm) return undefined;
  const payload = jsonObject(body);
  const expires = payload?.['exp'] ?? undefined;
  if (expires !== undefined && (typeof expires !== 'number' || expires * 1000 <= key.now)) return undefined;
  return payload;
}

/** A finished recording, as posted to `meta_bbb-recording-ready-url`. `recordId` is the internal ID. */
export type RecordingReady = { meetingId: string; recordId: string };

/** The form body that tells of a finished recording. */
export function recordingReadyBody({ meetingId, recordId }: RecordingReady, secret: string): string {
  const token = signToken({ meeting_id: meetingId, record_id: recordId }, { secret, algorithm: 'HS256' });
  return writeQuery([['signed_parameters', token]]);
}

/** Reads such a body; `undefined` when its signature does not fit. */
export function readRecordingReady(body: string, secret: string): RecordingReady | undefined {
  const token = parseQuery(body).first.get('signed_parameters') ?? '';
  const payload = readToken(token, { secret, algorithm: 'HS256', now: 0 });
  const meetingId = payload?.['meeting_id'];
  const recordId = payload?.['record_id'];
  return typeof meetingId === 'string' && typeof recordId === 'string' ? { meetingId, recordId } : undefined;
}

function base64Url(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64url');
}

function jsonObject(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
