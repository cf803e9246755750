/** What a recording may be, and how it moves between its states. */
import type { ActorPolicy } from '#kit/reach.ts';
import { namesOfRoom, seesEverywhere } from '#meet/rooms/rooms.rules.ts';

export const recordingStates = [
  'capturing',
  'processing',
  'published',
  'unpublished',
  'failed',
  'recycled',
  'deleting',
  'deleted',
] as const;
export type RecordingState = (typeof recordingStates)[number];

/** Who may play a published recording: its owner, everybody of the account, everybody with the link, and also search engines. */
export const visibilities = ['owner', 'account', 'link', 'public'] as const;
export type RecordingVisibility = (typeof visibilities)[number];

export const recordingSorts = ['recent', 'name', 'size', 'length'] as const;
export type RecordingSort = (typeof recordingSorts)[number];

export const recordingLimits = {
  name: 200,
  bulk: 100,
  /** Longest life of a shared link. */
  linkHours: 8_760,
  /** Characters of a text track. */
  captionText: 2_000_000,
  /** Days in the bin before it is deleted for good. */
  binDays: 30,
  /** Days between the notice and the end of the keeping time. */
  noticeDays: 7,
  /** The longest keeping time that an account may set. Days. */
  keepDays: 3_650,
  /** Life of an address that the player uses. Milliseconds. */
  playFor: 6 * 3_600_000,
} as const;

/** What servers may send. Bytes, unless said otherwise. */
export const uploadLimits = {
  /** A packed format. */
  bytes: 50_000_000_000,
  /** One part of it. */
  part: 67_108_864,
  /** Files in it. */
  files: 50_000,
  metadata: 400_000,
  /** Milliseconds by which a server's clock may be off. */
  clock: 900_000,
  /** Milliseconds for which the command that installs the script works. */
  command: 86_400_000,
  /** Milliseconds after which an upload that stands still is given up. */
  idle: 7 * 86_400_000,
} as const;

/** Where a format lies in our store: a folder of the recording, the file in it that is played (null: none that we play), small pictures. */
export type FormatHere = { folder: string; file: string | null; images: string[] };

/** A small picture of a page that was shown, among an engine's files of ours. Pixels. */
export type SlidePreview = { file: string; width: number; height: number };

/**
 * One way to watch it. `url`: the page of the server that holds it; `images`: small pictures there. Length in milliseconds, size in
 * bytes. `here`: a server sent its files, or they were imported. `picture`: name of a small picture among an engine's files of ours.
 */
export type StoredFormat = {
  type: string;
  url: string;
  lengthMs: number;
  bytes: number;
  images: string[];
  here?: FormatHere;
  picture?: string;
  previews?: SlidePreview[];
};

/** The asking person as far as these rules need to know; null = a visitor. */
export type RecordingAsker = {
  userId: string;
  accountId: string;
  accountKind: string;
  scope: readonly string[];
  policy?: ActorPolicy;
} | null;
export type RecordingFacts = {
  id?: string;
  roomId?: string | null;
  /** Of its room, as they are compared. */
  tagKeys?: readonly string[];
  accountId: string;
  ownerId: string | null;
  state: RecordingState;
  visibility: RecordingVisibility;
  protect: boolean;
};

/**
 * What someone is to a recording. `lead`: its owner, an owner or co-owner of its room, or a holder of `recordings.manage` in its account;
 * `guest`: the room is shared with them; `colleague`: of the account; `operator`: looks from outside; `stranger`: anyone else.
 */
export type RecordingRole = 'lead' | 'guest' | 'colleague' | 'operator' | 'stranger';

/** A recording as statements name it: by itself, by its room and by the room's tags. */
export const namesOfRecording = ({ id, roomId, tagKeys = [] }: Pick<RecordingFacts, 'id' | 'roomId' | 'tagKeys'>): string[] => [
  ...(id === undefined ? [] : [`recording/${id}`]),
  ...namesOfRoom(roomId === undefined || roomId === null ? null : { id: roomId, tagKeys }),
];
/** Whether statements allow it for this very recording; without any, the name counts for one's own. */
function may(asker: RecordingAsker, recording: RecordingFacts, asked: { action: string; own: boolean }): boolean {
  if (asker === null || !asker.scope.includes(asked.action)) return false;
  if (asker.policy === undefined || asker.accountId !== recording.accountId) return asked.own;
  return asker.policy.may(asked.action, { names: namesOfRecording(recording), own: asked.own });
}
/** An explicit no: what nobody has to be given can still be taken away. */
const isDenied = (asker: RecordingAsker, recording: RecordingFacts, asked: { action: string; own: boolean }): boolean =>
  asker?.accountId === recording.accountId &&
  (asker.policy?.denies?.(asked.action, { names: namesOfRecording(recording), own: asked.own }) ?? false);

/** `inRoom`: what the person is to the recording's room (`RoomRole`), null when it has none or they cannot see it. */
export function roleFor(asker: RecordingAsker, recording: RecordingFacts, inRoom: string | null): RecordingRole {
  if (asker === null) return 'stranger';
  const own = asker.accountId === recording.accountId;
  const manages = may(asker, recording, { action: 'recordings.manage', own: asker.policy === undefined });
  if (own && (asker.userId === recording.ownerId || manages)) return 'lead';
  if (inRoom === 'owner' || inRoom === 'co-owner') return 'lead';
  if (own) return 'colleague';
  if (inRoom === 'moderator' || inRoom === 'participant') return 'guest';
  return seesEverywhere(asker, 'recordings.view') ? 'operator' : 'stranger';
}

/** Whether the recording counts as the person's own for that action. */
export const isOwnRecording = (role: RecordingRole, action: string): boolean =>
  role === 'lead' ? action !== 'recordings.manage' : role === 'guest' && action === 'recordings.view';

const watchable = (state: RecordingState) => state === 'published' || state === 'unpublished';
const open = (visibility: RecordingVisibility) => visibility === 'link' || visibility === 'public';

export type RecordingRights = { see: boolean; play: boolean; edit: boolean; remove: boolean; download: boolean };

/**
 * What the person may do. What is open to everybody plays for everybody; whatever else plays asks for the right to look at it,
 * and that playing is not denied. Those who lead it may look at it before others do; a protected one plays for others by an expiring
 * link alone. The operator sees that it exists, and plays no more than anybody could.
 */
export function rightsFor(asker: RecordingAsker, recording: RecordingFacts, role: RecordingRole): RecordingRights {
  const holds = (asked: { action: string; own: boolean }) => may(asker, recording, asked);
  const lead = role === 'lead';
  const inside = role === 'colleague' || role === 'guest';
  const own = isOwnRecording(role, 'recordings.view');
  const looks = asker?.policy === undefined || asker.accountId !== recording.accountId ? role !== 'stranger' : own;
  // given by name to somebody who has no part in it
  const given = asker?.policy !== undefined && holds({ action: 'recordings.play', own: false }) && watchable(recording.state);
  const views = holds({ action: 'recordings.view', own: looks });
  const theirs = views && !isDenied(asker, recording, { action: 'recordings.play', own: lead });
  const published = recording.state === 'published' && !recording.protect;
  const forAll = published && open(recording.visibility);
  const ofAccount = published && inside && recording.visibility === 'account';
  const leads = lead && watchable(recording.state);
  const gone = recording.state === 'deleted';
  const listed =
    lead || given || role === 'operator' || (inside && recording.visibility !== 'owner' && recording.state === 'published');
  return {
    see: !gone && listed && views,
    play: forAll || (theirs && (leads || given || ofAccount)),
    edit: !gone && holds({ action: 'recordings.edit', own: lead }),
    remove: !gone && holds({ action: 'recordings.delete', own: lead }),
    download: theirs && leads,
  };
}

/** Whether a link with a token that is still good plays it. */
export const linkPlays = (recording: Pick<RecordingFacts, 'state'>): boolean => recording.state === 'published';

/**
 * Stands for a start that nobody knows, as 0 does in the BBB API. It comes before all others, so that lists show such a recording last;
 * nobody knows its age, so that keeping times leave it alone.
 */
export const UNKNOWN_START = 0;
/** Epoch milliseconds; null: nobody knows. */
export const startOf = ({ startedAt }: { startedAt: Date }): number | null =>
  startedAt.getTime() === UNKNOWN_START ? null : startedAt.getTime();

/** When it ended by its length, for programs; 0 where the start is not known. */
export const endOf = (recording: { startedAt: Date; lengthMs: number }): number =>
  startOf(recording) === null ? UNKNOWN_START : recording.startedAt.getTime() + recording.lengthMs;

const firstTime = Date.UTC(2000, 0, 1);
/** When a recording began: as its server says, else as its id does behind the dash. */
export function startTold({ startTime, recordID }: { startTime: number; recordID: string }, now: number): number {
  const inId = Number(/-(\d{13})$/.exec(recordID)?.[1] ?? UNKNOWN_START);
  return [startTime, inId].find((one) => one >= firstTime && one <= now + dayMs) ?? UNKNOWN_START;
}

/** Milliseconds of a day. */
export const dayMs = 86_400_000;

/**
 * When the keeping time of a recording ends, epoch milliseconds; null: never. A rule that is newer than the recording still
 * leaves the time of the notice; without a known start it is kept until somebody decides.
 */
export function keepUntil(recording: { startedAt: number }, rule: { days: number | null; now: number }): number | null {
  if (rule.days === null || recording.startedAt === UNKNOWN_START) return null;
  return Math.max(recording.startedAt + rule.days * dayMs, rule.now + recordingLimits.noticeDays * dayMs);
}

/** The days that count: the account's own wish, within what its plan allows. */
export function keepDaysOf(wish: number | null, most: number | null): number | null {
  if (wish === null) return most;
  return most === null ? wish : Math.min(wish, most);
}
