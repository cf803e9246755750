/** Meetings: a room's public side, starting, joining, the console, lists and attendance. Times are epoch milliseconds. */
import { personName } from '@atrium/bbb/person-name';
import * as z from 'zod/mini';
import { botAnswer, botFailures } from '#core/identity/bot-check.contract.ts';
import { brandingView } from '#core/accounts/accounts.contract.ts';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { recordingAudiences, roomLimits } from '#meet/rooms/rooms.rules.ts';
import { attendanceCalls } from './attendance.contract.ts';
import { meetingLimits, meetingStates } from './meetings.rules.ts';
import { totalField } from '#kit/total.contract.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const time = z.number();
const byId = z.object({ id });
const bySlug = z.object({ slug: z.string().check(z.maxLength(64)) });
const done = z.object({ done: z.literal(true) });
const named = z.object({ id: z.string(), name: z.string() });

/** Where the browser goes to be in the meeting. */
const ticket = z.object({ url: z.string(), meetingId: z.string() });
/** The signed part of an address that servers call. */
const callbackQuery = z.object({ meeting: id, token: z.string().check(z.maxLength(128)) });
/** A server could not be found or did not take the meeting. */
const startFailures = { no_server: 503, server_failed: 503, server_insecure: 503 } as const;
const fullFailures = { room_full: 409, limit_reached: 402 } as const;
const joinFailures = { ...startFailures, ...fullFailures, meeting_ended: 410, lobby_denied: 403, entry_locked: 403 } as const;

const publicRoom = z.object({
  slug: z.string(),
  name: z.string(),
  account: z.object({
    name: z.string(),
    /** Colour, logo and foot as the account set them. */
    branding: brandingView,
    /** The look of the vendor who brought it in, which counts where the account set none of its own. */
    house: z.nullable(z.object({ name: z.string(), accent: z.nullable(z.string()), logo: z.nullable(z.string()) })),
    /** Who runs this, for a line at the foot; null: the account’s plan takes it away. */
    runsOn: z.nullable(z.string()),
  }),
  host: z.string(),
  state: z.enum(['live', 'idle']),
  /** Nothing can be started in it for now. */
  rests: z.boolean(),
  people: z.number(),
  since: z.nullable(time),
  needsCode: z.boolean(),
  /** A moderator code exists, so a code may be entered even when none is needed. */
  takesCode: z.boolean(),
  signInRequired: z.boolean(),
  lobby: z.boolean(),
  /** It may be recorded. */
  record: z.boolean(),
  /** People have to agree before they come in, because the meeting's server does not ask when it begins to record. */
  asksConsent: z.boolean(),
  anyoneCanStart: z.boolean(),
  /** For the one who asks: `canStart` without a code; `skipsCode`: they belong to the room or are invited; `skipsLobby`: they belong to it. */
  you: z.object({
    name: z.nullable(z.string()),
    signedIn: z.boolean(),
    canStart: z.boolean(),
    skipsCode: z.boolean(),
    skipsLobby: z.boolean(),
    /** The microphone is off at first, whatever was chosen. */
    joinsMuted: z.boolean(),
    /** Where the room's settings are, for those who may change them. */
    settings: z.nullable(z.string()),
  }),
});
export type PublicRoom = z.output<typeof publicRoom>;

const meetingItem = z.object({
  id: z.string(),
  name: z.string(),
  room: z.nullable(z.object({ id: z.string(), name: z.string(), slug: z.string() })),
  /** Set for the operator. */
  account: z.nullable(named),
  server: z.nullable(named),
  state: z.enum(meetingStates),
  startedBy: z.nullable(named),
  createdAt: time,
  startedAt: z.nullable(time),
  endedAt: z.nullable(time),
  endReason: z.nullable(z.string()),
  /** In it now; at once at most; different people in all. */
  people: z.number(),
  moderators: z.number(),
  peak: z.number(),
  total: z.number(),
  recording: z.boolean(),
  rights: z.object({ join: z.boolean(), end: z.boolean(), attendance: z.boolean() }),
});
export type MeetingItem = z.output<typeof meetingItem>;

const attendee = z.object({
  key: z.string(),
  name: z.string(),
  role: z.enum(['moderator', 'viewer']),
  presenter: z.boolean(),
  /** Joined the sound with a microphone; listens only; camera on. */
  voice: z.boolean(),
  listenOnly: z.boolean(),
  video: z.boolean(),
  /** Milliseconds spent speaking so far; null where the server does not tell. */
  talkedMs: z.nullable(z.number()),
  speaking: z.boolean(),
  /** When the hand was raised; null while it is down. */
  handAt: z.nullable(time),
});
const locks = z.object({ mic: z.boolean(), cam: z.boolean(), chat: z.boolean() });
const meetingDetail = z.extend(meetingItem, {
  /** Who is in, asked from the server at most every two seconds; `asOf` is when. Null when it did not answer. */
  attendees: z.nullable(z.array(attendee)),
  asOf: time,
  link: z.nullable(z.string()),
  /** Who sees its recording first; null where it cannot have been recorded. */
  recordingFor: z.nullable(z.enum(recordingAudiences)),
  /** Where the room's settings are, for those who may change them. */
  roomSettings: z.nullable(z.string()),
  limits: z.object({ maxPeople: z.nullable(z.number()), maxMinutes: z.nullable(z.number()) }),
  /** What may be changed while it runs; null for a person who may not, and for a meeting that does not run. */
  steering: z.nullable(
    z.object({
      /** Nobody new comes in. */
      entryLocked: z.boolean(),
      /** What viewers may not do; null when its server takes no such order. */
      locks: z.nullable(locks),
      /** The longest it may be made, in minutes; null when the plan sets no limit. */
      mostMinutes: z.nullable(z.number()),
      /** Its server can make it longer and take hands down. */
      live: z.boolean(),
    }),
  ),
});
export type MeetingDetail = z.output<typeof meetingDetail>;

/** What is left out stays as it is. */
export const steerBody = z.object({
  /** Minutes more than now. */
  addMinutes: z.optional(z.number().check(z.int(), z.gte(1), z.lte(720))),
  entryLocked: z.optional(z.boolean()),
  locks: z.optional(z.partial(locks)),
  /** The key of the person whose hand goes down. */
  lowerHand: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
});
export type SteerBody = z.output<typeof steerBody>;

export const meetingsQuery = z.object({
  /** `account`: of the whole account (operator: of all accounts); `mine`: of my rooms and those shared with me. */
  view: z._default(z.enum(['account', 'mine']), 'account'),
  state: z.optional(z.enum(['live', 'past'])),
  roomId: z.optional(id),
  /** For those who see all accounts; without a say for everybody else. */
  serverId: z.optional(id),
  accountId: z.optional(id),
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  cursor: z.optional(z.string().check(z.maxLength(500))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
});
export type MeetingsQuery = z.output<typeof meetingsQuery>;

const guestName = z.string().check(z.overwrite(personName), z.minLength(1), z.maxLength(meetingLimits.guestName));
/** Of the guest, and of their room. */
const instantName = guestName.check(z.minLength(roomLimits.name.min));
/** What the personal link of an invitation carries; it stands in for the access code. */
const invitationToken = z.string().check(z.maxLength(200));
export const joinBody = z.object({
  /** A guest's name; left out, a signed-in person's own is taken. */
  name: z.optional(guestName),
  code: z.optional(z.string().check(z.trim(), z.maxLength(64))),
  /** Agreed to being recorded. */
  consent: z.optional(z.boolean()),
  invitation: z.optional(invitationToken),
});

export const meetingsCalls = {
  publicRoom: call({
    method: 'GET',
    path: '/api/public/rooms/{slug}',
    summary: 'What a guest may know of a room.',
    access: 'all',
    params: bySlug,
    query: z.object({ invitation: z.optional(invitationToken) }),
    result: publicRoom,
  }),
  join: call({
    method: 'POST',
    path: '/api/public/rooms/{slug}/join',
    summary: 'Joins the room’s meeting, and starts it where the person may.',
    access: 'all',
    params: bySlug,
    body: joinBody,
    result: ticket,
    failures: {
      ...joinFailures,
      waiting_for_host: 409,
      code_required: 403,
      wrong_code: 403,
      sign_in_required: 403,
      organisation_required: 403,
      consent_required: 403,
    },
  }),
  startInstant: call({
    method: 'POST',
    path: '/api/public/instant-meetings',
    summary:
      'Starts a meeting without an account, where the operator allows it: short, small, not recorded, its room erased a day later.',
    access: 'all',
    body: z.strictObject({ name: instantName, challenge: botAnswer }),
    /** `slug`: of the link for the others. */
    result: z.extend(ticket, { slug: z.string() }),
    /** `instant_unavailable`: no server is free, or the account may hold no more; which one is not for visitors. */
    failures: { ...botFailures, instant_unavailable: 503 },
    neverKept: 'neverKept',
  }),
  start: call({
    method: 'POST',
    path: '/api/rooms/{id}/start',
    summary: 'Starts a room, or joins it when it runs already.',
    access: 'rooms.start',
    params: byId,
    result: ticket,
    failures: joinFailures,
  }),
  joinMeeting: call({
    method: 'POST',
    path: '/api/meetings/{id}/join',
    summary: 'Joins a live meeting of a room I belong to.',
    access: 'meetings.view',
    params: byId,
    result: ticket,
    failures: joinFailures,
  }),
  list: call({
    method: 'GET',
    path: '/api/meetings',
    summary: 'Lists meetings, live ones first.',
    access: 'meetings.view',
    query: meetingsQuery,
    result: z.object({ items: z.array(meetingItem), next: z.nullable(z.string()), total: totalField, live: z.number() }),
  }),
  get: call({
    method: 'GET',
    path: '/api/meetings/{id}',
    summary: 'The console of one meeting.',
    access: 'meetings.view',
    params: byId,
    result: meetingDetail,
  }),
  end: call({
    method: 'POST',
    path: '/api/meetings/{id}/end',
    summary: 'Ends a meeting for everybody.',
    access: 'meetings.end',
    params: byId,
    result: done,
    failures: { server_failed: 503, meeting_ended: 410 },
  }),
  steer: call({
    method: 'POST',
    path: '/api/meetings/{id}/steer',
    summary: 'Changes a meeting while it runs: more minutes, locks, hands.',
    access: 'meetings.end',
    params: byId,
    body: steerBody,
    result: done,
    failures: { server_failed: 503, meeting_ended: 410, not_on_this_server: 409, no_end: 409, limit_reached: 402 },
  }),
  ...attendanceCalls,
  endCallback: call({
    method: 'GET',
    path: '/api/callbacks/meeting-ended',
    summary: 'A server tells that a meeting is over; the address is signed.',
    access: 'guest',
    // servers append parameters of their own, and one may come twice
    query: z.extend(callbackQuery, {
      /** Why, in the words of our own engine; other servers do not tell. */
      atriumEndReason: z.catch(z.optional(z.string()), undefined),
      /** Who ended it for everybody, by the `userID` of their join; only our own engine tells. */
      atriumEndedBy: z.catch(z.optional(z.string().check(z.maxLength(200))), undefined),
    }),
    result: done,
  }),
  analyticsCallback: call({
    method: 'POST',
    path: '/api/callbacks/meeting-analytics',
    summary: 'A server tells who was in a meeting and when; the address and the bearer token are signed.',
    access: 'guest',
    query: callbackQuery,
    body: z.record(z.string(), z.unknown()),
    bodyLimit: 5_000_000,
    result: done,
  }),
};
