import * as z from 'zod/mini';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { GIVE_BACK_JOB } from './changed.service.ts';
import { giveBackAll, giveBackOwed } from './change-back.service.ts';
import { runEngine } from './engine.service.ts';
import { FORGET_CUSTOMER_JOB, forgetCustomer } from './forget-customer.service.ts';
import { PAPERS_JOB } from './finalize.service.ts';
import { FORGET_JOB } from './kept-card.service.ts';
import { forgetAtProvider, settleSetups } from './methods.service.ts';
import { tellGone } from './manual-gone.service.ts';
import { GONE_JOB } from './manual-methods.service.ts';
import { MOVE_JOB, tellMove } from './migrate-version.service.ts';
import { handleNews, NEWS_JOB, retakeNews } from './news.service.ts';
import { charge, CHARGE_JOB, LET_GO_JOB, letGoOf, reconcileStale } from './pay.service.ts';
import { DISPUTE_JOB, resendAnswers, sendAnswer } from './dispute-answers.service.ts';
import { remindOfDisputes } from './dispute-mail.service.ts';
import { reconcileDisputes } from './disputes.service.ts';
import { paymentById } from './payments.queries.ts';
import { reconcileRefunds, REFUND_JOB, sendRefund } from './refunds.service.ts';
import { billMinutes } from './minutes-claim.service.ts';
import { giveMinutesBack } from './minutes-back.service.ts';
import { makeMissing, makePapers } from './papers.service.ts';
import { remindOfInvoices } from './reminders.service.ts';
import { lookForStrays } from './stray-charges.service.ts';
import { settleTaxes } from './tax-waiting.service.ts';
import { dropOld, hearSilence, lookAgain } from './upkeep.service.ts';
import { checkOld, checkProfile, VAT_JOB } from './vat.service.ts';

const one = z.object({ id: z.string() });
const nothing = z.object({});
const papers = job({ name: PAPERS_JOB, payload: one, retries: 8, within: 120, run: (ctx, { id }) => makePapers(ctx, id) });
const charging = job({
  name: CHARGE_JOB,
  payload: one,
  retries: 8,
  within: 120,
  concurrency: 4,
  run: (ctx, { id }) => charge(ctx, id),
});
const letting = job({
  name: LET_GO_JOB,
  payload: one,
  retries: 8,
  within: 120,
  run: async (ctx, { id }) => {
    await letGoOf(ctx, id);
    await lookAgain(ctx, id);
  },
});
const forgetting = job({
  name: FORGET_JOB,
  payload: one,
  retries: 12,
  within: 60,
  run: (ctx, { id }) => forgetAtProvider(ctx, id),
});
const forgettingAll = job({
  name: FORGET_CUSTOMER_JOB,
  payload: z.object({ accountId: z.string(), ref: z.string(), since: z.optional(z.number()) }),
  retries: 16,
  within: 60,
  run: forgetCustomer,
});
const refunding = job({ name: REFUND_JOB, payload: one, retries: 8, within: 120, run: (ctx, { id }) => sendRefund(ctx, id) });
const answering = job({
  name: DISPUTE_JOB,
  payload: one,
  retries: 8,
  within: 120,
  run: (ctx, { id }) => sendAnswer(ctx, id),
});
const givingBack = job({
  name: GIVE_BACK_JOB,
  payload: one,
  retries: 8,
  within: 120,
  run: (ctx, { id }) => giveBackOwed(ctx, id),
});
const news = job({ name: NEWS_JOB, payload: one, retries: 12, within: 60, run: (ctx, { id }) => handleNews(ctx, id) });
const moving = job({ name: MOVE_JOB, payload: one, retries: 12, within: 600, run: (ctx, { id }) => tellMove(ctx, id) });
const gone = job({ name: GONE_JOB, payload: one, retries: 12, within: 600, run: (ctx, { id }) => tellGone(ctx, id) });
const vat = job({
  name: VAT_JOB,
  payload: z.object({ accountId: z.string() }),
  retries: 20,
  within: 60,
  run: (ctx, { accountId }) => checkProfile(ctx, accountId),
});
const engine = job({
  name: 'billing.engine',
  payload: nothing,
  retries: 0,
  within: 3000,
  schedule: '* * * * *',
  run: async (ctx) => void (await runEngine(ctx)),
});
const upkeep = job({
  name: 'billing.upkeep',
  payload: nothing,
  retries: 2,
  within: 1800,
  schedule: '23 * * * *',
  run: async (ctx) => {
    // each by itself: one that fails holds up none of the others
    const ends = await Promise.allSettled([
      reconcileStale(ctx),
      reconcileRefunds(ctx),
      reconcileDisputes(ctx, (id) => paymentById(ctx.system.read, id)),
      resendAnswers(ctx),
      remindOfDisputes(ctx),
      settleSetups(ctx),
      remindOfInvoices(ctx),
      makeMissing(ctx),
      giveBackAll(ctx),
      checkOld(ctx),
      settleTaxes(ctx, null),
      hearSilence(ctx),
      retakeNews(ctx),
      lookForStrays(ctx),
      dropOld(ctx),
    ]);
    const failed = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    if (failed.length > 0) throw new AggregateError(failed, 'upkeep of billing failed');
  },
});
// after the hour's closing of months
const minutes = job({
  name: 'billing.minutes',
  payload: nothing,
  retries: 2,
  within: 1800,
  schedule: '41 * * * *',
  run: async (ctx) => {
    await giveMinutesBack(ctx);
    await billMinutes(ctx);
  },
});
export const jobs: readonly AnyJob[] = [
  mounted(papers),
  mounted(charging),
  mounted(letting),
  mounted(forgetting),
  mounted(forgettingAll),
  mounted(refunding),
  mounted(answering),
  mounted(givingBack),
  mounted(news),
  mounted(moving),
  mounted(gone),
  mounted(vat),
  mounted(engine),
  mounted(upkeep),
  mounted(minutes),
];
