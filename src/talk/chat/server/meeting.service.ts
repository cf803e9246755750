/** The meetings of a conversation: one room of its own, made at the first start, and a card for each meeting in it. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newCode } from '#kit/server/ids.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { join } from '#meet/meetings/server/join.service.ts';
import { roomOf, type RoomRow } from '#meet/rooms/server/live.service.ts';
import { create as createRoom } from '#meet/rooms/server/rooms.service.ts';
import type { chatCalls } from '../chat.contract.ts';
import { chatLimits } from '../chat.rules.ts';
import { findConversation, isServed, type SeenConversation } from './access.service.ts';
import { conversationById, conversationOfRoom, lockConversation, settleRoom } from './conversations.queries.ts';
import { everyReceiver, pushNews, receiversOf } from './delivery.service.ts';
import { messageOfMeeting } from './messages.queries.ts';
import { otherOf } from './views.service.ts';
import { writeMessage } from './writing.service.ts';

type ChatCalls = typeof chatCalls;
/** A direct one and one with support are called by the names of both. */
async function roomNameOf(ctx: Ctx, { row, actor }: SeenConversation): Promise<string> {
  if (row.name !== null && row.name.length > 1) return row.name;
  const other = otherOf(row, actor.userId) ?? row.createdBy;
  const names = await findNames(ctx.system.read, [other]);
  return [...new Set([actor.name, names.get(other) ?? ''])]
    .filter((name) => name !== '')
    .join(', ')
    .slice(0, 100)
    .padEnd(2, '.');
}
/** Members are known to us, so no lobby keeps them; people who only have the address have to sign in at least. */
async function roomFor(ctx: Ctx, seen: SeenConversation): Promise<RoomRow> {
  const { id, roomId: was } = seen.row;
  const known = was === null ? null : await roomOf(ctx.system.read, was);
  if (known !== null && known.deletedAt === null) return known;
  const name = await roomNameOf(ctx, seen);
  const open = { lobby: false, anyoneCanStart: true, signInRequired: true };
  const made = await createRoom(ctx, { name, ...open, moderatorCode: newCode(12) });
  const roomId = await ctx.system.write((tx) => settleRoom(tx, { id, was, roomId: made.id }));
  const room = await roomOf(ctx.system.read, roomId);
  if (room === null) throw notFound();
  return room;
}

/** Into the meeting of a conversation, which is started when there is none. In a channel only who starts it leads it. */
export async function meet(
  ctx: Ctx,
  { id, body }: { id: string; body: Parsed<ChatCalls['meet']>['body'] },
): Promise<ResultIn<ChatCalls['meet']>> {
  const seen = await findConversation(ctx, id);
  if (!(await isServed(ctx.system.read, seen.row))) throw notFound();
  await ctx.limits.use(`chat-meet:${seen.actor.userId}`, chatLimits.meet);
  const room = await roomFor(ctx, seen);
  const leads = room.moderatorCode !== null && (seen.row.kind !== 'channel' || room.liveMeetingId === null);
  const ticket = await join(ctx, room.slug, {
    ...(leads && room.moderatorCode !== null ? { code: room.moderatorCode } : {}),
    consent: body.consent,
  });
  const { roomId } = (await conversationById(ctx.system.read, id)) ?? seen.row;
  if (roomId !== null) await noteMeeting(ctx, { roomId, meetingId: ticket.meetingId, startedBy: seen.actor.userId });
  return ticket;
}

/** Its card, once, no matter who started it and where. */
export async function noteMeeting(
  ctx: Ctx,
  { roomId, meetingId, startedBy }: { roomId: string; meetingId: string; startedBy: string | null },
): Promise<void> {
  const found = await conversationOfRoom(ctx.system.read, roomId);
  if (found === null) return;
  await ctx.system.write(async (tx) => {
    const row = await lockConversation(tx, found.id);
    if (row === null || (await messageOfMeeting(tx, meetingId)) !== null) return;
    const message = {
      ...{ authorId: startedBy ?? row.createdBy, kind: 'meeting' as const, body: '', files: [], mentions: [] },
      ...{ clientKey: `meeting-${meetingId}`, meetingId },
    };
    await writeMessage(ctx, tx, { row, message, to: await receiversOf(ctx, tx, row) });
  });
}
/** Open screens ask for the card again. */
export const pushMeetingCard = (ctx: Ctx, meetingId: string): Promise<void> =>
  ctx.system.write(async (tx) => pushCard(ctx, tx, meetingId));
async function pushCard(ctx: Ctx, tx: Db, meetingId: string): Promise<void> {
  const message = await messageOfMeeting(tx, meetingId);
  const row = message === null ? null : await conversationById(tx, message.conversationId);
  if (message === null || row === null) return;
  const to = everyReceiver(await receiversOf(ctx, tx, row));
  await pushNews(ctx, tx, { what: 'meeting', conversation: row.id, number: message.number, to });
}
