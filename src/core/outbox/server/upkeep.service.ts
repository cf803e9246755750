/** What jobs do for the outbox by the clock. */
import type { Ctx } from '#kit/server/ctx.ts';
import { MAIL_DAYS, MAIL_TEXT_DAYS, NOTICE_DAYS } from '../outbox.rules.ts';
import { eachDigest } from './choices.service.ts';
import { deleteNoticesBefore } from './notices.queries.ts';
import { deleteMailsBefore, deleteMailsTo, emptyBodiesBefore, forgottenMails } from './outbox.queries.ts';
import { SEND_JOB, sendMail } from './outbox.service.ts';

/** Queues again what waits although its job is gone. Returns how many. */
export async function requeueForgotten(ctx: Ctx): Promise<number> {
  const ids = await forgottenMails(ctx.system.read, new Date(ctx.now() - 12 * 3_600_000));
  for (const id of ids) await ctx.system.write((tx) => ctx.jobs.enqueue(tx, { job: SEND_JOB, payload: { id }, key: id }));
  return ids.length;
}

/** Throws away texts, mails and notices that are older than we keep them. */
export async function forgetOldMails(ctx: Ctx): Promise<void> {
  const ago = (days: number) => new Date(ctx.now() - days * 86_400_000);
  await ctx.system.write(async (tx) => {
    await emptyBodiesBefore(tx, ago(MAIL_TEXT_DAYS));
    await deleteMailsBefore(tx, ago(MAIL_DAYS));
    await deleteNoticesBefore(tx, ago(NOTICE_DAYS));
  });
}

/** Mails to a person, with their address in them; those of the template `but`, the receipt of their erasure, still go out. */
export const forgetMailsTo = deleteMailsTo;

/** Mails a daily word about unread notices to everybody who asked for it. */
export const sendDigests = (ctx: Ctx): Promise<number> =>
  eachDigest(ctx, (tx, { owner, email, locale, count }) =>
    sendMail(ctx, tx, { template: 'digest', to: email, locale, data: { count }, path: '/dashboard', ...owner }),
  );
