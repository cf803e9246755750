/** What servers tell of recordings becomes rows of ours, and what they no longer have is noted as gone. Across accounts, hence the system's hands. */
import type { Recording } from '@atrium/bbb/recording-reading';
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { entitlementsFor, findAccount } from '#core/accounts/server/accounts.service.ts';
import type { ServerRow } from '#meet/servers/server/servers.service.ts';
import { keepDaysOf, keepUntil, recordingLimits, type RecordingState, type StoredFormat } from '../recordings.rules.ts';
import { alignLater, FETCH_JOB } from './change.service.ts';
import { keepDaysWish, meetingOfRecording, type MeetingFacts } from './extras.queries.ts';
import { noteDeed, pushRecording, recordingEvents } from './find.service.ts';
import {
  insertRecording,
  lockRecording,
  moveRecording,
  type NewRecording,
  recordingByRecordId,
  type RecordingRow,
  setRecording,
} from './recordings.queries.ts';

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
function stateOf(said: Recording): RecordingState | null {
  if (said.state === 'published' || said.state === 'unpublished' || said.state === 'deleted') return said.state;
  if (said.state === 'processing' || said.state === 'processed') return 'processing';
  if (said.state === '') return said.published ? 'published' : 'unpublished';
  return null;
}

type Owner = { accountId: string; meeting: MeetingFacts | null };

/** Whose it is: by its meeting, else by what we wrote into its metadata when the meeting was created. */
async function ownerOf(ctx: Ctx, server: ServerRow, said: Recording): Promise<Owner | null> {
  const meeting = await meetingOfRecording(ctx.system.read, {
    serverId: server.id,
    internalId: said.internalMeetingID === '' ? said.recordID : said.internalMeetingID,
    meetingId: isId(said.meetingID) ? said.meetingID : null,
  });
  if (meeting !== null) return { accountId: meeting.account_id, meeting };
  const told = said.metadata.get('atrium-account') ?? '';
  return isId(told) && (await findAccount(ctx.system.read, told)) !== null ? { accountId: told, meeting: null } : null;
}

const factsOf = (said: Recording): Partial<NewRecording> => ({
  endedAt: said.endTime > 0 ? new Date(said.endTime) : null,
  lengthMs: lengthOf(said),
  people: said.participants,
  bytes: said.size > 0 ? said.size : said.rawSize,
  metadata: Object.fromEntries(said.metadata),
  formats: formatsOf(said),
});

/** Formats tell whole minutes; a shorter span between start and end is the better word. */
function lengthOf(said: Recording): number {
  const span = said.endTime > said.startTime ? said.endTime - said.startTime : 0;
  const told = Math.max(0, ...said.formats.map((one) => one.length)) * minuteMs;
  return told === 0 || (span > 0 && span < told) ? span : told;
}

async function rowFor(ctx: Ctx, server: ServerRow, said: Recording): Promise<NewRecording | null> {
  const owner = await ownerOf(ctx, server, said);
  const state = stateOf(said);
  if (owner === null || state === null || state === 'deleted') return null;
  const { accountId, meeting } = owner;
  const [plan, wish] = await Promise.all([entitlementsFor(ctx.system.read, accountId), keepDaysWish(ctx.system.read, accountId)]);
  const startedAt = said.startTime > 0 ? said.startTime : ctx.now();
  const until = keepUntil({ startedAt }, { days: keepDaysOf(wish, plan.recordingDays), now: ctx.now() });
  const at = new Date(ctx.now());
  return {
    id: newId(ctx.now()),
    accountId,
    recordId: said.recordID,
    meetingId: meeting?.id ?? null,
    roomId: meeting?.room_id ?? null,
    ownerId: meeting?.started_by ?? meeting?.owner_id ?? null,
    serverId: server.id,
    externalId: meeting?.external_id ?? said.meetingID,
    name: (said.name === '' ? said.meetingID : said.name).slice(0, recordingLimits.name),
    state,
    // people of a customer's program have no account here: the address that the program gives them is their key
    ...(meeting === null || meeting.external_id === null ? {} : { visibility: 'link' }),
    protect: said.isProtected ?? false,
    startedAt: new Date(startedAt),
    keepUntil: until === null ? null : new Date(until),
    createdAt: at,
    updatedAt: at,
    ...factsOf(said),
  };
}

const isWatchable = (state: RecordingState | null) => state === 'published' || state === 'unpublished';
const isAwaited = (state: RecordingState) => state === 'processing' || state === 'capturing' || state === 'failed';

async function takeNew(ctx: Ctx, server: ServerRow, said: Recording): Promise<void> {
  const row = await rowFor(ctx, server, said);
  if (row === null) return;
  await ctx.system.write(async (tx) => {
    const made = await insertRecording(tx, row);
    if (made === null) return;
    const event = isWatchable(made.state) ? { event: recordingEvents.ready } : {};
    await noteDeed(ctx, tx, { row: made, action: 'recordings.heard', ...event, data: { state: made.state } });
    await fetchLater(ctx, tx, { server, row: made });
  });
}

/** The files of our own engine are brought into the store. */
async function fetchLater(
  ctx: Ctx,
  tx: Parameters<typeof insertRecording>[0],
  at: { server: ServerRow; row: RecordingRow },
): Promise<void> {
  if (at.server.kind === 'engine' && isWatchable(at.row.state))
    await ctx.jobs.enqueue(tx, { job: FETCH_JOB, payload: { id: at.row.id }, key: at.row.id });
}

/**
 * What its server may tell anew. Programs change metadata here and no server hears of it: what was changed stands over what is
 * told at the end of the making, and after that the server is not asked for it any more.
 */
function newsOf(held: RecordingRow, said: Recording): Partial<NewRecording> {
  const { metadata, ...facts } = factsOf(said);
  return isAwaited(held.state) ? { ...facts, metadata: { ...metadata, ...held.metadata } } : facts;
}

/** What the server says of one that we know. Whether it is published is for us to say, once it was; the server follows. */
async function takeKnown(ctx: Ctx, server: ServerRow, known: { row: RecordingRow; said: Recording }): Promise<void> {
  const { said } = known;
  const state = stateOf(said);
  await ctx.system.write(async (tx) => {
    const held = await lockRecording(tx, known.row.id);
    if (held === null || held.held === 'here' || held.state === 'deleting' || held.state === 'deleted') return;
    if (state === 'deleted') return void (await forget(ctx, tx, held));
    if (isAwaited(held.state) && state !== null && isWatchable(state)) {
      const row = await moveRecording(
        tx,
        { id: held.id, from: [held.state] },
        { ...newsOf(held, said), state, stateReason: null, progress: null, serverId: server.id, updatedAt: new Date(ctx.now()) },
      );
      if (row === null) return;
      await noteDeed(ctx, tx, { row, action: 'recordings.ready', event: recordingEvents.ready });
      return fetchLater(ctx, tx, { server, row });
    }
    const row = await setRecording(tx, held.id, { ...newsOf(held, said), serverId: server.id });
    if (row === null) return;
    if (isWatchable(state) && state !== (row.state === 'published' ? 'published' : 'unpublished')) await alignLater(ctx, tx, row);
    if (row.formats.length !== held.formats.length) await pushRecording(ctx, tx, row);
  });
}

/** Its server does not have it any more, and nobody else does. */
export async function forget(ctx: Ctx, tx: Parameters<typeof insertRecording>[0], held: RecordingRow): Promise<void> {
  const at = new Date(ctx.now());
  const row = await moveRecording(
    tx,
    { id: held.id, from: ['processing', 'published', 'unpublished', 'failed', 'recycled', 'deleting'] },
    { state: 'deleted', stateReason: 'gone_from_server', deletedAt: at, updatedAt: at, formats: [], bytes: 0 },
  );
  if (row !== null) await noteDeed(ctx, tx, { row, action: 'recordings.gone', event: recordingEvents.deleted });
}

/** One recording as a server told it. */
export async function take(ctx: Ctx, server: ServerRow, said: Recording): Promise<void> {
  if (said.recordID === '') return;
  const row = await recordingByRecordId(ctx.system.read, said.recordID);
  await (row === null ? takeNew(ctx, server, said) : takeKnown(ctx, server, { row, said }));
}
