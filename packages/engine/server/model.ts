import type { GuestPolicy } from '@atrium/bbb/create-request';
import type { HookView } from '@atrium/bbb/hooks/hook-answers';
import type {
  ConnectionQuality,
  ConsentChoice,
  EndReason,
  MemberState,
  MemberRole,
  ServerMessage,
  SourceKind,
} from '#protocol/messages.ts';
import type { MeetingPageWishes, PersonPageWishes } from '#protocol/page-wishes.ts';
import type { Capability, MeetingLocks } from '#protocol/rights.ts';
import type { HookDelivery } from '#server/deliveries.ts';
import type { EngineLog } from '#server/log.ts';
import type { EngineMedia } from '#server/media/media.ts';
import type { VideoMixer } from '#server/record/mix.ts';
import type { Recorder } from '#server/record/recorder.ts';
import type { RecordingShelf } from '#server/record/shelf.ts';
import type { EngineSettings } from '#server/settings.ts';
import type { DeckStore } from '#server/slides/decks.ts';
import type { MemberActivity } from '#server/statistics.ts';
import type { TopicLog } from '#server/topics/topic-log.ts';
import type { GroupSet } from '#topics/groups/group-schemas.ts';
import type { PollQuestion } from '#topics/polls/poll-schemas.ts';

/** Epoch milliseconds; a test has its own. */
export type Clock = { now(): number };

/** What `create` decided, with every default filled in. Minutes as BBB gives them; 0 = no limit. */
export type MeetingPlan = {
  meetingId: string;
  name: string;
  attendeePassword: string;
  moderatorPassword: string;
  welcome: string;
  moderatorMessage: string;
  /** Address by which others come in (`meta_atrium-invite`); null: none was given. */
  invite: string | null;
  dialNumber: string;
  voiceBridge: string;
  maxParticipants: number;
  durationMinutes: number;
  nobodyCameMinutes: number;
  everybodyLeftMinutes: number;
  endWithoutModerator: boolean;
  withoutModeratorMinutes: number;
  guestPolicy: GuestPolicy;
  guestsMayModerate: boolean;
  /** Moderators may switch off somebody's camera. */
  mayStopCameras: boolean;
  /** Cameras on at the same time, of one person and of all; 0 = no limit. */
  camerasMost: { person: number; meeting: number };
  page: MeetingPageWishes;
  muteOnStart: boolean;
  camsForModeratorsOnly: boolean;
  /** The first state; moderators change it inside. */
  firstLocks: { locks: MeetingLocks; onJoin: boolean; onJoinFixed: boolean };
  logoutUrl: string;
  endedUrl: string;
  /** Statistics are reported at the end. */
  keepEvents: boolean;
  /** `allowed`: it may be recorded at all; `byItself`: from the first person on; `bySwitch`: moderators start and stop it. */
  recording: { allowed: boolean; byItself: boolean; bySwitch: boolean };
  disabledFeatures: ReadonlySet<string>;
  metadata: ReadonlyMap<string, string>;
  /** `parent` is an internal id. `group`: of which run of the main room; null: a program made it. */
  breakout: { parent: string; sequence: number; freeJoin: boolean; group: { run: string; name: string } | null } | null;
  groups: { prepared: readonly GroupSet[]; mayRecord: boolean; privateChat: boolean };
  preparedPolls: readonly PollQuestion[];
  /** On the board, unless the presenter chooses others. */
  everyoneDraws: boolean;
};

export type Meeting = {
  plan: MeetingPlan;
  internalId: string;
  /** Epoch milliseconds. */
  createdAt: number;
  startedAt: number;
  guestPolicy: GuestPolicy;
  lobbyNote: string;
  passes: Map<string, JoinPass>;
  seats: Map<string, MeetingSeat>;
  /** By name. */
  topics: Map<string, TopicLog>;
  /** Null until it is recorded for the first time. */
  recorder: Recorder | null;
  /** What people did so far, by external user id. A group has that of its main room. */
  people: Map<string, MemberActivity>;
  hadPeople: boolean;
  hadModerator: boolean;
  /** Since when nobody is in it, and since when no moderator is; null while somebody is. Epoch milliseconds. */
  emptySince: number | null;
  unmoderatedSince: number | null;
};

/** A successful `join`: the right of one person to take a seat, held by a session token. */
export type JoinPass = {
  /** Of the session token (`hashOf`): the token itself is with the person alone. */
  tokenHash: string;
  meeting: Meeting;
  /** BBB's internal user id; also the member id of the protocol and the seat id of the media. */
  userId: string;
  externalId: string;
  name: string;
  role: MemberRole;
  guest: boolean;
  avatarUrl: string | null;
  logoutUrl: string;
  customData: Map<string, string>;
  bot: boolean;
  page: PersonPageWishes;
  standing: 'allowed' | 'waits' | 'denied' | 'removed' | 'blocked';
  /** The answer to being recorded; it stands for reloads and lost connections as well. */
  consent: ConsentChoice;
  /** A place is held for the person until then, while no seat is taken. Epoch milliseconds. */
  heldUntil: number;
};

export type SeatSource = { kind: SourceKind; muted: boolean };

/** The way to one browser. */
export type PageLine = {
  send(message: ServerMessage): void;
  /** A message that was made into JSON before, because many people get the same one. */
  sendText(text: string): void;
  /** Resolves when the network has taken it, or the reader is gone; for what is too much to wait in the engine. */
  sendPiece(text: string): Promise<void>;
  /** Leaves it out where the reader is behind. */
  sendHint(text: string): void;
  close(code: number, reason: string): void;
};

/** One person in the room or in its lobby. */
export type MeetingSeat = {
  id: string;
  pass: JoinPass;
  meeting: Meeting;
  state: MemberState;
  /** By which the page takes the seat back; empty until the page of a restored seat shows it. */
  secret: string;
  secretHash: string;
  line: PageLine | null;
  /** When the socket was lost; epoch milliseconds. */
  lostAt: number | null;
  /** When the journal gave the seat back, until its page is there again: its media have to be built again. Epoch milliseconds. */
  restoredAt: number | null;
  joinedAt: number;
  sources: Map<string, SeatSource>;
  /** True once the person receives sound and pictures. */
  receives: boolean;
  slots: { rev: number; map: Record<string, string | null>; paused: string[] };
  connection: ConnectionQuality;
  publishedAt: Map<string, number>;
  /** What the person may do now; empty in the lobby. */
  rights: ReadonlySet<Capability>;
  /** Topics that the page knows as well. */
  topics: ReadonlySet<string>;
  /** Commands of topics that were done, by the number that the page gave them. */
  done: Set<string>;
};

export type EntryTicket = { pass: JoinPass; until: number };

/** What is remembered of a meeting that is over, so that its people get a straight answer. `tokens`: by the hash of the session token. */
export type PastMeeting = { endedAt: number; reason: EndReason; tokens: Map<string, string> };

export type Engine = {
  settings: EngineSettings;
  clock: Clock;
  log: EngineLog;
  media: EngineMedia;
  /** By external meeting id. */
  meetings: Map<string, Meeting>;
  /** By the hash of the session token. */
  passes: Map<string, JoinPass>;
  tickets: Map<string, EntryTicket>;
  /** By seat id. */
  seats: Map<string, MeetingSeat>;
  past: Map<string, PastMeeting>;
  deliveries: Set<HookDelivery>;
  /** Recordings; null where this engine records nothing. */
  shelf: RecordingShelf | null;
  /** Makes video files of recordings; null without ffmpeg. */
  mixer: VideoMixer | null;
  decks: DeckStore;
  /** Recordings that are being completed, and files that are being removed. */
  finishing: Set<Promise<void>>;
  /** By hook id. */
  hooks: Map<string, HookView>;
};
