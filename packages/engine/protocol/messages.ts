/**
 * Every message of the signalling socket, with its limits: the one contract between the engine's server and its client.
 * The socket speaks JSON text frames `{t, id?, …}`. A request that carries `id` is answered by `ok` or `error` with the same `id`.
 * The only way in is `hello` with a one-use ticket; nothing else is read before it.
 */
import * as z from 'zod/mini';
import { LIMITS } from '#protocol/limits.ts';
import type { Capability } from '#protocol/rights.ts';
import type { StampedEvent } from '#protocol/topic.ts';

/** Why the engine closes a socket (WebSocket close codes of the private range). */
export const CLOSE = {
  /** The seat was taken back by a newer socket. */
  replaced: 4001,
  /** Ticket unknown, used or expired. */
  badTicket: 4002,
  /** Removed by a moderator, or refused in the lobby. */
  removed: 4003,
  /** The meeting ended. */
  ended: 4004,
  /** The page comes from an origin that is not ours. */
  badOrigin: 4005,
  /** The socket did not say hello in time. */
  silent: 4006,
  /** A message was not understood, too large or out of turn. */
  badMessage: 4007,
  /** Too many messages. */
  tooFast: 4008,
  /** The reader is too slow. */
  tooSlow: 4009,
  /** The person left. */
  left: 4010,
} as const;

/** Why a meeting ended, as clients and the BBB callbacks see it. */
export const endReasons = [
  'ended-by-moderator',
  'ended-by-api',
  'duration',
  'nobody-came',
  'everybody-left',
  'no-moderator',
  'engine-stopped',
] as const;
export type EndReason = (typeof endReasons)[number];

export const sourceKinds = ['mic', 'cam', 'screen', 'screen-audio'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** What a program can take out of a meeting (`disabledFeatures`, by BBB's names). The engine has nothing else that has such a name. */
export const optionalFeatures = [
  ...(['chat', 'chatEmojiPicker', 'privateChat', 'editChatMessage', 'deleteChatMessage', 'replyChatMessage'] as const),
  ...(['screenshare', 'raiseHand'] as const),
] as const;
export type OptionalFeature = (typeof optionalFeatures)[number];

/** `paused`: the recording is held and goes on without a new question. */
export const recordingStates = ['off', 'on', 'paused'] as const;
export type RecordingState = (typeof recordingStates)[number];

/**
 * What a person said to being recorded. Only of `all` anything is written; `open` is not answered yet, `nothing` takes part
 * without being recorded.
 */
export const consents = ['open', 'all', 'nothing'] as const;
export type ConsentChoice = (typeof consents)[number];

/** Ids of members, sources, keys and slots. */
export const idPattern = /^[\w:-]{1,80}$/;
const id = z.string().check(z.regex(idPattern));
const key = z.string().check(z.regex(/^[\w-]{1,40}$/));
const topicName = z.string().check(z.regex(/^[a-z-]{1,30}$/));
const sdp = z.string().check(z.minLength(1), z.maxLength(LIMITS.sdpBytes));
const requestId = z.optional(z.number());

const one = <T extends string, S extends z.core.$ZodLooseShape>(t: T, shape: S) =>
  z.object({ t: z.literal(t), id: requestId, ...shape });

export const clientMessage = z.discriminatedUnion('t', [
  /**
   * `ticket` from the session call; `resume` is the seat secret of an earlier `welcome`, to take the same seat back. `topics` are the
   * topics that the page knows, with the revision it has seen of each.
   */
  one('hello', {
    ticket: z.string().check(z.maxLength(200)),
    resume: z.optional(z.string().check(z.maxLength(200))),
    topics: z.optional(z.record(topicName, z.object({ v: z.int(), rev: z.optional(z.int()) }))),
  }),
  /** A command of a topic. One that is sent again after a lost socket carries the same `cid`, and is done once. */
  one('do', { topic: topicName, cid: z.string().check(z.maxLength(40)), command: z.unknown() }),
  /** Where somebody points, or what they are about to draw: passed on and not kept. It may be dropped, and is not sent again. */
  one('hint', { topic: topicName, hint: z.unknown() }),
  /**
   * Where the meeting says `muteOnStart`, the microphone of a viewer that opens by itself on arrival is published with `muted: true`, or
   * not at all; it is blocked until its owner asks with `mute {on: false}`. One that is switched on by hand comes without it. A
   * connection rebuilt under a live key stays muted if it was muted.
   */
  one('pub', { key, source: z.enum(sourceKinds), sdp, muted: z.optional(z.boolean()) }),
  one('unpub', { key }),
  /** Asks for a subscribe connection with this many slots; the server answers with `sub-offer`. */
  one('sub', {
    audioSlots: z.int().check(z.gte(0), z.lte(LIMITS.audioSlotsMax)),
    videoSlots: z.int().check(z.gte(0), z.lte(LIMITS.videoSlotsMax)),
  }),
  one('sub-answer', { gen: z.int(), sdp }),
  /** Which video sources the client wants, most wanted first, and how tall it draws them (CSS pixels × device ratio). */
  one('view', { wants: z.array(z.object({ source: id, height: z.int().check(z.gte(0), z.lte(4320)) })).check(z.maxLength(64)) }),
  /** The person mutes or unmutes an own source. */
  one('mute', { key, on: z.boolean() }),
  /** The person's microphone detects speech while muted etc. is not sent; talking is measured by the server. */
  one('moderate', {
    /** Somebody who was removed may come back with a new link; somebody who is blocked may not. */
    action: z.enum(['mute', 'unmute', 'stop-camera', 'stop-share', 'remove', 'block', 'make-moderator', 'make-viewer']),
    member: id,
  }),
  /** The asking person is spared, and on request the presenter. */
  one('mute-all', { spare: z.optional(z.literal('presenter')) }),
  one('lobby', { action: z.enum(['admit', 'deny']), member: z.optional(id) }),
  /** Switches the lobby for people who come later. */
  one('lobby-rule', { on: z.boolean() }),
  /** The message that waiting people read. */
  one('lobby-note', { text: z.string().check(z.maxLength(500)) }),
  /** A moderator switches the recording. Switching it on counts as consent to be recorded; after `off` everybody is asked again. */
  one('record', { to: z.enum(recordingStates) }),
  /** The person's answer to being recorded; it can be changed at any time. */
  one('consent', { to: z.enum(['all', 'nothing']) }),
  one('end', {}),
  one('leave', {}),
  one('ping', {}),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

/** `waiting`: in the lobby. `away`: socket lost, the seat is kept. */
export type MemberState = 'waiting' | 'present' | 'away';
export type MemberRole = 'moderator' | 'viewer';

/**
 * `weak-sending`: others may not hear the person well; `weak-receiving`: the person's network does not carry what they would see.
 * Members with a `good` one have no such field.
 */
export type ConnectionQuality = 'good' | 'weak-sending' | 'weak-receiving';

export type PublishedSource = {
  /** `<member>:<key>`, unique in the meeting. */
  id: string;
  key: string;
  source: SourceKind;
  muted: boolean;
};

export type Member = {
  id: string;
  name: string;
  role: MemberRole;
  state: MemberState;
  guest: boolean;
  avatarUrl: string | null;
  /** Epoch milliseconds. */
  joinedAt: number;
  sources: PublishedSource[];
  connection?: ConnectionQuality;
};

export type MeetingFacts = {
  id: string;
  name: string;
  /** Plain text or the HTML subset of BBB's `welcome`, to be shown sanitised. */
  welcome: string;
  /** A message for moderators only, of the same kind as `welcome`; empty or absent for viewers. */
  moderatorMessage?: string;
  /** Address by which others come in, for hosts to pass on; absent: there is none. */
  invite?: string;
  /** Epoch milliseconds. */
  startedAt: number;
  /** Epoch milliseconds; null = open end. */
  endsAt: number | null;
  lobby: boolean;
  lobbyNote: string;
  muteOnStart: boolean;
  recording: RecordingState;
  /** Where the clock of the recording began, pauses left out, epoch milliseconds; null unless it is on. */
  recordingSince: number | null;
  /** Time recorded so far when this message was sent, milliseconds. */
  recorded: number;
  /** It may be recorded, by itself or by a moderator. */
  mayBeRecorded: boolean;
  /** This person may start, pause and stop it. */
  mayRecord: boolean;
  /** This person's answer; while the recording is on, `open` is asked. */
  consent: ConsentChoice;
  /** A guest may be made a moderator here. */
  guestsMayModerate: boolean;
  /** Features that this meeting does without; absent: none. */
  off?: OptionalFeature[];
  /** Where the person goes afterwards. */
  logoutUrl: string;
};

export type IceServer = { urls: string[]; username?: string; credential?: string };

export type WelcomeMessage = {
  t: 'welcome';
  you: string;
  /** Secret to take the seat back with `hello {resume}`. */
  seat: string;
  state: MemberState;
  meeting: MeetingFacts;
  members: Member[];
  /** People in the lobby; always empty for viewers. */
  waiting: Member[];
  /** What this person may do; empty in the lobby. */
  rights: readonly Capability[];
  /** Topics of this meeting that the page knows as well. What is in them follows. */
  topics: string[];
  ice: IceServer[];
  /** True when the seat was taken back. */
  resumed: boolean;
  /** `lost`: the page has to build its connections, as on arrival and after an engine was started again. */
  media: 'kept' | 'lost';
  /** Server clock, epoch milliseconds. */
  now: number;
};

export type ErrorCode =
  | 'not-allowed'
  | 'unknown-member'
  | 'unknown-key'
  | 'unknown-topic'
  | 'unknown-page'
  | 'too-many-decks'
  | 'bad-offer'
  | 'too-many-sources'
  | 'share-taken'
  | 'locked'
  | 'too-many-cameras'
  | 'too-many'
  | 'over'
  | 'too-fast'
  | 'waiting'
  | 'media-down'
  | 'bad-message';

export type ServerMessage =
  | WelcomeMessage
  | { t: 'ok'; id: number }
  | { t: 'error'; id?: number; code: ErrorCode; key?: string }
  | { t: 'pong'; id?: number }
  | { t: 'pub-answer'; key: string; sdp: string }
  /** A source of this person was closed by the engine (`by` = the moderator, null = the engine). */
  | { t: 'pub-dead'; key: string; by: string | null }
  | { t: 'sub-offer'; gen: number; sdp: string; mids: { audio: string[]; video: string[] } }
  /**
   * The whole map of this person's slots, with a rising number: mid → source id or null. `paused`: sources that the person's network
   * does not carry now.
   */
  | { t: 'slots'; rev: number; map: Record<string, string | null>; paused?: readonly string[] }
  /** A member came or changed. */
  | { t: 'member'; member: Member }
  /** Everybody whom this person sees now, after a change of who that is. */
  | { t: 'members'; members: Member[] }
  /** What this person may do from now on. */
  | { t: 'rights'; rights: readonly Capability[] }
  | { t: 'gone'; member: string; name: string; reason: 'left' | 'removed' | 'lost' }
  /** Who speaks now, loudest first (member ids). */
  | { t: 'speaking'; members: string[] }
  /** To moderators: the whole lobby. */
  | { t: 'waiting'; waiting: Member[] }
  /** To a waiting person: changes of the lobby's note. Being let in is a new `welcome`. */
  | { t: 'lobby'; note: string }
  | { t: 'meeting'; meeting: MeetingFacts }
  /** A moderator muted the source; the client follows. */
  | { t: 'muted'; key: string; by: string }
  /** A moderator opened the microphone again; the client follows. */
  | { t: 'unmuted'; key: string; by: string }
  /** A moderator asks the person to switch the microphone on. */
  | { t: 'unmute-asked'; by: string }
  /** The recording was switched; `by` is a member, null = the engine. The facts of the meeting follow. */
  | { t: 'recording'; to: RecordingState; by: string | null }
  /** What happened in a topic; `rev` rises by one with each. */
  | ({ t: 'topic-event'; topic: string; rev: number } & StampedEvent<unknown>)
  /** All of a topic, as it stands at that revision. */
  | { t: 'topic-state'; topic: string; rev: number; state: unknown }
  | { t: 'hint'; topic: string; by: string; hint: unknown }
  | { t: 'media-restart' }
  | { t: 'ended'; reason: EndReason }
  | { t: 'removed'; why: 'removed' | 'denied' };

/** Reads one text frame of a client. Returns null for what is not a message of this protocol. */
export function readClientMessage(text: string): ClientMessage | null {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = z.safeParse(clientMessage, raw);
  return parsed.success ? parsed.data : null;
}
