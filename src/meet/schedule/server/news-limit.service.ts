/** An organizer who changes a meeting often floods nobody: after some mails of an hour, its invitees get the changes of ten minutes as one. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { scheduleLimits } from '../schedule.rules.ts';
import type { InviteeRow } from './schedule.table.ts';

export const HELD_NEWS_JOB = 'schedule.tell-held';

type MailRule = { max: number; windowSeconds: number };
/** Seconds to wait; 0: one more mail is within the limit. Counts for the address, in whichever meetings of the account it is invited. */
export async function secondsToWait(ctx: Ctx, { accountId, email }: InviteeRow, kind: 'direct' | 'held'): Promise<number> {
  const rule: MailRule = { max: scheduleLimits.changeMails[kind], windowSeconds: 3_600 };
  try {
    await ctx.limits.use(`schedule:news:${kind}:${accountId}:${email}`, rule);
    return 0;
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'too_many_requests') throw error;
    return Number(error.data['seconds']) || rule.windowSeconds;
  }
}

/** While one waits for an invitee no second one is queued: it tells what is planned by then. */
export const holdNews = (
  ctx: Ctx,
  tx: Db,
  { invitee: { id }, seconds }: { invitee: InviteeRow; seconds: number },
): Promise<void> => ctx.jobs.enqueue(tx, { job: HELD_NEWS_JOB, payload: { id }, key: id, after: ctx.now() + seconds * 1_000 });

/** False: it is mailed later. Only changes wait; a cancellation is mailed at once. */
export async function mayTellNow(ctx: Ctx, tx: Db, { kind, invitee }: { kind: string; invitee: InviteeRow }): Promise<boolean> {
  if (kind !== 'changed' && kind !== 'edited') return true;
  if ((await secondsToWait(ctx, invitee, 'direct')) === 0) return true;
  await holdNews(ctx, tx, { invitee, seconds: scheduleLimits.changeMails.holdSeconds });
  return false;
}
