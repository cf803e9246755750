/** Purchases and changes whose time to pay is over when a part of the money is here: they wait for the rest a while longer, and both sides know. */
import { formatDate } from '#kit/dates.ts';
import { formatMoney, money } from '#kit/money.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { note } from './access.service.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { openOf } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { mailAbout } from './mail.service.ts';
import { tellOperator } from './operator-word.service.ts';
import { sellerById } from './parties.queries.ts';
import { eventsOfSubscriptions } from './subscriptions.queries.ts';

const dayMs = 86_400_000;
/** Days for which the rest is waited for, from the end of the usual time on; and days before their end at which a second mail says so. */
export const REST_DAYS = 30;
export const REST_WARNING_DAYS = 7;
const TOLD = 'invoice.rest_missing';

/** To the address on the invoice: what came, what is missing, and the day until which it is waited for. */
async function ask(ctx: Ctx, tx: Db, { claim, end, once }: { claim: InvoiceRow; end: number; once: string }): Promise<void> {
  const zone = (await sellerById(tx, claim.sellerId))?.zone ?? 'UTC';
  const { locale, currency } = claim;
  const until = formatDate(end, 'longDay', { locale, zone });
  const more = { came: formatMoney(money(claim.paid, currency), locale), until };
  await mailAbout(ctx, tx, { invoice: claim, about: 'rest', once, more });
}

type Asking = { row: SubscriptionRow; claim: InvoiceRow };

/** The first time: a note from which the days count, and notices to buyer and seller. */
async function begin(ctx: Ctx, tx: Db, { row, claim, end }: Asking & { end: number }): Promise<void> {
  const { id: invoiceId, accountId, sellerId, currency, number, buyer } = claim;
  const data = { amount: Number(claim.remaining), currency };
  await note(ctx, tx, { accountId, sellerId, invoiceId, subscriptionId: row.id, kind: TOLD, data });
  await ask(ctx, tx, { claim, end, once: 'first' });
  const told = { number: number ?? '', name: buyer?.name ?? '' };
  await tellOperator(ctx, tx, { sellerId, kind: 'restMissing', data: told, link: `/all-invoices/${invoiceId}` });
}

/**
 * Whether an open claim whose time is over waits on because a part of it is paid: when to look at it again; null: it does not. `last`: epoch
 * milliseconds beyond which it does not wait.
 */
export async function waitForRest(
  ctx: Ctx,
  tx: Db,
  { row, claim, last = null }: Asking & { last?: number | null },
): Promise<Date | null> {
  if (claim.state !== 'open' || claim.paid <= 0n) return null;
  const told = (await eventsOfSubscriptions(tx, [row.id])).find((one) => one.kind === TOLD && one.invoiceId === claim.id);
  const full = (told?.at.getTime() ?? ctx.now()) + REST_DAYS * dayMs;
  const end = last === null ? full : Math.min(full, last);
  if (end <= ctx.now()) return null;
  if (told === undefined) await begin(ctx, tx, { row, claim, end });
  const warning = end - REST_WARNING_DAYS * dayMs;
  if (ctx.now() < warning) return new Date(warning);
  // what was said just now is not said again at once
  if (told !== undefined) await ask(ctx, tx, { claim, end, once: 'last' });
  return new Date(end);
}

/** The same for a locked purchase that was begun. */
export async function waitsForRest(ctx: Ctx, tx: Db, row: SubscriptionRow): Promise<Date | null> {
  const claim = (await openOf(tx, row.id)).find((one) => one.paid > 0n);
  return claim === undefined ? null : waitForRest(ctx, tx, { row, claim });
}
