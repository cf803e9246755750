/** Lists of recordings and one of them, as the screens show them. */
import * as z from 'zod/mini';
import type { ResultIn } from '#kit/contract.ts';
import { notAllowed } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { keyCursorOf, pageOf, textKeyCursor, timeKeyCursor } from '#kit/server/db/cursor.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { named, type RowNames, rowNames } from '#meet/meetings/server/row-names.service.ts';
import { seesEverywhere } from '#meet/rooms/rooms.rules.ts';
import { actorOf } from '#meet/rooms/server/access.service.ts';
import { myRooms } from '#meet/rooms/server/live.service.ts';
import type { RecordingDetail, RecordingItem, recordingsCalls, RecordingsQuery } from '../recordings.contract.ts';
import { dayMs, startOf } from '../recordings.rules.ts';
import { captionsOf, type CaptionRow } from './extras.queries.ts';
import { findRecording, type RecordingView, viewRecordings } from './find.service.ts';
import { fileUrl, isOwnFormat, ownFileOf, thumbnailOf } from './play-files.service.ts';
import {
  bytesOf,
  countRecordings,
  narrowedRecordings,
  listRecordings,
  pageKey,
  type RecordingFilter,
  type RecordingRow,
} from './recordings.queries.ts';
import type { RecordingSight } from './sight.queries.ts';

const ms = (at: Date | null) => at?.getTime() ?? null;

const namesFor = (ctx: Ctx, rows: readonly RecordingRow[]): Promise<RowNames> =>
  rowNames(
    ctx,
    rows.map(({ ownerId: personId, accountId, serverId }) => ({ personId, accountId, serverId })),
  );

const formatsOf = (row: RecordingRow): RecordingItem['formats'] =>
  row.formats.map(({ type, lengthMs, bytes }) => ({
    type,
    plays: isOwnFormat(row, type) ? 'here' : 'server',
    lengthMs,
    bytes,
    downloadable: type === 'video' && isOwnFormat(row, type),
  }));

function itemOf(view: RecordingView, extras: { ctx: Ctx; names: RowNames; captions: readonly CaptionRow[] }): RecordingItem {
  const { row, room, rights } = view;
  const { ctx, names, captions } = extras;
  return {
    id: row.id,
    recordId: row.recordId,
    name: row.name,
    room: room === null ? null : { id: room.row.id, name: room.row.name },
    owner: named(row.ownerId, names.people),
    account: named(row.accountId, names.accounts),
    server: named(row.serverId, names.servers),
    state: row.state,
    stateReason: row.stateReason,
    progress: row.progress,
    visibility: row.visibility,
    protect: row.protect,
    startedAt: startOf(row),
    endedAt: ms(row.endedAt),
    lengthMs: row.lengthMs,
    people: row.people,
    views: row.views,
    bytes: row.bytes,
    formats: formatsOf(row),
    thumbnail: thumbnailOf(ctx, row),
    download: rights.download ? downloadUrl(ctx, row) : null,
    captions: captions.filter((one) => one.recordingId === row.id).map((one) => one.lang),
    keepUntil: ms(row.keepUntil),
    recycledAt: ms(row.recycledAt),
    revision: row.revision,
    rights: { play: rights.play, edit: rights.edit, remove: rights.remove, download: rights.download && hasVideo(row) },
  };
}

const hasVideo = (row: RecordingRow) => row.formats.some((one) => one.type === 'video' && isOwnFormat(row, one.type));

export async function itemsOf(ctx: Ctx, views: readonly RecordingView[]): Promise<RecordingItem[]> {
  const rows = views.map((view) => view.row);
  const [names, captions] = await Promise.all([
    namesFor(ctx, rows),
    captionsOf(
      ctx.system.read,
      rows.map((row) => row.id),
    ),
  ]);
  return views.map((view) => itemOf(view, { ctx, names, captions }));
}

/** Rooms that "mine" covers at most; nobody owns more. */
const mostRooms = 2000;

const managesAll = ({ policy, scope }: UserActor) =>
  policy === undefined
    ? scope.includes('recordings.manage')
    : policy.reach('recordings.manage').is === 'everything' && policy.reach('recordings.view').is === 'everything';

function reachIn({ policy, accountId }: UserActor): Pick<RecordingFilter, 'reach'> {
  if (policy === undefined) return {};
  const [see, lead, play] = [policy.reach('recordings.view'), policy.reach('recordings.manage'), policy.reach('recordings.play')];
  return { reach: { accountId, see, lead, play } };
}

async function sightOf(ctx: Ctx, query: RecordingsQuery): Promise<RecordingFilter['sight']> {
  const actor = actorOf(ctx);
  if (query.view !== 'mine' && (seesEverywhere(actor, 'recordings.view') || managesAll(actor))) return 'everything';
  const rooms = await myRooms(ctx, mostRooms);
  const leads = (role: string) => role === 'owner' || role === 'co-owner';
  const sight: RecordingSight = {
    userId: actor.userId,
    ledRooms: rooms.filter((room) => leads(room.role)).map((room) => room.row.id),
    guestRooms: rooms.filter((room) => !leads(room.role)).map((room) => room.row.id),
    account: query.view === 'all' ? actor.accountId : null,
  };
  return sight;
}

const bytesOrMs = keyCursorOf(z.string().check(z.regex(/^\d{1,18}$/)));
/** A cursor of another sorting is none: its key would not be understood. */
const cursors = { recent: timeKeyCursor, name: textKeyCursor, size: bytesOrMs, length: bytesOrMs };

const usualDir = (sort: RecordingsQuery['sort']) => (sort === 'name' ? 'up' : 'down');

export async function list(ctx: Ctx, query: RecordingsQuery): Promise<ResultIn<typeof recordingsCalls.list>> {
  const actor = actorOf(ctx);
  if (!actor.scope.includes('recordings.view')) throw notAllowed('recordings.view');
  const everywhere = query.view !== 'mine' && seesEverywhere(actor, 'recordings.view');
  const db = everywhere ? ctx.system.read : ctx.db.read;
  const filter = await narrowedRecordings(ctx.system.read, {
    accountId: query.view === 'mine' || everywhere ? null : actor.accountId,
    sight: await sightOf(ctx, query),
    bin: query.view === 'bin' ? 'in' : 'out',
    state: query.state,
    visibility: query.visibility,
    roomId: query.roomId,
    meetingId: query.meetingId,
    since: query.since === undefined ? undefined : new Date(query.since),
    search: query.search,
    ...reachIn(actor),
  });
  const cursor = cursors[query.sort];
  const [rows, total] = await Promise.all([
    listRecordings(db, filter, {
      sort: query.sort,
      dir: query.dir ?? usualDir(query.sort),
      after: cursor.read(query.cursor),
      limit: query.limit + 1,
    }),
    countRecordings(db, filter),
  ]);
  const { shown, next } = pageOf(rows, query.limit, (row) => cursor.write({ key: pageKey(query.sort, row), id: row.id }));
  return {
    items: await itemsOf(ctx, await viewRecordings(ctx, shown)),
    next,
    total,
  };
}

/** One recording with its text tracks. */
export async function detailOf(ctx: Ctx, view: RecordingView): Promise<RecordingDetail> {
  const { row } = view;
  const captions = await captionsOf(ctx.system.read, [row.id]);
  const item = itemOf(view, { ctx, names: await namesFor(ctx, [row]), captions });
  const captionFiles = captions.map(({ id, kind, lang, label, source }) => ({ id, kind, lang, label, source }));
  // what this product itself sends to its server is for no reader
  const metadata = Object.fromEntries(
    Object.entries(row.metadata).filter(([key]) => !/callback|analytics|atrium|ready-url/i.test(key)),
  );
  return { ...item, captionFiles, metadata };
}

export const get = async (ctx: Ctx, id: string): Promise<RecordingDetail> => detailOf(ctx, await findRecording(ctx, id));

/** Days over which growth is measured. */
const growthDays = 28;
const bytesPerGb = 1_000_000_000;

/** What the account's recordings take, the bin included: storage counts until they are deleted. */
export async function storage(ctx: Ctx): Promise<ResultIn<typeof recordingsCalls.storage>> {
  const actor = actorOf(ctx);
  if (!actor.scope.includes('recordings.view')) throw notAllowed('recordings.view');
  const [used, plan] = await Promise.all([
    bytesOf(ctx.db.read, actor.accountId, new Date(ctx.now() - growthDays * dayMs)),
    entitlementsFor(ctx.db.read, actor.accountId),
  ]);
  const { published, unpublished, bin, grown } = used;
  const max = plan.recordingGb === null ? null : plan.recordingGb * bytesPerGb;
  const left = max === null ? 0 : Math.max(0, max - published - unpublished - bin);
  return {
    published,
    unpublished,
    bin,
    max,
    daysLeft: max === null || grown === 0 ? null : Math.floor(left / (grown / growthDays)),
  };
}

/** Where a download begins; null when there is no single file of it. */
export function downloadUrl(ctx: Ctx, row: RecordingRow): string | null {
  const file = ownFileOf(row, 'video');
  return file === null ? null : `${fileUrl(ctx, row, file)}&download=1`;
}
