import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseQuery, writeQuery } from '#query.ts';

/** When the end of a meeting is told again, in milliseconds after the attempt before; then it is given up. */
export const endCallbackDelaysMs = [30_000, 60_000, 120_000, 300_000] as const;

/** The address that is told of a meeting's end; both parameters are added even where the address has them already. */
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
  const expires = payload?.['exp'];
  if (expires !== undefined && (typeof expires !== 'number' || expires * 1000 <= key.now)) return undefined;
  return payload;
}

/** A finished recording, as told to `meta_bbb-recording-ready-url`. `recordId` is the internal ID. */
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

/** The bearer token that goes with a meeting's statistics; it holds for a day. `now` is in epoch milliseconds. */
export function analyticsToken(secret: string, now: number): string {
  return signToken({ exp: Math.floor(now / 1000) + 24 * 60 * 60 }, { secret, algorithm: 'HS512', typ: 'JWT' });
}

/** Whether such a token was made with the secret and still holds. One without an end is refused: no server sends it. */
export function analyticsTokenFits(token: string, key: { secret: string; now: number }): boolean {
  return typeof readToken(token, { ...key, algorithm: 'HS512' })?.['exp'] === 'number';
}

/** One person of a meeting's statistics. Times are epoch milliseconds; each coming has its leaving, but for who was there at the end. */
export type AnalyticsAttendee = {
  extUserId: string;
  name: string;
  moderator: boolean;
  joins: readonly number[];
  leaves: readonly number[];
  engagement: {
    chats: number;
    talks: number;
    raisehand: number;
    emojis: number;
    pollVotes: number /** Seconds. */;
    talkTime: number;
  };
};

/** What a server tells about a meeting that is over. `meetingId` is the external ID; times are epoch milliseconds. */
export type Analytics = {
  meetingId: string;
  internalMeetingId: string;
  name: string;
  start: number;
  finish: number;
  attendees: readonly AnalyticsAttendee[];
};

/** The JSON document of a meeting's statistics, version 1.0: times as ISO 8601, durations in whole seconds. */
export function analyticsBody(told: Analytics): string {
  const iso = (at: number) => new Date(at).toISOString();
  const data = {
    metadata: { meeting_name: told.name },
    duration: seconds(told.finish - told.start),
    start: iso(told.start),
    finish: iso(told.finish),
    attendees: told.attendees.map(({ engagement, ...one }) => ({
      ext_user_id: one.extUserId,
      name: one.name,
      moderator: one.moderator,
      joins: one.joins.map(iso),
      leaves: one.leaves.map(iso),
      duration: seconds(sittingsOf(one, told.finish).reduce((sum, [from, to]) => sum + to - from, 0)),
      engagement: {
        chats: engagement.chats,
        talks: engagement.talks,
        raisehand: engagement.raisehand,
        emojis: engagement.emojis,
        poll_votes: engagement.pollVotes,
        talk_time: engagement.talkTime,
      },
    })),
    files: [],
    polls: [],
  };
  return JSON.stringify({
    version: '1.0',
    meeting_id: told.meetingId,
    internal_meeting_id: told.internalMeetingId,
    data,
  });
}

/** Stretches of time in which the person was there with at least one page, in order; `[from, to]` in epoch milliseconds. */
export function sittingsOf(
  told: Pick<AnalyticsAttendee, 'joins' | 'leaves'>,
  finish: number,
): (readonly [from: number, to: number])[] {
  // Of a leaving and a coming at the same moment the coming counts first: a reloaded page is no sitting of its own.
  const steps = [...told.joins.map((at) => ({ at, by: 1 })), ...told.leaves.map((at) => ({ at, by: -1 }))].sort(
    (a, b) => a.at - b.at || b.by - a.by,
  );
  const sittings: (readonly [number, number])[] = [];
  let pages = 0;
  let since = 0;
  for (const { at, by } of steps) {
    if (pages === 0 && by === 1) since = at;
    else if (pages === 1 && by === -1) sittings.push([since, at]);
    pages = Math.max(0, pages + by);
  }
  return pages > 0 ? [...sittings, [since, Math.max(since, finish)]] : sittings;
}

/** Reads a document of statistics; `undefined` when it is none. What is missing inside reads as nothing: versions differ. */
export function readAnalytics(document: unknown): Analytics | undefined {
  const data = isRecord(document) ? document['data'] : undefined;
  if (!isRecord(document) || !isRecord(data) || typeof document['meeting_id'] !== 'string') return undefined;
  const metadata = isRecord(data['metadata']) ? data['metadata'] : {};
  const attendees = (Array.isArray(data['attendees']) ? data['attendees'] : []).flatMap((one: unknown) => readAttendee(one));
  const latest = attendees.flatMap(({ joins, leaves }) => [...joins, ...leaves]).reduce((a, b) => Math.max(a, b), 0);
  return {
    meetingId: document['meeting_id'],
    internalMeetingId: textIn(document, 'internal_meeting_id'),
    name: textIn(metadata, 'meeting_name'),
    start: timeIn(data['start']) ?? 0,
    finish: timeIn(data['finish']) ?? latest,
    attendees,
  };
}

function readAttendee(one: unknown): AnalyticsAttendee[] {
  if (!isRecord(one) || textIn(one, 'ext_user_id') === '') return [];
  const engagement = isRecord(one['engagement']) ? one['engagement'] : {};
  const count = (name: string) => (typeof engagement[name] === 'number' ? engagement[name] : 0);
  return [
    {
      extUserId: textIn(one, 'ext_user_id'),
      name: textIn(one, 'name'),
      moderator: one['moderator'] === true,
      joins: timesIn(one['joins']),
      leaves: timesIn(one['leaves']),
      engagement: {
        chats: count('chats'),
        talks: count('talks'),
        raisehand: count('raisehand'),
        emojis: count('emojis'),
        pollVotes: count('poll_votes'),
        talkTime: count('talk_time'),
      },
    },
  ];
}

const seconds = (ms: number): number => Math.max(0, Math.round(ms / 1000));
const textIn = (from: Record<string, unknown>, name: string): string => (typeof from[name] === 'string' ? from[name] : '');
const timesIn = (list: unknown): number[] =>
  (Array.isArray(list) ? list : []).flatMap((one: unknown) => {
    const at = timeIn(one);
    return at === undefined ? [] : [at];
  });

/** ISO 8601 as written today, `2018-07-09 17:03:29 +0000` as Ruby prints it, or a number of seconds or milliseconds. */
function timeIn(value: unknown): number | undefined {
  if (typeof value === 'number') return value > 0 && value < 1e14 ? Math.round(value < 1e11 ? value * 1000 : value) : undefined;
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const [, day, clock, zone, minutes = ''] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d+)?) ?(Z|UTC|[+-]\d\d):?(\d\d)?$/.exec(value) ?? [];
  if (day === undefined) return undefined;
  const at = Date.parse(`${day}T${clock}${zone === 'UTC' || zone === 'Z' ? 'Z' : `${zone}:${minutes || '00'}`}`);
  return Number.isFinite(at) ? at : undefined;
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
