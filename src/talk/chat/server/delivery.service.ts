/** Live pushes. Who hears of a thing is computed in the transaction that changes it, so that who left or is suspended hears nothing from then on, in whatever process. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { LivePush } from '#kit/server/jobs/bus.ts';
import { findHolders } from '#core/iam/server/holders.service.ts';
import type { ChatMessage, ChatPush } from '../chat-views.contract.ts';
import { chatLimits } from '../chat.rules.ts';
import { activeMembers, type ChatReceiver } from './members.queries.ts';
import type { ConversationRow } from './chat.table.ts';
import { isServed } from './access.service.ts';

export type ChatReceivers = { members: ChatReceiver[]; staff: ChatReceiver[] };
/** `tx` is the system's. */
export async function receiversOf(ctx: Ctx, tx: Db, row: ConversationRow): Promise<ChatReceivers> {
  const members = await activeMembers(tx, row.id, new Date(ctx.now()));
  const accountId = row.sellerId;
  if (accountId === null || !(await isServed(tx, row))) return { members, staff: [] };
  const holders = await findHolders(tx, { accountId, permission: 'tickets.answer', now: ctx.now() });
  return { members, staff: holders.map((userId) => ({ userId, accountId })) };
}
export const everyReceiver = ({ members, staff }: ChatReceivers): ChatReceiver[] => [...members, ...staff];

type ChatNews = Pick<ChatPush, 'what' | 'conversation' | 'number'> & Partial<Pick<ChatPush, 'userId' | 'name' | 'message'>>;
const pushTo = ({ userId, accountId }: ChatReceiver, news: ChatNews): LivePush => ({
  topic: `user:${userId}`,
  kind: 'chat',
  data: { userId: null, name: null, message: null, ...news, account: accountId },
});
export async function pushNews(ctx: Ctx, tx: Db, { to, ...news }: ChatNews & { to: readonly ChatReceiver[] }): Promise<void> {
  await ctx.bus.pushAll(
    tx,
    to.map((one) => pushTo(one, news)),
  );
}
const bytes = (push: LivePush): number => Buffer.byteLength(JSON.stringify(push));
/** With the message itself, where it is small enough and the same for everybody. */
export async function pushMessage(
  ctx: Ctx,
  tx: Db,
  delivery: { what: 'message' | 'changed'; view: ChatMessage; to: readonly ChatReceiver[] },
): Promise<void> {
  const { what, view, to } = delivery;
  const news = { what, conversation: view.conversation, number: view.number };
  const whole = { ...news, message: view.kind === 'meeting' ? null : JSON.stringify(view) };
  const [first] = to;
  const fits = first !== undefined && bytes(pushTo(first, whole)) <= chatLimits.push;
  await pushNews(ctx, tx, { ...(fits ? whole : news), to });
}
