/** The row for a reported recording: its account, how long it is kept, who may see it. */
import type { Recording } from '@atrium/bbb/recordings/recording-reading';
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { entitlementsFor, findAccount, findOwners } from '#core/accounts/server/accounts.service.ts';
import { newRecordingsOf } from '#meet/rooms/server/defaults.service.ts';
import { roomOf } from '#meet/rooms/server/live.service.ts';
import {
  keepDaysOf,
  keepUntil,
  recordingLimits,
  startTold,
  type RecordingState,
  type StoredFormat,
} from '../recordings.rules.ts';
import { keepDaysWish, meetingOfRecording, type MeetingFacts } from './extras.queries.ts';
import type { NewRecording, RecordingRow } from './recordings.queries.ts';

const minuteMs = 60_000;

const isWeb = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

function formatsOf(said: Recording): StoredFormat[] {
  return said.formats.flatMap((one) =>
    isWeb(one.url)
      ? [
          {
            type: one.type.slice(0, 40),
            url: one.url,
            lengthMs: one.length * minuteMs,
            bytes: one.size,
            images: one.images.map((image) => image.url).filter(isWeb),
          },
        ]
      : [],
  );
}

/** The state that a server's word stands for; null: it says nothing of use. */
export function stateOf(said: Recording): RecordingState | null {
  if (said.state === 'published' || said.state === 'unpublished' || said.state === 'deleted') return said.state;
  if (said.state === 'processing' || said.state === 'processed') return 'processing';
  if (said.state === '') return said.published ? 'published' : 'unpublished';
  return null;
}

type FirstSight = { accountId: string; meeting: MeetingFacts | null; said: Recording };
/**
 * The state in which a recording that can be watched for the first time comes: published as its server says, but one of our own people's
 * rooms waits for its owner where the account wants that. Customers' programs and courses expect what BBB does.
 */
export async function firstStateOf(db: Db, { accountId, meeting, said }: FirstSight): Promise<RecordingState | null> {
  const state = stateOf(said);
  if (state !== 'published' || !isOfOurPeople(meeting, said) || meeting?.from_course === true) return state;
  return (await newRecordingsOf(db, accountId)) === 'owner' ? 'unpublished' : state;
}

/** The same for one that was awaited; an import keeps the state of the files on its disk. */
export async function firstStateOfKnown(db: Db, row: RecordingRow, said: Recording): Promise<RecordingState | null> {
  if (row.serverId === null) return stateOf(said);
  return firstStateOf(db, {
    accountId: row.accountId,
    meeting: await meetingOfRecording(db, { serverId: null, internalId: row.recordId, meetingId: row.meetingId }),
    said,
  });
}

type RecordingOwner = { accountId: string; meeting: MeetingFacts | null };

/** The room and person that it belongs to. Without its meeting the metadata name the room; what is imported into an account is never nobody's. */
async function placeOf(ctx: Ctx, from: RecordingOrigin, of: RecordingOwner & { said: Recording }) {
  const { accountId, meeting, said } = of;
  if (meeting !== null) return { roomId: meeting.room_id, ownerId: meeting.started_by ?? meeting.owner_id };
  const told = said.metadata.get('atrium-room') ?? '';
  const room = isId(told) ? await roomOf(ctx.system.read, told) : null;
  if (room !== null && room.accountId === accountId) return { roomId: room.id, ownerId: room.ownerId };
  const [owner] = from.serverId === null ? await findOwners(ctx.system.read, accountId) : [];
  return { roomId: null, ownerId: owner ?? null };
}

/** Whether it was recorded in a room or meeting of our own people, who have accounts here. */
const isOfOurPeople = (meeting: MeetingFacts | null, said: Recording): boolean =>
  meeting === null ? isId(said.metadata.get('atrium-room') ?? '') : meeting.external_id === null;

/** `serverId`: the server that tells of it; null: files on a disk do. `fallback`: the account that gets what is nobody's. */
export type RecordingOrigin = { serverId: string | null; fallback: string | null };

/** Of one of our meetings, or of the one whose group was recorded. */
const meetingIdOf = ({ meetingID, metadata }: Recording): string | null =>
  [meetingID, metadata.get('atrium-meeting') ?? ''].find(isId) ?? null;

/** The account of a recording: by its meeting, else by what we wrote into its metadata when the meeting was created. */
async function ownerOf(ctx: Ctx, from: RecordingOrigin, said: Recording): Promise<RecordingOwner | null> {
  const meeting = await meetingOfRecording(ctx.system.read, {
    serverId: from.serverId,
    internalId: said.internalMeetingID === '' ? said.recordID : said.internalMeetingID,
    meetingId: meetingIdOf(said),
  });
  if (meeting !== null) return { accountId: meeting.account_id, meeting };
  const told = said.metadata.get('atrium-account') ?? '';
  if (isId(told) && (await findAccount(ctx.system.read, told)) !== null) return { accountId: told, meeting: null };
  return from.fallback === null ? null : { accountId: from.fallback, meeting: null };
}

/** What a server tells of one that we may know already. */
export const factsOf = (said: Recording): Partial<NewRecording> => ({
  endedAt: said.endTime > 0 ? new Date(said.endTime) : null,
  lengthMs: lengthOf(said),
  people: said.participants,
  bytes: said.size > 0 ? said.size : said.rawSize,
  metadata: Object.fromEntries(said.metadata),
  formats: formatsOf(said),
});

/** Formats tell whole minutes; a shorter span between start and end is the better word. */
function lengthOf(said: Recording): number {
  const span = said.startTime > 0 && said.endTime > said.startTime ? said.endTime - said.startTime : 0;
  const told = Math.max(0, ...said.formats.map((one) => one.length)) * minuteMs;
  return told === 0 || (span > 0 && span < told) ? span : told;
}

/** Some servers leave the name blank, or only have it in the metadata. */
const nameTold = ({ name, metadata, meetingID }: Recording): string =>
  [name, metadata.get('meetingName') ?? ''].find((one) => one.trim() !== '') ?? meetingID;

/** A row for one that we do not know yet; null: nobody's, or nothing to be kept. */
export async function rowFor(ctx: Ctx, from: RecordingOrigin, said: Recording): Promise<NewRecording | null> {
  const owner = await ownerOf(ctx, from, said);
  if (owner === null) return null;
  const { accountId, meeting } = owner;
  const state = from.serverId === null ? stateOf(said) : await firstStateOf(ctx.system.read, { accountId, meeting, said });
  if (state === null || state === 'deleted') return null;
  const [plan, wish] = await Promise.all([entitlementsFor(ctx.system.read, accountId), keepDaysWish(ctx.system.read, accountId)]);
  const startedAt = startTold(said, ctx.now());
  const until = keepUntil({ startedAt }, { days: keepDaysOf(wish, plan.recordingDays), now: ctx.now() });
  const at = new Date(ctx.now());
  return {
    id: newId(ctx.now()),
    accountId,
    recordId: said.recordID,
    meetingId: meeting?.id ?? null,
    ...(await placeOf(ctx, from, { ...owner, said })),
    serverId: from.serverId,
    externalId: meeting?.external_id ?? said.meetingID,
    name: nameTold(said).slice(0, recordingLimits.name),
    state,
    // people of a customer's program have no account here: the address that the program gives them is their key
    ...(isOfOurPeople(meeting, said) ? {} : { visibility: 'link' }),
    protect: said.isProtected ?? false,
    startedAt: new Date(startedAt),
    keepUntil: until === null ? null : new Date(until),
    createdAt: at,
    updatedAt: at,
    ...factsOf(said),
  };
}
