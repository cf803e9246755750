/** Reminders of invoices that belong to no subscription: those of a person, and those of a vendor for what it resells. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { dayIn } from '../days.rules.ts';
import {
  type DunningAsk,
  type DunningStep,
  dayPlus,
  dueSteps,
  dunningSteps,
  LAST_REMINDER,
  reopenedOn,
} from '../dunning.rules.ts';
import { note } from './access.service.ts';
import { claimsAlone } from './debts.queries.ts';
import { holdOn } from './dunning-ask.service.ts';
import { changeInvoice, lockInvoice } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { mailAbout } from './mail.service.ts';
import { sellerById } from './parties.queries.ts';

const BATCH = 200;
/** Days before the due day at which the first reminder goes out, and one for the other side of the world. */
const AHEAD_DAYS = 4;
/** Only mails: nothing is restricted or ended for it, and the seller decides what to give up on. */
const says = ({ act }: DunningStep): boolean => act === 'remind' || act === 'final_notice';
const steps = dunningSteps('transfer').filter(says);
/** The input for its reminders; the view of coming reminders uses the same. `dueDate`: of the claim. */
export const askAlone = ({ dunned, dueDate }: Pick<InvoiceRow, 'dunned'> & { dueDate: string }): DunningAsk => ({
  steps,
  every: 'month',
  dueOn: reopenedOn(dunned) ?? dueDate,
  done: dunned,
});

/** Reminds of one invoice where a step's day has come, once for each step. While it is objected to, or said to be paid, nobody is reminded. */
async function remind(ctx: Ctx, tx: Db, id: string): Promise<boolean> {
  const claim = await lockInvoice(tx, id);
  const seller = claim === null ? null : await sellerById(tx, claim.sellerId);
  if (claim === null || claim.state !== 'open' || claim.dueDate === null || seller === null) return false;
  const today = dayIn(ctx.now(), seller.zone);
  const { run, skip } = dueSteps(askAlone({ ...claim, dueDate: claim.dueDate }), today);
  if (run.length + skip.length === 0) return false;
  if ((await holdOn(tx, { invoiceId: id, now: ctx.now() })).hold !== 'nothing') return false;
  await changeInvoice(tx, id, { dunned: [...claim.dunned, ...[...run, ...skip].map((step) => ({ id: step.id, on: today }))] });
  for (const { act, day } of run) {
    await note(ctx, tx, {
      accountId: claim.accountId,
      sellerId: claim.sellerId,
      invoiceId: id,
      kind: `dunning.${act}`,
      data: { day },
    });
    await mailAbout(ctx, tx, { invoice: claim, about: 'reminder' });
  }
  return run.length > 0;
}

/** Each by itself, so that one that fails holds up none behind it. Returns how many were reminded of; throws what failed, afterwards. */
export async function remindOfInvoices(ctx: Ctx): Promise<number> {
  const dueBy = dayPlus(dayIn(ctx.now(), 'UTC'), AHEAD_DAYS);
  const failed: unknown[] = [];
  let [sent, after]: [number, string | null] = [0, null];
  for (;;) {
    const rows: { id: string }[] = await claimsAlone(ctx.system.read, { dueBy, last: LAST_REMINDER, after, limit: BATCH });
    for (const { id } of rows)
      await ctx.system
        .write((tx) => remind(ctx, tx, id))
        .then(
          (did) => {
            if (did) sent += 1;
          },
          (error: unknown) => void failed.push(error),
        );
    after = rows.at(-1)?.id ?? null;
    if (rows.length < BATCH) break;
  }
  if (failed.length > 0) throw new AggregateError(failed, 'invoices could not be reminded of');
  return sent;
}
