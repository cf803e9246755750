/** What a seller agrees with one of its customers, in place of what counts for everybody. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Parsed } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import { whoSellsTo } from '#sales/vendors/server/selling.service.ts';
import { type AgreedTax, agreedTrouble, type AgreedWish } from '#sales/tax/agreed.rules.ts';
import { dayIn } from '../days.rules.ts';
import type { CustomerTerms, termsCalls } from '../terms.contract.ts';
import { sellerKeeperOf } from './access.service.ts';
import type { ProfileRow, SellerRow, TermsRow } from './billing.table.ts';
import { profileOf, sellerById } from './parties.queries.ts';
import { putTerms, termsBetween } from './terms.queries.ts';

type Body<K extends 'tax' | 'trust'> = Parsed<(typeof termsCalls)[K]>['body'];

/** The seller, and that the account is its customer. Another vendor's customers are not there; those of a vendor are not the operator's to decide about. */
export async function mustSell(ctx: Ctx, db: Db, accountId: string): Promise<SellerRow> {
  const actor = sellerKeeperOf(ctx);
  const standing = await findStanding(db, accountId);
  if (standing === null || standing.kind === 'operator') throw notFound();
  const selling = await whoSellsTo(db, accountId);
  const mine = selling.by !== 'reseller' && selling.accountId === actor.accountId;
  if (!mine && actor.accountKind === 'vendor') throw notFound();
  if (!mine) throw new Failure('other_seller');
  const seller = await sellerById(db, actor.accountId);
  if (seller === null) throw new Failure('seller_missing');
  return seller;
}

const buyerView = ({ organisation: name, country, vatId, leitwegId, buyer }: ProfileRow): CustomerTerms['buyer'] => ({
  ...{ name, country, vatId, leitwegId },
  leitweg: buyer === 'business' && country === 'DE' ? 'possible' : 'none',
});
export async function viewOf(
  ctx: Ctx,
  db: Db,
  { seller, accountId }: { seller: SellerRow; accountId: string },
): Promise<CustomerTerms> {
  const row = await termsBetween(db, { accountId, sellerId: seller.accountId });
  const buyer = await profileOf(db, accountId);
  const { tax = null, trust = null, revision = null } = row ?? {};
  const names = await findNames(
    db,
    [tax, trust].flatMap((one) => one?.by ?? []),
  );
  const nameOf = (by: string) => names.get(by) ?? null;
  return {
    buyer: buyer === null ? null : buyerView(buyer),
    tax: tax === null ? null : { ...tax, by: nameOf(tax.by) },
    trust: trust === null ? null : { ...trust, by: nameOf(trust.by) },
    trustDays: seller.trustDays,
    today: dayIn(ctx.now(), seller.zone),
    revision,
  };
}

/** Throws `not_found` for accounts that are no customer, `other_seller` for a vendor's, `seller_missing`. */
export async function get(ctx: Ctx, accountId: string): Promise<CustomerTerms> {
  const { read } = ctx.system;
  const seller = await mustSell(ctx, read, accountId);
  return viewOf(ctx, read, { seller, accountId });
}

const isNumbered = (...numbers: (string | null)[]) =>
  numbers.some((one) => one !== null && one !== '') ? 'numbered' : 'unknown';
/** Throws `tax_refused` with the field, for what no e-invoice to this customer could carry. `at`: the path of the fields in the request. */
export async function mustBeInvoiceable(
  ctx: Ctx,
  db: Db,
  of: { seller: SellerRow; accountId: string; wish: AgreedWish; at: string },
): Promise<void> {
  const { seller, accountId, wish, at } = of;
  const trouble = agreedTrouble(wish, {
    seller: isNumbered(seller.vatId, seller.taxNumber),
    buyer: isNumbered((await profileOf(db, accountId))?.vatId ?? null),
    today: dayIn(ctx.now(), seller.zone),
  });
  if (trouble !== null)
    throw new Failure('tax_refused', { data: { why: trouble.why }, fields: { [`${at}.${trouble.field}`]: trouble.why } });
}

type Change = { accountId: string; revision: number | null; action: string };
/** Changes the terms of one customer, and writes down by whom in the seller's own account: what it thinks of a customer is not the customer's to read. */
async function change(
  ctx: Ctx,
  { accountId, revision, action }: Change,
  work: (
    tx: Db,
    seller: SellerRow,
  ) => Promise<{ terms: Partial<Pick<TermsRow, 'tax' | 'trust'>>; data: Record<string, string | number> }>,
): Promise<CustomerTerms> {
  return ctx.system.write(async (tx) => {
    const seller = await mustSell(ctx, tx, accountId);
    const { terms, data } = await work(tx, seller);
    const key = { accountId, sellerId: seller.accountId };
    const before = await termsBetween(tx, key);
    const { tax = null, trust = null } = before ?? {};
    const row = await putTerms(tx, { ...key, tax, trust, ...terms, changedAt: new Date(ctx.now()) }, revision);
    if (row === null) throw new Failure('changed_meanwhile', { data: { revision: before?.revision ?? 0 } });
    await record(ctx, tx, { action: `billing.${action}`, subjectKind: 'account', subjectId: accountId, data });
    await ctx.bus.push(tx, { topic: `account:${accountId}`, kind: 'billing' });
    return viewOf(ctx, tx, { seller, accountId });
  });
}

const byWhom = (ctx: Ctx, reason: string) => ({ reason, by: sellerKeeperOf(ctx).userId, at: ctx.now() });
/** What is decided for one draft alone counts whatever day it is. */
export const taxForDraft = (ctx: Ctx, of: Pick<AgreedTax, 'category' | 'rate' | 'code' | 'text' | 'reason'>): AgreedTax => {
  const { category, rate, code, text, reason } = of;
  return { category, rate, code, text, from: '0001-01-01', until: null, ...byWhom(ctx, reason) };
};

/** Counts for what is priced from then on: quotes come to another sum, and written invoices stay. Throws `tax_refused`, `changed_meanwhile`. */
export const saveTax = (ctx: Ctx, { accountId, body }: { accountId: string; body: Body<'tax'> }): Promise<CustomerTerms> =>
  change(ctx, { accountId, revision: body.revision, action: 'customer-tax' }, async (tx, seller) => {
    const { tax, reason } = body;
    if (tax === null) return { terms: { tax: null }, data: { category: '', reason } };
    const wish = { ...tax, from: tax.from ?? dayIn(ctx.now(), seller.zone) };
    await mustBeInvoiceable(ctx, tx, { seller, accountId, wish, at: 'body.tax' });
    const { category, rate } = wish;
    return {
      terms: { tax: { ...wish, ...byWhom(ctx, reason) } },
      data: { category, rate, from: wish.from, until: wish.until ?? '', reason },
    };
  });

/** Counts for what is bought from then on. */
export const saveTrust = (ctx: Ctx, { accountId, body }: { accountId: string; body: Body<'trust'> }): Promise<CustomerTerms> =>
  change(ctx, { accountId, revision: body.revision, action: 'customer-trust' }, () => {
    const { days, reason } = body;
    return Promise.resolve({
      terms: { trust: days === null ? null : { days, ...byWhom(ctx, reason) } },
      data: { days: days ?? '', reason },
    });
  });
