import { randomUUID } from 'node:crypto';
import type { HookView } from '@atrium/bbb/hooks/hook-answers';
import { hookBody, hookDeliveryUrl } from '@atrium/bbb/hooks/hook-delivery';
import { hookEvent, type HookEventName, hookHears, hookRetryDelaysMs, isHookTaken } from '@atrium/bbb/hooks/hook-events';
import { send } from '#server/deliveries.ts';
import type { HookParcel } from '#server/deliveries.ts';
import type { Engine, Meeting, MeetingSeat, SeatSource } from '#server/model.ts';

const TIMEOUT_MS = 5_000;
/** Registered hooks at once; a real installation has a handful, and one hook per meeting of some platforms. */
const HOOKS_MOST = 2_000;

export type HookWish = { callbackURL: string; meetingID: string; eventIds: readonly string[] };

/** The hook that an address has already. */
export const hookAt = (engine: Engine, callbackURL: string): HookView | undefined =>
  [...engine.hooks.values()].find((hook) => hook.callbackURL === callbackURL);

/** Registers a hook for mapped events; undefined when there are too many. */
export function addHook(engine: Engine, { callbackURL, meetingID, eventIds }: HookWish): HookView | undefined {
  if (engine.hooks.size >= HOOKS_MOST) return undefined;
  const hook: HookView = {
    hookID: randomUUID(),
    callbackURL,
    meetingID: meetingID === '' ? undefined : meetingID,
    eventID: eventIds.length === 0 ? undefined : eventIds.join(','),
    permanentHook: false,
    // what a raw hook would hear are messages inside of BBB, and there are none here
    rawData: false,
  };
  engine.hooks.set(hook.hookID, hook);
  return hook;
}

type WebhookNews = { id: HookEventName; meeting?: Record<string, unknown>; more?: Record<string, unknown> };

/** Tells every hook that wants to hear it. A receiver that never takes a delivery loses its hook. */
export function announce(engine: Engine, about: Meeting, news: WebhookNews): void {
  const { meetingId } = about.plan;
  const hooks = [...engine.hooks.values()].filter((hook) => hookHears(hook, { id: news.id, meetingId }));
  const [secret] = engine.settings.secrets;
  if (hooks.length === 0 || secret === undefined) return;
  const timestamp = engine.clock.now();
  const event = hookEvent({ ...news, ts: timestamp, meetingId, internalMeetingId: about.internalId });
  const body = hookBody({ domain: new URL(engine.settings.clientUrl).hostname, events: [event], timestamp });
  const { algorithms } = engine.settings;
  const hash = algorithms.includes('sha1') ? 'sha1' : (algorithms[0] ?? 'sha256');
  for (const { hookID, callbackURL } of hooks)
    send(
      engine,
      hookParcel(engine, {
        hookID,
        url: hookDeliveryUrl({ callbackURL, body, secret }, hash),
        meeting: about.internalId,
        body,
      }),
    );
}

type HookParcelParts = Pick<HookParcel, 'url' | 'meeting' | 'body'> & { hookID: string };

export const hookParcel = (engine: Engine, { hookID, url, meeting, body }: HookParcelParts): HookParcel => ({
  kept: { kind: 'hook', hookID },
  url,
  meeting,
  body,
  headers: () => ({ 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'BigBlueButton Webhooks' }),
  delaysMs: hookRetryDelaysMs,
  timeoutMs: TIMEOUT_MS,
  taken: isHookTaken,
  lost: () => void engine.hooks.delete(hookID),
});

/** A meeting was opened. */
export function announceCreated(engine: Engine, meeting: Meeting): void {
  const { plan } = meeting;
  announce(engine, meeting, {
    id: 'meeting-created',
    meeting: {
      name: plan.name,
      'is-breakout': plan.breakout !== null,
      ...(plan.breakout === null ? {} : { 'parent-id': plan.breakout.parent }),
      duration: plan.durationMinutes,
      'create-time': meeting.createdAt,
      'create-date': new Date(meeting.createdAt).toUTCString(),
      'moderator-pass': plan.moderatorPassword,
      'viewer-pass': plan.attendeePassword,
      record: plan.recording.allowed,
      'voice-conf': plan.voiceBridge,
      'dial-number': plan.dialNumber,
      'max-users': plan.maxParticipants,
      metadata: Object.fromEntries(plan.metadata),
    },
  });
}

/** A meeting is over, and nobody is in it any more. Hooks of this meeting alone have nothing more to hear. */
export function announceEnded(engine: Engine, meeting: Meeting): void {
  announce(engine, meeting, { id: 'meeting-ended' });
  for (const hook of engine.hooks.values()) if (hook.meetingID === meeting.plan.meetingId) engine.hooks.delete(hook.hookID);
}

/** Something about one person; `more` are attributes of the user. */
export function announceUser(
  engine: Engine,
  seat: Pick<MeetingSeat, 'id' | 'pass' | 'meeting'>,
  news: { id: HookEventName; more?: Record<string, unknown> },
): void {
  const user = { 'internal-user-id': seat.id, 'external-user-id': seat.pass.externalId };
  announce(engine, seat.meeting, { id: news.id, more: { user: { ...user, ...news.more } } });
}

/** Somebody came into the room. */
export function announceJoined(engine: Engine, seat: MeetingSeat): void {
  const { name, role, guest, customData } = seat.pass;
  announceUser(engine, seat, {
    id: 'user-joined',
    more: {
      name,
      role: role === 'moderator' ? 'MODERATOR' : 'VIEWER',
      presenter: false,
      guest,
      ...(customData.size === 0 ? {} : { userdata: Object.fromEntries(customData) }),
    },
  });
}

const sourceEvents = {
  mic: { on: 'user-audio-voice-enabled', off: 'user-audio-voice-disabled' },
  cam: { on: 'user-cam-broadcast-start', off: 'user-cam-broadcast-end' },
  screen: { on: 'meeting-screenshare-started', off: 'meeting-screenshare-stopped' },
} as const;

/** A microphone, camera or screen began or ended; the sound of a screen belongs to it. */
export function announceSource(
  engine: Engine,
  seat: MeetingSeat,
  news: { key: string; source: SeatSource; turned: 'on' | 'off' },
): void {
  const { key, source, turned } = news;
  if (source.kind === 'screen-audio') return;
  const stream = { stream: `${seat.id}:${key}` };
  const voice = { 'sharing-mic': turned === 'on', 'listening-only': false, muted: source.muted };
  announceUser(engine, seat, {
    id: sourceEvents[source.kind][turned],
    more: source.kind === 'mic' ? voice : source.kind === 'cam' ? stream : {},
  });
}

/** A microphone was muted or opened. */
export function announceMute(engine: Engine, seat: MeetingSeat, { muted }: SeatSource): void {
  announceUser(engine, seat, { id: muted ? 'user-audio-muted' : 'user-audio-unmuted', more: { muted } });
}

/** Somebody left the room, with all they sent. */
export function announceLeft(engine: Engine, seat: MeetingSeat): void {
  for (const [key, source] of seat.sources) announceSource(engine, seat, { key, source, turned: 'off' });
  announceUser(engine, seat, { id: 'user-left' });
}
