/** One notice, by mail as well, to somebody who was away when they were written to; none until they have read again. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findNames, findPerson } from '#core/accounts/server/people.service.ts';
import { findHolders } from '#core/iam/server/holders.service.ts';
import { localeOf } from '#core/identity/identity.rules.ts';
import { notify } from '#core/outbox/server/notices.service.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import { chatLimits } from '../chat.rules.ts';
import { isServed } from './access.service.ts';
import { chatMails } from './chat.mail.ts';
import { lockConversation, setConversation } from './conversations.queries.ts';
import { awayMembers, setMember } from './members.queries.ts';
import { firstUnanswered } from './messages.queries.ts';
import type { ConversationRow } from './chat.table.ts';

export const AWAY_JOB = 'chat.away';
const awayMs = chatLimits.awayMinutes * 60_000;
const chatPath = (id: string, section: 'mine' | 'support'): string =>
  `/chat?c=${id}${section === 'support' ? '&section=support' : ''}`;

/** While one of a conversation waits, no second one is queued. */
export const queueAway = (ctx: Ctx, tx: Db, { id, after }: { id: string; after?: number }): Promise<void> =>
  ctx.jobs.enqueue(tx, { job: AWAY_JOB, payload: { id }, key: id, after: after ?? ctx.now() + awayMs });

type AwayReminder = { id: string; section: 'mine' | 'support'; userId: string; accountId: string; fromId: string };
async function remind(ctx: Ctx, tx: Db, { id, section, userId, accountId, fromId }: AwayReminder): Promise<void> {
  const [person, names] = [await findPerson(tx, userId), await findNames(tx, [fromId])];
  if (person === null) return;
  const [from, link] = [names.get(fromId) ?? '', chatPath(id, section)];
  await notify(ctx, tx, { userId, accountId, kind: 'chatWaiting', data: { from }, link });
  await sendMail(ctx, tx, {
    ...{ template: chatMails.waiting, to: person.email, locale: localeOf(person.locale), path: link, about: id },
    ...{ data: { name: person.name, from }, accountId, userId, reader: { userId, accountId } },
  });
}

/** Those of staff who answer already, else all who may. Returns when to look again; null: nothing waits. */
async function remindStaff(ctx: Ctx, tx: Db, row: ConversationRow): Promise<number | null> {
  const { id, sellerId, accountId, staffNumber, staffReminded, lastNumber } = row;
  if (sellerId === null || staffReminded > staffNumber || !(await isServed(tx, row))) return null;
  const first = await firstUnanswered(tx, { conversationId: id, accountId, after: staffNumber });
  if (first === null) return null;
  const due = first.at.getTime() + awayMs;
  if (due > ctx.now()) return due;
  const holders = await findHolders(tx, { accountId: sellerId, permission: 'tickets.answer', now: ctx.now() });
  for (const userId of holders)
    await remind(ctx, tx, { id, section: 'support', userId, accountId: sellerId, fromId: first.fromId });
  await setConversation(tx, id, { staffReminded: lastNumber });
  return null;
}
export async function remindAway(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await ctx.system.write(async (tx) => {
    const row = await lockConversation(tx, id);
    if (row === null) return;
    const later: number[] = [];
    for (const member of await awayMembers(tx, id, new Date(ctx.now()))) {
      const { userId, accountId, fromId, lastNumber, firstAt } = member;
      const due = firstAt.getTime() + awayMs;
      if (due > ctx.now()) {
        later.push(due);
        continue;
      }
      await remind(ctx, tx, { id, section: 'mine', userId, accountId, fromId });
      await setMember(tx, { conversationId: id, userId }, { remindedNumber: lastNumber });
    }
    const staff = await remindStaff(ctx, tx, row);
    const next = [...later, ...(staff === null ? [] : [staff])];
    if (next.length > 0) await queueAway(ctx, tx, { id, after: Math.min(...next) });
  });
}
