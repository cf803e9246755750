/**
 * Who is online: whose page holds a live connection to any web process. Each process keeps its connections fresh in one statement; those of
 * a process that died grow old, and their people are offline.
 */
import type { ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { presenceCalls } from '../presence.contract.ts';
import { presenceTimes } from '../chat.rules.ts';
import { chatterOf, findConversation } from './access.service.ts';
import {
  type ChatConnection,
  deleteConnections,
  deleteLostConnections,
  onlinePeople,
  putConnections,
  putPreference,
  showsPresence,
} from './presence.queries.ts';

export type { ChatConnection };

export const openConnection = (ctx: Ctx, connection: ChatConnection): Promise<void> =>
  ctx.system.write((tx) => putConnections(tx, [connection], new Date(ctx.now())));
export const closeConnection = (ctx: Ctx, id: string): Promise<void> => ctx.system.write((tx) => deleteConnections(tx, [id]));
/** Called every `presenceTimes.keep` ms. */
export const keepConnections = (ctx: Ctx, open: readonly ChatConnection[]): Promise<void> =>
  ctx.system.write(async (tx) => {
    await putConnections(tx, open, new Date(ctx.now()));
    await deleteLostConnections(tx, new Date(ctx.now() - presenceTimes.forget));
  });

export async function listPresence(ctx: Ctx, conversation: string | undefined): Promise<ResultIn<typeof presenceCalls.list>> {
  const { userId, accountId } = chatterOf(ctx);
  const conversationId = conversation === undefined ? null : (await findConversation(ctx, conversation)).row.id;
  const { read } = ctx.system;
  const times = { since: new Date(ctx.now() - presenceTimes.lost), now: new Date(ctx.now()) };
  const [items, visible] = await Promise.all([
    onlinePeople(read, { userId, accountId, conversationId, ...times }),
    showsPresence(read, { userId, accountId }),
  ]);
  return { items, visible };
}
export async function setPresence(ctx: Ctx, { visible }: { visible: boolean }): Promise<ResultIn<typeof presenceCalls.set>> {
  const { userId, accountId } = chatterOf(ctx);
  await ctx.system.write((tx) => putPreference(tx, { userId, accountId, showPresence: visible }));
  return { visible };
}
