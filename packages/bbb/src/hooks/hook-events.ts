import { parseQuery } from '#query.ts';

/** The events that bbb-webhooks sends mapped, by their names. */
export const hookEventNames = [
  'meeting-created',
  'meeting-ended',
  'meeting-recording-started',
  'meeting-recording-stopped',
  'meeting-screenshare-started',
  'meeting-screenshare-stopped',
  'meeting-presentation-changed',
  'user-joined',
  'user-left',
  'user-audio-voice-enabled',
  'user-audio-voice-disabled',
  'user-audio-muted',
  'user-audio-unmuted',
  'user-cam-broadcast-start',
  'user-cam-broadcast-end',
  'user-presenter-assigned',
  'user-presenter-unassigned',
  'user-emoji-changed',
  'user-raise-hand-changed',
  'chat-group-message-sent',
  'pad-content',
  'poll-started',
  'poll-responded',
  'transcript-updated',
  'rap-archive-started',
  'rap-archive-ended',
  'rap-sanity-started',
  'rap-sanity-ended',
  'rap-post-archive-started',
  'rap-post-archive-ended',
  'rap-process-started',
  'rap-process-ended',
  'rap-post-process-started',
  'rap-post-process-ended',
  'rap-publish-started',
  'rap-publish-ended',
  'rap-post-publish-started',
  'rap-post-publish-ended',
  'rap-published',
  'rap-unpublished',
  'rap-deleted',
] as const;
export type HookEventName = (typeof hookEventNames)[number];

/** A mapped event. `ts` is in epoch milliseconds; attributes have the names of the wire. */
export type HookEvent = {
  data: {
    type: 'event';
    id: string;
    attributes: {
      meeting: Readonly<Record<string, unknown>> & { 'internal-meeting-id': string; 'external-meeting-id': string };
    } & Readonly<Record<string, unknown>>;
    event: { ts: number };
  };
};

/** The content of an event: both IDs of the meeting, more about it, and the fields of this kind of event (`user`, `poll`, …). */
export type HookNews = {
  id: HookEventName;
  ts: number;
  meetingId: string;
  internalMeetingId: string;
  meeting?: Readonly<Record<string, unknown>> | undefined;
  more?: Readonly<Record<string, unknown>> | undefined;
};

/** The event as it crosses the wire. */
export function hookEvent({ id, ts, meetingId, internalMeetingId, meeting = {}, more = {} }: HookNews): HookEvent {
  const ids = { 'internal-meeting-id': internalMeetingId, 'external-meeting-id': meetingId };
  return { data: { type: 'event', id, attributes: { meeting: { ...ids, ...meeting }, ...more }, event: { ts } } };
}

/**
 * Whether a hook wants an event: its meeting or all of them, its names or all of them in any letter case.
 * Raw hooks want the internal messages and none of these.
 */
export function hookHears(
  hook: { meetingID?: string | undefined; eventID?: string | undefined; rawData: boolean },
  event: { id: string; meetingId: string },
): boolean {
  if (hook.rawData) return false;
  if (hook.meetingID !== undefined && hook.meetingID !== '' && hook.meetingID !== event.meetingId) return false;
  const names = (hook.eventID ?? '')
    .toLowerCase()
    .split(',')
    .filter((name) => name.trim() !== '');
  return names.length === 0 || names.some((name) => name.trim() === event.id.toLowerCase());
}

/** Waits before each repetition of a delivery that was not taken, in milliseconds; after the last one the hook is removed. */
export const hookRetryDelaysMs = [100, 500, 1000, 2000, 4000, 8000, 10_000, 30_000, 60_000, 60_000, 60_000, 60_000] as const;

/** Whether a receiver took a delivery: 401 counts too, as upstream has it. */
export function isHookTaken(status: number): boolean {
  return (status >= 200 && status < 300) || status === 401;
}

/** A delivery as received, not yet verified (`hookChecksumFits`): the sender's name and its events. */
export type ReceivedDelivery = { domain: string; timestamp: number; events: HookEvent[] };

/** Reads the body of a delivery. Events that are not mapped ones are left out; `undefined` when it is none at all. */
export function readHookBody(body: string): ReceivedDelivery | undefined {
  const { first } = parseQuery(body);
  const list = parsed(first.get('event') ?? '');
  const timestamp = Number(first.get('timestamp') ?? Number.NaN);
  if (list === undefined || !Number.isFinite(timestamp)) return undefined;
  const events = (Array.isArray(list) ? list : [list]).flatMap((one) => readHookEvent(one, timestamp));
  return { domain: first.get('domain') ?? '', timestamp, events };
}

/** One of the two ids is enough: of a meeting that is gone servers know its internal one alone. Without a time it is that of the delivery. */
function readHookEvent(value: unknown, sentAt: number): HookEvent[] {
  const data = membersOf(memberOf(value, 'data'));
  const attributes = membersOf(data['attributes']);
  const meeting = membersOf(attributes['meeting']);
  const { id, event } = data;
  const [internal, external] = ['internal-meeting-id', 'external-meeting-id'].map((name) => idOf(meeting[name]));
  if (typeof id !== 'string' || internal === undefined || external === undefined || internal + external === '') return [];
  const told = Number(memberOf(event, 'ts') ?? 0);
  const ids = { 'internal-meeting-id': internal, 'external-meeting-id': external };
  const ts = Number.isFinite(told) && told > 0 ? told : sentAt;
  return [
    {
      data: {
        ...data,
        type: 'event',
        id,
        attributes: { ...attributes, meeting: { ...meeting, ...ids } },
        event: { ...membersOf(event), ts },
      },
    },
  ];
}

const idOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
