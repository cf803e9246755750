import { type AnalyticsPoll, pollBody, readPoll } from '#analytics-polls.ts';
import { readToken, signToken } from '#hooks/callbacks.ts';
import { isRecord, listIn, numberIn, textIn, timeIn } from '#json-reading.ts';

export type { AnalyticsPoll } from '#analytics-polls.ts';

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

/** When a person was in a group of the meeting. `meeting`: the internal ID of the group's meeting; `name` empty: its number is its name. */
export type AnalyticsGroupStay = {
  meeting: string;
  group: number;
  name: string;
  extUserId: string;
  from: number;
  to: number;
};

/** What a server tells about a meeting that is over. `meetingId` is the external ID; times are epoch milliseconds. */
export type Analytics = {
  meetingId: string;
  internalMeetingId: string;
  name: string;
  start: number;
  finish: number;
  attendees: readonly AnalyticsAttendee[];
  /** Absent: none. */
  polls?: readonly AnalyticsPoll[];
  /** Polls that are left for the room's next meeting, as our own engine writes them; absent where the server knows none. */
  preparedPolls?: readonly unknown[];
  /** Absent: none. */
  groups?: readonly AnalyticsGroupStay[];
  /** Groups that were prepared, saved or used last, as our own engine writes them; absent where the server knows none. */
  groupSets?: readonly unknown[];
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
    polls: (told.polls ?? []).map(pollBody),
    prepared_polls: told.preparedPolls,
    groups: told.groups?.map(({ extUserId, from, to, ...stay }) => ({
      ...stay,
      ext_user_id: extUserId,
      from: iso(from),
      to: iso(to),
    })),
    group_sets: told.groupSets,
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
  const attendees = listIn(data, 'attendees').flatMap(readAttendee);
  const latest = attendees.flatMap(({ joins, leaves }) => [...joins, ...leaves]).reduce((a, b) => Math.max(a, b), 0);
  return {
    meetingId: document['meeting_id'],
    internalMeetingId: textIn(document, 'internal_meeting_id'),
    name: textIn(metadata, 'meeting_name'),
    start: timeIn(data['start']) ?? 0,
    finish: timeIn(data['finish']) ?? latest,
    attendees,
    polls: listIn(data, 'polls').flatMap(readPoll),
    ...(Array.isArray(data['prepared_polls']) && { preparedPolls: data['prepared_polls'] }),
    groups: listIn(data, 'groups').flatMap(readGroupStay),
    ...(Array.isArray(data['group_sets']) && { groupSets: data['group_sets'] }),
  };
}

function readGroupStay(one: unknown): AnalyticsGroupStay[] {
  if (!isRecord(one)) return [];
  const [from, to] = [timeIn(one['from']), timeIn(one['to'])];
  if (from === undefined || to === undefined || textIn(one, 'ext_user_id') === '') return [];
  const [meeting, name, extUserId] = [textIn(one, 'meeting'), textIn(one, 'name'), textIn(one, 'ext_user_id')];
  return [{ meeting, group: numberIn(one, 'group'), name, extUserId, from, to }];
}

function readAttendee(one: unknown): AnalyticsAttendee[] {
  if (!isRecord(one) || textIn(one, 'ext_user_id') === '') return [];
  const engagement = isRecord(one['engagement']) ? one['engagement'] : {};
  const count = (name: string) => numberIn(engagement, name);
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
const timesIn = (list: unknown): number[] =>
  (Array.isArray(list) ? list : []).flatMap((one: unknown) => {
    const at = timeIn(one);
    return at === undefined ? [] : [at];
  });

/** A request of statistics as it goes over the wire: POST to `meta_analytics-callback-url`. */
export type AnalyticsRequest = { headers: Record<string, string>; body: string };

/** The request that tells about a meeting. `now` is in epoch milliseconds. */
export function analyticsRequest(told: Analytics, key: { secret: string; now: number }): AnalyticsRequest {
  return requestOf(analyticsBody(told), key);
}

/** Statistics as received: the two IDs, and the whole document to be kept or passed on, with parts that nobody here knows. */
export type ReceivedAnalytics = {
  meetingId: string;
  internalMeetingId: string;
  document: Readonly<Record<string, unknown>>;
};

/**
 * Reads such a request; `undefined` when the token does not fit or has expired, or the document has no IDs.
 * The token does not cover the document: who can read one delivery can forge others for a day.
 */
export function readAnalyticsRequest(
  request: { authorization: string | undefined; body: string },
  key: { secret: string; now: number },
): ReceivedAnalytics | undefined {
  const token = /^Bearer\s+(\S+)$/i.exec(request.authorization ?? '')?.[1];
  if (token === undefined || !analyticsTokenFits(token, key)) return undefined;
  const document = parsed(request.body);
  const told = readAnalytics(document);
  if (told === undefined || !isRecord(document)) return undefined;
  return { meetingId: told.meetingId, internalMeetingId: told.internalMeetingId, document };
}

/** The same statistics for a customer: under the ID that the meeting has there, with a token of that secret. */
export function forwardAnalytics(
  received: Pick<ReceivedAnalytics, 'document'>,
  to: { meetingId: string; secret: string; now: number },
): AnalyticsRequest {
  return requestOf(JSON.stringify({ ...received.document, meeting_id: to.meetingId }), to);
}

function requestOf(body: string, key: { secret: string; now: number }): AnalyticsRequest {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${analyticsToken(key.secret, key.now)}`,
    'user-agent': 'BigBlueButton Analytics Callback',
  };
  return { headers, body };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
