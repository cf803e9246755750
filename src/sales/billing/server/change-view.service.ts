/** A change as it is shown before it is made. */
import { entitlementsFor, recordedBytes } from '#core/accounts/server/accounts.service.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { nameFor } from '#sales/plans/server/sold.service.ts';
import { brokenBy, narrowerBy } from '../change.rules.ts';
import type { ChangeQuote, ExplainedLine } from '../subscriptions.contract.ts';
import { addonHeld, addonTitle, allowedWith } from './addons.service.ts';
import type { Changing, PricedChange } from './change-price.service.ts';
import { nextCharge } from './next-charge.service.ts';
import { balanceOf } from './payments.queries.ts';
import { lineOut } from './quote.service.ts';
import { useOfAccount } from './use.service.ts';

type PricedLine = PricedChange['priced']['lines'][number];
/** A line with what its amount is a part of. */
export function explainedOut(line: PricedLine): ExplainedLine {
  const { full, left, total } = line.explained ?? {};
  const known = full !== undefined && left !== undefined && total !== undefined;
  const part = known ? { full: Number(full), left: Number(left), total: Number(total) } : null;
  return { ...lineOut(line), part };
}

/** What would be above the limits of what is wanted, and what would be read less far back. */
async function losses(ctx: Ctx, { row, to, seats, addons }: Changing): Promise<Pick<ChangeQuote, 'broken' | 'narrower'>> {
  const { accountId } = row;
  const held = await entitlementsFor(ctx.system.read, accountId);
  const plan = { ...held, ...allowedWith(to, seats, addons.to) };
  const use = await useOfAccount(ctx, { accountId, plan, recordedBytes: await recordedBytes(ctx.db.read, accountId) });
  return { broken: brokenBy(use), narrower: narrowerBy(held, plan) };
}

/** The next charge and the regular one, as they would be with it. */
async function after(ctx: Ctx, of: Changing, { when, span }: PricedChange): Promise<Pick<ChangeQuote, 'next' | 'regular'>> {
  const { row, to, seats, addons, seller, buyer, locale } = of;
  const period = to.price.period === 'year' ? ('year' as const) : ('month' as const);
  const starts = when === 'now' && period !== row.period;
  const held = { planId: to.plan.id, version: to.version.version, period, seats, addons: addons.to.map(addonHeld) };
  const left = starts && row.couponLeft !== null && row.couponLeft > 0 ? row.couponLeft - 1 : row.couponLeft;
  const then = {
    ...row,
    pending: held,
    couponLeft: left,
    periodEnd: starts && row.state !== 'trialing' ? new Date(span.end) : row.periodEnd,
  };
  const parties = { seller, buyer, locale };
  const regular = await nextCharge(ctx, { ...then, couponId: null }, parties);
  const next = await nextCharge(ctx, then, parties);
  return { next: next === null ? null : { at: next.at, total: next.total }, regular: regular?.total ?? null };
}

export async function quoteOut(ctx: Ctx, of: Changing, reckoned: PricedChange): Promise<Omit<ChangeQuote, 'id' | 'expiresAt'>> {
  const { row, to, seats, locale, at } = of;
  const { when, priced } = reckoned;
  const { gross, net, tax } = priced.totals;
  const { accountId, sellerId, currency } = row;
  const balance = await balanceOf(ctx.system.read, { accountId, sellerId, currency });
  const due = gross > 0n ? gross : 0n;
  const used = balance <= 0n ? 0n : balance > due ? due : balance;
  return {
    when: row.state === 'trialing' ? 'trial' : when,
    at: when === 'now' || row.state === 'trialing' ? at : (row.periodEnd?.getTime() ?? at),
    planId: to.plan.id,
    planName: nameFor(to.plan, locale),
    version: to.version.version,
    currency,
    period: to.price.period === 'year' ? 'year' : 'month',
    seats,
    addons: of.addons.to.map((one) => ({ planId: one.sold.plan.id, name: addonTitle(one, locale), quantity: one.quantity })),
    inclusive: to.price.inclusive,
    lines: priced.lines.map(explainedOut),
    taxes: priced.taxes.map(({ category, rate, base, tax: of_ }) => ({ category, rate, base: Number(base), tax: Number(of_) })),
    net: Number(net),
    tax: Number(tax),
    total: Number(gross),
    toBalance: gross < 0n ? Number(-gross) : 0,
    givenBack: reckoned.back?.amount ?? 0,
    balanceUsed: Number(used),
    toPay: Number(due - used),
    taxReason: priced.decision.kind === 'decided' ? priced.decision.reason : null,
    taxPending: priced.decision.kind === 'pending',
    ...(await after(ctx, of, reckoned)),
    ...(await losses(ctx, of)),
  };
}
