/** Cards of others are tried out on pages that let them: how many may be, and what happens then (business rules §6, row 24). */
import { Failure } from '#kit/errors.ts';
import { callerIn } from '#kit/ranges.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { invoiceById } from './invoices.queries.ts';
import type { PaymentRow } from './invoices.table.ts';
import { tellOperator } from './operator-word.service.ts';
import { declinesOf } from './payments.queries.ts';

/** Pages asked for from one address; a school may stand behind it. */
const PAGES = { max: 60, windowSeconds: 3600 };
/** Refused cards of one account within a day, after which it gets no page for that day. Somebody with four cards needs fewer. */
const DECLINES_MAX = 12;
const DAY = 86_400_000;

const declinesToday = (ctx: Ctx, accountId: string): Promise<number> =>
  declinesOf(ctx.system.read, { accountId, since: new Date(ctx.now() - DAY) });

/** Throws `too_many_requests` where cards were tried out. */
export async function mayTryCard(ctx: Ctx, accountId: string): Promise<void> {
  const from = callerIn(ctx.caller.address);
  if (from !== '') await ctx.limits.use(`billing-card-from:${from}`, PAGES);
  if ((await declinesToday(ctx, accountId)) >= DECLINES_MAX)
    throw new Failure('too_many_requests', { data: { seconds: DAY / 1000 } });
}

/** A card was refused on a page. Whether that were too many; the operator is told once a day then. */
export async function tooManyDeclines(ctx: Ctx, payment: PaymentRow): Promise<boolean> {
  const { accountId, sellerId, invoiceId, offSession } = payment;
  const count = offSession ? 0 : await declinesToday(ctx, accountId);
  if (count < DECLINES_MAX) return false;
  const isFirst = await ctx.limits.use(`billing-declines:${accountId}`, { max: 1, windowSeconds: DAY / 1000 }).then(
    () => true,
    () => false,
  );
  if (!isFirst) return true;
  const invoice = await invoiceById(ctx.system.read, invoiceId);
  const data = { number: invoice?.number ?? '', name: invoice?.buyer?.name ?? '', count };
  await ctx.system.write((tx) =>
    tellOperator(ctx, tx, { sellerId, kind: 'cardsTried', data, link: `/all-invoices/${invoiceId}` }),
  );
  return true;
}
