/** The files of a room: which, in which order, and what became of them in the running meeting. */
import { Failure, notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { filesOf, requireSeen } from '#core/files/server/files.service.ts';
import { actorOf, eyesOf, findRoom, handsOf, need, noteChange, type RoomView } from '#meet/rooms/server/access.service.ts';
import { visibleRooms } from '#meet/rooms/server/live.service.ts';
import type { RoomPresentations } from '../presentations.contract.ts';
import { isShownKind, stateOf } from '../presentations.rules.ts';
import { askedOfMeeting, presentationsOfFiles, presentationsOfRoom, setPresentations } from './presentations.queries.ts';

/** Files belong to the room's account: somebody of another one may not choose among them. */
const mayEdit = (ctx: Ctx, { row, rights }: RoomView): boolean =>
  rights.edit && row.deletedAt === null && actorOf(ctx).accountId === row.accountId;

async function shownOf(ctx: Ctx, view: RoomView): Promise<RoomPresentations> {
  const db = eyesOf(ctx);
  const rows = await presentationsOfRoom(db, view.row.id);
  const { liveMeetingId } = view.row;
  const [files, asked] = await Promise.all([
    filesOf(
      ctx,
      rows.map(({ fileId }) => fileId),
    ),
    liveMeetingId === null ? [] : askedOfMeeting(db, liveMeetingId),
  ]);
  const items = rows.flatMap(({ fileId }) => {
    const file = files.get(fileId);
    if (file === undefined) return [];
    const { name, kind, pages, thumbnail } = file;
    const state = stateOf(
      asked.find((one) => one.fileId === fileId),
      ctx.now(),
    );
    return [{ fileId, name, kind, pages, thumbnail, state }];
  });
  return { items, rights: { edit: mayEdit(ctx, view) } };
}

export async function list(ctx: Ctx, roomId: string): Promise<RoomPresentations> {
  return shownOf(ctx, await findRoom(ctx, roomId, 'anywhere'));
}

/** Throws `file_unknown` for a file that the person does not see, or that no server shows. */
async function requireFiles(ctx: Ctx, wanted: readonly string[], had: ReadonlySet<string>): Promise<void> {
  const fresh = wanted.filter((id) => !had.has(id));
  const unknown = new Failure('file_unknown', { fields: { 'body.files': 'file_unknown' } });
  for (const id of fresh) await requireSeen(ctx, id).catch(() => Promise.reject(unknown));
  const files = await filesOf(ctx, fresh);
  if (fresh.some((id) => !isShownKind(files.get(id)?.kind ?? null))) throw unknown;
}

export async function set(ctx: Ctx, roomId: string, files: readonly string[]): Promise<RoomPresentations> {
  const view = await findRoom(ctx, roomId);
  need(ctx, view, 'edit');
  if (!mayEdit(ctx, view)) throw notAllowed('rooms.edit');
  const { row } = view;
  const wanted = [...new Set(files)];
  // what others put there may stay, also when it is not shared with the person who puts it in order
  const had = new Set((await presentationsOfRoom(ctx.db.read, row.id)).map(({ fileId }) => fileId));
  await requireFiles(ctx, wanted, had);
  await handsOf(ctx, row).write(async (tx) => {
    await setPresentations(tx, row, wanted);
    await noteChange(ctx, tx, { room: row, action: 'rooms.presentations-set', data: { files: wanted.length } });
  });
  return shownOf(ctx, view);
}

type RoomUse = { kind: 'room'; id: string; name: string; path: string };
/** Rooms that show these files, as the asking person sees them, by file. */
export async function roomsShowing(ctx: Ctx, fileIds: readonly string[]): Promise<Map<string, RoomUse[]>> {
  const rows = await presentationsOfFiles(ctx.db.read, fileIds);
  const rooms = await visibleRooms(
    ctx,
    rows.map(({ roomId }) => roomId),
  );
  const uses = new Map<string, RoomUse[]>();
  for (const { fileId, roomId } of rows) {
    const room = rooms.get(roomId);
    if (room === undefined || !room.rights.view || room.row.deletedAt !== null) continue;
    const use = { kind: 'room' as const, id: roomId, name: room.row.name, path: `/rooms/${roomId}` };
    uses.set(fileId, [...(uses.get(fileId) ?? []), use]);
  }
  return uses;
}
