/** Paying one invoice by its link. The link proves no identity: these verbs show and change that one invoice only, with the rights of the system. */
import { notFound } from '#kit/errors.ts';
import { money } from '#kit/money.ts';
import type { Parsed } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { whyNotByCard } from '#sales/providers/card-amounts.rules.ts';
import { isDue } from '../due.rules.ts';
import type { NextStep } from '../invoices.contract.ts';
import type { Payable, payLinkCalls } from '../pay-link.contract.ts';
import { wayBy } from './card-tries.service.ts';
import { invoiceById } from './invoices.queries.ts';
import type { InvoiceRow, PaymentRow } from './invoices.table.ts';
import { beginPayment, reconcile } from './pay.service.ts';
import { invoiceOfToken } from './pay-link-token.service.ts';
import { sellerById } from './parties.queries.ts';
import { manualOffers } from './manual-methods.service.ts';
import { undecidedOf } from './payments.queries.ts';
import { waysOf } from './quote.service.ts';

async function invoiceFor(ctx: Ctx, token: string): Promise<InvoiceRow> {
  const id = invoiceOfToken(ctx, token);
  const row = id === null ? null : await invoiceById(ctx.system.read, id);
  if (row === null || row.kind !== 'invoice' || row.finalizedAt === null) throw notFound();
  return row;
}

function stateOf(row: InvoiceRow, waiting: PaymentRow | null): Payable['state'] {
  if (row.state === 'paid') return 'paid';
  if (!isDue(row)) return 'closed';
  if (waiting === null || waiting.state === 'awaiting_transfer') return 'due';
  if (waiting.state === 'requires_action') return waiting.offSession ? 'confirm' : 'due';
  // a page that was opened and left is gone on with
  return waiting.state === 'created' && waiting.ref !== null ? 'due' : 'waiting';
}

/** Throws `not_found` for a link that is over or not ours. */
export async function look(ctx: Ctx, { token }: { token: string }): Promise<Payable> {
  const { id } = await invoiceFor(ctx, token);
  // the page asks every few seconds while a bank decides
  await ctx.limits.use(`pay-link:${id}`, { max: 600, windowSeconds: 3600 });
  await reconcile(ctx, id);
  const row = await invoiceFor(ctx, token);
  const seller = await sellerById(ctx.system.read, row.sellerId);
  const state = stateOf(row, await undecidedOf(ctx.system.read, id));
  const open = seller === null ? [] : waysOf(ctx, seller);
  const offers = await manualOffers(ctx.system.read, row.sellerId);
  const byCard = whyNotByCard(money(row.remaining, row.currency)) === null;
  return {
    state,
    number: row.number ?? '',
    seller: row.seller?.name ?? '',
    remaining: isDue(row) ? Number(row.remaining) : 0,
    currency: row.currency,
    dueDate: row.dueDate,
    manual: state === 'confirm' ? [] : offers.map(({ id: of, name }) => ({ id: of, name })),
    ways: open.filter((way) => way !== 'card' || byCard).filter((way) => state !== 'confirm' || way === 'card'),
  };
}

/** Throws `not_found`, `nothing_due`, `payment_undecided`, `provider_off`, `provider_down`. */
export async function pay(
  ctx: Ctx,
  { token, by, manual, challenge }: Parsed<typeof payLinkCalls.pay>['body'],
): Promise<NextStep> {
  const { id, accountId } = await invoiceFor(ctx, token);
  // cards are tried out on pages that let them
  if (by === 'card') await ctx.limits.use(`pay-link-card:${id}`, { max: 10, windowSeconds: 3600 });
  return beginPayment(ctx, { id, bearer: token }, await wayBy(ctx, { accountId, by, manual: manual ?? null, challenge }));
}
