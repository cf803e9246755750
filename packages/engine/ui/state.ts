import type { EnterResponse } from '#protocol/entering.ts';
import type { EndReason, IceServer, MeetingFacts, Member, OptionalFeature, SourceKind } from '#protocol/messages.ts';
import type { Capability } from '#protocol/rights.ts';
import type { RoomTarget } from '#ui/enter.ts';
import type { DeviceTrouble } from '#ui/media/devices.ts';
import { noTopicStates, type TopicStates } from '#ui/topics/topic-states.ts';

/** Why one is no longer in the meeting. `gone`: the session is unknown; `replaced`: open in another tab; `lost`: given up after a lost connection. */
export type OverReason =
  | EndReason
  | 'ended-by-you'
  | 'left'
  | 'removed'
  | 'denied'
  | 'replaced'
  | 'gone'
  | 'full'
  | 'lost'
  | 'ended';

/** `entering`: asking who one is · `ready`: green room · `joining`: socket is being opened · `unreachable`: the engine did not answer. */
export type MeetingPhase = 'entering' | 'ready' | 'joining' | 'lobby' | 'in' | 'over' | 'unreachable';

/** `muted` only for the microphone: the source lives and sends silence. */
export type OwnState = 'off' | 'starting' | 'on' | 'muted';
export type OwnKind = 'mic' | 'cam' | 'screen';
export type OwnMediaState = {
  mic: OwnState;
  cam: OwnState;
  screen: OwnState;
  camStream: MediaStream | null;
  screenStream: MediaStream | null;
  micStream: MediaStream | null;
};

/** Something to be read out. Ids rise. */
export type MeetingNews = {
  id: number;
  what:
    | 'joined'
    | 'left'
    | 'removed'
    | 'hand'
    | 'chat'
    | 'chat-private'
    | 'knock'
    | 'record-on'
    | 'record-off'
    | 'record-paused'
    | 'record-resumed';
  name: string;
  text: string;
  /** Of the chat, and the conversation it is in: a member id, or null for everybody. */
  message?: { id: string; partner: string | null };
};

/** Something to be shown for some seconds. */
export type MeetingNotice = {
  id: number;
  what:
    | 'muted-by-host'
    | 'cam-stopped'
    | 'share-stopped'
    | 'now-host'
    | 'now-viewer'
    | 'share-taken'
    | 'locked'
    | 'too-many-cameras'
    | 'unmuted-by-host'
    | 'not-allowed'
    | 'too-fast'
    | 'not-sent'
    | 'back-again'
    | 'record-lost'
    | 'five-minutes'
    | 'one-minute'
    | 'extended'
    | 'room-refused'
    | 'room-full'
    | 'room-closed'
    | 'room-unreachable';
};

/** A panel of a topic has its name. */
export type MeetingPanel = 'none' | 'people' | 'chat' | keyof TopicStates;

export type MeetingState = {
  phase: MeetingPhase;
  over: { why: OverReason; logoutUrl: string | null } | null;
  /** This person ends it for everybody. */
  ending: 'by-you' | 'no';
  /** The session token of the group one is in; null: the main room. */
  groupToken: string | null;
  /** The room one is on the way to. */
  changingTo: RoomTarget | null;
  /** The socket: `lost` while the seat is kept and a new socket is tried. */
  link: 'up' | 'lost';
  entered: EnterResponse | null;
  /** Goes in without a green room: devices were chosen before, or the page was reloaded. */
  direct: boolean;
  you: string;
  facts: MeetingFacts | null;
  members: Record<string, Member>;
  waiting: Member[];
  /** What this person may do; the engine tells it. */
  rights: readonly Capability[];
  /** Topics that this meeting and this page have. */
  offered: readonly string[];
  /** How far each topic has come, as far as this page knows. */
  revs: Readonly<Record<string, number>>;
  topics: TopicStates;
  /** Lobby guests who are being turned away and can still be called back (member ids). */
  turning: string[];
  /** The conversation of the chat that is open: a member id, or null for everybody. */
  chatPartner: string | null;
  /** New messages by conversation (`conversationKey`). */
  unread: Readonly<Record<string, number>>;
  /** Id of the first message that came while its conversation was not shown; the line "New" stands above it. */
  firstNew: Readonly<Record<string, string>>;
  /** Members that this person keeps in view, first pinned first. */
  pins: string[];
  speaking: string[];
  /** Member id → how recently heard; higher is later. */
  heard: Record<string, number>;
  /** `paused`: sources that this person's network does not carry now. */
  slots: { rev: number; map: Record<string, string | null>; paused: readonly string[] };
  /** mid → stream of the subscribe connection. */
  streams: Record<string, MediaStream>;
  /** The subscribe connection; `failed` while it is being built again. */
  media: 'idle' | 'up' | 'failed';
  soundBlocked: boolean;
  /** The person opened the question about the recording: to look at it `again`, or because they want to switch on a source. */
  asking: OwnKind | 'again' | null;
  /** The moderator who asks this person to switch the microphone on (member id). */
  unmuteAskedBy: string | null;
  own: OwnMediaState;
  trouble: { kind: OwnKind; why: DeviceTrouble } | null;
  panel: MeetingPanel;
  news: MeetingNews[];
  notices: MeetingNotice[];
  ice: IceServer[];
  /** Server clock minus own clock, milliseconds. */
  skew: number;
  /** Rises with every news, notice and speaking event. */
  counter: number;
};

export const ownNothing: OwnMediaState = {
  mic: 'off',
  cam: 'off',
  screen: 'off',
  camStream: null,
  screenStream: null,
  micStream: null,
};

export const initialState: MeetingState = {
  phase: 'entering',
  over: null,
  ending: 'no',
  groupToken: null,
  changingTo: null,
  link: 'up',
  entered: null,
  direct: false,
  you: '',
  facts: null,
  members: {},
  waiting: [],
  rights: [],
  offered: [],
  revs: {},
  topics: noTopicStates,
  turning: [],
  chatPartner: null,
  unread: {},
  firstNew: {},
  pins: [],
  speaking: [],
  heard: {},
  slots: { rev: -1, map: {}, paused: [] },
  streams: {},
  media: 'idle',
  soundBlocked: false,
  asking: null,
  unmuteAskedBy: null,
  own: ownNothing,
  trouble: null,
  panel: 'none',
  news: [],
  notices: [],
  ice: [],
  skew: 0,
  counter: 0,
};

export function sourceOf(member: Member | undefined, kind: SourceKind) {
  return member?.sources.find((s) => s.source === kind);
}
/** Silent = no microphone, or a muted one. */
export function isMuted(member: Member): boolean {
  const mic = sourceOf(member, 'mic');
  return !mic || mic.muted;
}
/** People who are in (also those whose socket is lost for the moment), oldest first. */
export function presentMembers(state: MeetingState): Member[] {
  return Object.values(state.members)
    .filter((m) => m.state !== 'waiting')
    .sort((a, b) => a.joinedAt - b.joinedAt || a.id.localeCompare(b.id));
}
/** Raised hands, first raised first. */
export function hands(state: MeetingState): Member[] {
  return state.topics.hands.flatMap(({ member }) => state.members[member] ?? []);
}
export function isHandUp(state: MeetingState, member: string): boolean {
  return state.topics.hands.some((hand) => hand.member === member);
}
export function self(state: MeetingState): Member | undefined {
  return state.members[state.you];
}
export function isHost(state: MeetingState): boolean {
  return self(state)?.role === 'moderator';
}
/** Whether the engine would do it for this person: what it would refuse is not offered. */
export function may(state: MeetingState, capability: Capability): boolean {
  return state.rights.includes(capability);
}
/** A group ends with the groups; who ends the meeting does so in the main room. */
export function mayEndForAll(state: MeetingState): boolean {
  return may(state, 'end') && state.groupToken === null;
}
/** Whether this meeting does without it. */
export function isOff(state: MeetingState, feature: OptionalFeature): boolean {
  return state.facts?.off?.includes(feature) ?? false;
}
/** Whether the engine would make this person a host: guests only where the meeting lets them. */
export function mayBeHost(state: MeetingState, member: Pick<Member, 'guest' | 'role'>): boolean {
  return member.role !== 'moderator' && (!member.guest || state.facts?.guestsMayModerate === true);
}
/** What a conversation with one person, or with everybody, is called in records. */
export const conversationKey = (partner: string | null): string => partner ?? '';
export const unreadMessages = ({ unread }: MeetingState): number => Object.values(unread).reduce((sum, count) => sum + count, 0);
/** Whether the engine would pass a private message on to this person. */
export function mayMessage(state: MeetingState, member: Pick<Member, 'id' | 'role'>): boolean {
  if (member.id === state.you || !state.offered.includes('chat') || isOff(state, 'privateChat')) return false;
  return may(state, 'chat-private') || member.role === 'moderator';
}
/** The stream that shows a source of somebody else now, or null while no slot carries it. */
export function streamOf(state: MeetingState, source: string | null): MediaStream | null {
  if (!source) return null;
  const mid = Object.keys(state.slots.map).find((m) => state.slots.map[m] === source);
  return (mid && state.streams[mid]) || null;
}
