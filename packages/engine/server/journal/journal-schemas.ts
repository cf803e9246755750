/** What a journal keeps, as it is read again. A field that is missing here fails the type check, so nothing of a meeting is lost silently. */
import { guestPolicies } from '@atrium/bbb/create-request';
import type { HookView } from '@atrium/bbb/hooks/hook-answers';
import * as z from 'zod/mini';
import { consents, recordingStates, sourceKinds } from '#protocol/messages.ts';
import type { MeetingPageWishes, PersonPageWishes } from '#protocol/page-wishes.ts';
import type { Meeting, MeetingPlan, JoinPass, MeetingSeat } from '#server/model.ts';
import type { SavedRecorder } from '#server/record/continue.ts';
import type { MemberActivity, GroupStay } from '#server/statistics.ts';
import { groupSet } from '#topics/groups/group-schemas.ts';
import { pollQuestion } from '#topics/polls/poll-schemas.ts';
import { meetingLocks } from '#topics/locks/locks.topic.ts';

const stringMap = z.pipe(
  z.array(z.tuple([z.string(), z.string()])),
  z.transform((pairs) => new Map(pairs)),
);
const stringSet = z.pipe(
  z.array(z.string()),
  z.transform((values) => new Set(values)),
);

const layout = z.enum(['grid', 'speaker']);
const meetingPage: z.ZodMiniType<MeetingPageWishes> = z.object({
  banner: z.nullable(z.object({ text: z.string(), color: z.nullable(z.string()) })),
  logo: z.nullable(z.object({ light: z.string(), dark: z.string() })),
  layout: z.nullable(layout),
  unmute: z.enum(['never', 'asks', 'at-once']),
  pinsMost: z.number(),
});
const personPage: z.ZodMiniType<PersonPageWishes> = z.object({
  layout: z.nullable(z.object({ name: layout, kind: z.enum(['first', 'fixed']) })),
  mic: z.nullable(z.enum(['on', 'off'])),
  cam: z.nullable(z.enum(['on', 'off'])),
  greenRoom: z.enum(['shown', 'at-first', 'skipped']),
  listensOnly: z.boolean(),
  ownPicture: z.enum(['mirrored', 'as-seen']),
  title: z.string(),
});

const plan: z.ZodMiniType<Required<MeetingPlan>> = z.object({
  meetingId: z.string(),
  name: z.string(),
  attendeePassword: z.string(),
  moderatorPassword: z.string(),
  welcome: z.string(),
  moderatorMessage: z.string(),
  invite: z.nullable(z.string()),
  dialNumber: z.string(),
  voiceBridge: z.string(),
  maxParticipants: z.number(),
  durationMinutes: z.number(),
  nobodyCameMinutes: z.number(),
  everybodyLeftMinutes: z.number(),
  endWithoutModerator: z.boolean(),
  withoutModeratorMinutes: z.number(),
  guestPolicy: z.enum(guestPolicies),
  guestsMayModerate: z.boolean(),
  mayStopCameras: z.boolean(),
  camerasMost: z.object({ person: z.number(), meeting: z.number() }),
  page: meetingPage,
  muteOnStart: z.boolean(),
  camsForModeratorsOnly: z.boolean(),
  firstLocks: z.object({ locks: meetingLocks, onJoin: z.boolean(), onJoinFixed: z.boolean() }),
  logoutUrl: z.string(),
  endedUrl: z.string(),
  keepEvents: z.boolean(),
  recording: z.object({ allowed: z.boolean(), byItself: z.boolean(), bySwitch: z.boolean() }),
  disabledFeatures: stringSet,
  metadata: stringMap,
  breakout: z.nullable(
    z.object({
      parent: z.string(),
      sequence: z.number(),
      freeJoin: z.boolean(),
      group: z._default(z.nullable(z.object({ run: z.string(), name: z.string() })), null),
    }),
  ),
  groups: z._default(z.object({ prepared: z.array(groupSet), mayRecord: z.boolean(), privateChat: z.boolean() }), {
    prepared: [],
    mayRecord: true,
    privateChat: true,
  }),
  // journals of earlier versions have none
  preparedPolls: z._default(z.array(pollQuestion), []),
  everyoneDraws: z._default(z.boolean(), false),
});

/** The other parts of a meeting have sections of their own. */
type SavedMeeting = Omit<Meeting, 'passes' | 'seats' | 'topics' | 'recorder' | 'people'>;
export const savedMeeting: z.ZodMiniType<SavedMeeting> = z.object({
  plan,
  internalId: z.string(),
  createdAt: z.number(),
  startedAt: z.number(),
  guestPolicy: z.enum(guestPolicies),
  lobbyNote: z.string(),
  hadPeople: z.boolean(),
  hadModerator: z.boolean(),
  emptySince: z.nullable(z.number()),
  unmoderatedSince: z.nullable(z.number()),
});

type SavedPass = Omit<JoinPass, 'meeting'>;
export const savedPass: z.ZodMiniType<SavedPass> = z.object({
  tokenHash: z.string(),
  userId: z.string(),
  externalId: z.string(),
  name: z.string(),
  role: z.enum(['moderator', 'viewer']),
  guest: z.boolean(),
  avatarUrl: z.nullable(z.string()),
  logoutUrl: z.string(),
  customData: stringMap,
  bot: z.boolean(),
  page: personPage,
  standing: z.enum(['allowed', 'waits', 'denied', 'removed', 'blocked']),
  consent: z.enum(consents),
  heldUntil: z.number(),
});

/** `pass`: its hash. What belongs to the socket and to the connections of media is not kept. */
export type SavedSeat = Pick<MeetingSeat, 'secretHash' | 'joinedAt' | 'sources' | 'done'> & { pass: string; isWaiting: boolean };
export const savedSeat: z.ZodMiniType<SavedSeat> = z.object({
  pass: z.string(),
  isWaiting: z.boolean(),
  secretHash: z.string(),
  joinedAt: z.number(),
  sources: z.pipe(
    z.array(z.tuple([z.string(), z.object({ kind: z.enum(sourceKinds), muted: z.boolean() })])),
    z.transform((pairs) => new Map(pairs)),
  ),
  done: stringSet,
});

const savedGroupStay: z.ZodMiniType<GroupStay> = z.object({
  meeting: z.string(),
  group: z.number(),
  name: z.string(),
  from: z.number(),
  to: z.nullable(z.number()),
});

export const savedDeeds: z.ZodMiniType<MemberActivity> = z.object({
  name: z.string(),
  moderator: z.boolean(),
  joins: z.array(z.number()),
  leaves: z.array(z.number()),
  chats: z.number(),
  hands: z.number(),
  reactions: z.number(),
  votes: z._default(z.number(), 0),
  groups: z._default(z.array(savedGroupStay), []),
  talks: z.number(),
  talkedMs: z.number(),
  talksSince: z.nullable(z.number()),
});

export const savedRecorder: z.ZodMiniType<SavedRecorder> = z.object({
  id: z.string(),
  state: z.enum(recordingStates),
  running: z.boolean(),
  position: z.number(),
});

export const savedHook: z.ZodMiniType<HookView> = z.object({
  hookID: z.string(),
  callbackURL: z.url(),
  meetingID: z.optional(z.string()),
  eventID: z.optional(z.string()),
  permanentHook: z.boolean(),
  rawData: z.boolean(),
});

const parcel = { url: z.url(), meeting: z.string(), body: z.optional(z.string()), attempt: z.number() };
export const savedDelivery = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('end'), ...parcel }),
  z.object({ kind: z.literal('analytics'), ...parcel }),
  z.object({ kind: z.literal('hook'), hookID: z.string(), ...parcel }),
]);
export type SavedDelivery = z.infer<typeof savedDelivery>;
