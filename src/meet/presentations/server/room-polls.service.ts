/** The polls that are prepared in a room: people set them, meetings begin with them and give back what is left at their end. */
import { isDeepStrictEqual } from 'node:util';
import type { ModulesInput } from '@atrium/bbb/modules-write';
import { POLLS, pollQuestion } from '@atrium/engine/topics/polls/poll-schemas.ts';
import type { Input } from '#kit/contract.ts';
import { Failure, notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { actorOf, eyesOf, findRoom, handsOf, need, noteChange, type RoomView } from '#meet/rooms/server/access.service.ts';
import type { RoomPolls, roomPollsCalls } from '../room-polls.contract.ts';
import { isWholePoll } from '../room-polls.rules.ts';
import { lockRoomPolls, pollsOfRoom, saveRoomPolls } from './room-polls.queries.ts';

/** The name of the module in the body of `create` that only our own engine reads. */
const moduleName = 'atriumPolls';

const mayEdit = (ctx: Ctx, { row, rights }: RoomView): boolean =>
  rights.edit && row.deletedAt === null && actorOf(ctx).accountId === row.accountId;

async function shownPolls(ctx: Ctx, view: RoomView): Promise<RoomPolls> {
  const kept = await pollsOfRoom(eyesOf(ctx), view.row.id);
  return { polls: kept?.polls ?? [], version: kept?.version ?? 0, rights: { edit: mayEdit(ctx, view) } };
}

export async function listPolls(ctx: Ctx, roomId: string): Promise<RoomPolls> {
  return shownPolls(ctx, await findRoom(ctx, roomId, 'anywhere'));
}

type NewPolls = Input<typeof roomPollsCalls.set>['body'];
/** Throws `changed_meanwhile` when somebody else changed them since `version`. */
export async function setPolls(ctx: Ctx, roomId: string, { polls, version }: NewPolls): Promise<RoomPolls> {
  const view = await findRoom(ctx, roomId);
  need(ctx, view, 'edit');
  if (!mayEdit(ctx, view)) throw notAllowed('rooms.edit');
  const { row } = view;
  await handsOf(ctx, row).write(async (tx) => {
    const kept = (await lockRoomPolls(tx, row.id))?.version ?? 0;
    if (kept !== version) throw new Failure('changed_meanwhile', { data: { version: kept } });
    const change = { polls, version: version + 1, changedAt: new Date(ctx.now()) };
    await saveRoomPolls(tx, { roomId: row.id, accountId: row.accountId }, change);
    await noteChange(ctx, tx, { room: row, action: 'rooms.polls-set', data: { polls: polls.length } });
  });
  return shownPolls(ctx, view);
}

/** What a meeting of the embedded engine begins with, for `create`. */
export async function pollsModuleFor(ctx: Ctx, { roomId }: { roomId: string | null }): Promise<ModulesInput | undefined> {
  const kept = roomId === null ? null : await pollsOfRoom(ctx.system.read, roomId);
  if (kept === null || kept.polls.length === 0) return undefined;
  return { others: new Map([[moduleName, JSON.stringify(kept.polls)]]) };
}

type EndedMeeting = { id: string; accountId: string; roomId: string | null; createdAt: Date };

/**
 * Takes over the polls that are left at the end of a meeting. Where somebody changed the room's list while it ran, those of the
 * meeting are added to it. Each meeting counts once, so that statistics that come twice bring back nothing.
 */
export async function takePolls(
  ctx: Ctx,
  tx: Db,
  { meeting, sent }: { meeting: EndedMeeting; sent: readonly unknown[] },
): Promise<void> {
  const { id, accountId, roomId, createdAt } = meeting;
  if (roomId === null) return;
  const left = sent.flatMap((one) => pollQuestion.safeParse(one).data ?? []).filter(isWholePoll);
  const kept = await lockRoomPolls(tx, roomId);
  // ids of meetings follow their time
  if (kept?.lastMeetingId != null && kept.lastMeetingId >= id) return;
  const before = kept?.polls ?? [];
  const wasChanged = kept !== null && kept.changedAt > createdAt;
  const polls = wasChanged
    ? [...before, ...left.filter((one) => !before.some((other) => isDeepStrictEqual(one, other)))].slice(0, POLLS.prepared)
    : left;
  const change = { polls, version: (kept?.version ?? 0) + 1, changedAt: new Date(ctx.now()), lastMeetingId: id };
  if (kept === null && polls.length === 0) return;
  await saveRoomPolls(tx, { roomId, accountId }, change);
  await ctx.bus.push(tx, { topic: `account:${accountId}`, kind: 'presentation', data: {} });
}
