/** Mails before a card is charged again: that it will be, and that it expires before then (business rules §2, days −14 to −3). */
import { formatDate } from '#kit/dates.ts';
import { formatMoney, money } from '#kit/money.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findAccountNames, findOwners } from '#core/accounts/server/accounts.service.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import { findPlanNames } from '#sales/plans/server/sold.service.ts';
import { dayIn } from '../days.rules.ts';
import { note } from './access.service.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { type Announcement, announcements } from './looks.service.ts';
import { mailOn, type SubscriptionMail } from './mail.service.ts';
import { nextCharge } from './next-charge.service.ts';
import { methodsOf, profileOf, sellerById } from './parties.queries.ts';
import { eventsOfSubscriptions } from './subscriptions.queries.ts';

/** What was said already of this period. */
async function saidOf(tx: Db, row: SubscriptionRow): Promise<Set<string>> {
  const since = row.periodStart?.getTime() ?? 0;
  const events = await eventsOfSubscriptions(tx, [row.id]);
  return new Set(events.filter((one) => one.at.getTime() >= since && one.invoiceId === null).map((one) => one.kind));
}

/** Whose invoices these are; the account's first owner as long as nobody said that. */
async function readerOf(tx: Db, { accountId }: SubscriptionRow): Promise<SubscriptionMail['to'] | null> {
  const buyer = await profileOf(tx, accountId);
  if (buyer !== null) return buyer;
  const [owner] = await findOwners(tx, accountId);
  const person = owner === undefined ? null : await findPerson(tx, owner);
  const names = await findAccountNames(tx, [accountId]);
  return person === null ? null : { accountId, organisation: names.get(accountId) ?? '', email: person.email };
}

/** Months for nothing end: with them the plan, or it costs something from then on. */
async function tellFreeEnd(ctx: Ctx, tx: Db, row: SubscriptionRow): Promise<void> {
  const seller = await sellerById(tx, row.sellerId);
  const account = await findStanding(tx, row.accountId);
  const to = await readerOf(tx, row);
  const end = row.periodEnd?.getTime();
  if (seller === null || account === null || to === null || end === undefined) return;
  const { locale } = account;
  const next = await nextCharge(ctx, row, { seller, buyer: await profileOf(tx, row.accountId), locale });
  const names = await findPlanNames(tx, [row.planId], locale);
  const total = next === null ? '' : formatMoney(money(BigInt(next.total), row.currency), locale);
  const date = formatDate(end, 'longDay', { locale, zone: seller.zone });
  const about = next === null ? 'freeEnds' : 'freePaid';
  await mailOn(ctx, tx, {
    to,
    locale,
    about,
    once: `${row.id}:${end}`,
    data: { plan: names.get(row.planId) ?? '', total, date },
  });
}

type Word = { row: SubscriptionRow; act: Announcement['act'] };
async function tell(ctx: Ctx, tx: Db, { row, act }: Word): Promise<void> {
  if (act === 'free_end') return tellFreeEnd(ctx, tx, row);
  // one after the other: a transaction has one connection
  const seller = await sellerById(tx, row.sellerId);
  const buyer = await profileOf(tx, row.accountId);
  const account = await findStanding(tx, row.accountId);
  const end = row.periodEnd?.getTime();
  if (seller === null || buyer === null || account === null || end === undefined) return;
  const next = await nextCharge(ctx, row, { seller, buyer, locale: account.locale });
  const names = await findPlanNames(tx, [row.pending?.planId ?? row.planId], account.locale);
  const [method] = await methodsOf(tx, row.accountId);
  // a card counts to the end of its month
  const lasts = method?.expires == null || method.expires >= dayIn(end, seller.zone).slice(0, 7);
  if (next === null || (act === 'check_card' && lasts)) return;
  const date = formatDate(end, 'longDay', { locale: account.locale, zone: seller.zone });
  await mailOn(ctx, tx, {
    to: buyer,
    locale: account.locale,
    about: act === 'notice' ? 'renewal' : 'card',
    once: `${row.id}:${end}`,
    data: {
      plan: names.get(row.pending?.planId ?? row.planId) ?? '',
      total: formatMoney(money(BigInt(next.total), row.currency), account.locale),
      date,
      card: method?.last4 ?? '',
    },
  });
}

/** Says what is due to be said, once for each period. What nobody said in time is not said on the day itself. */
export async function announce(ctx: Ctx, tx: Db, row: SubscriptionRow): Promise<void> {
  const end = row.periodEnd?.getTime() ?? 0;
  const due = row.state === 'active' && end > ctx.now() ? announcements(row).filter((one) => one.at <= ctx.now()) : [];
  if (due.length === 0) return;
  const said = await saidOf(tx, row);
  for (const { act } of due) {
    if (said.has(`dunning.${act}`)) continue;
    await note(ctx, tx, { accountId: row.accountId, sellerId: row.sellerId, subscriptionId: row.id, kind: `dunning.${act}` });
    await tell(ctx, tx, { row, act });
  }
}
