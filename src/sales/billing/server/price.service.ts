/**
 * What something costs: the one function behind previews, quotes, invoices and forecasts, so that what is shown is what is charged
 * (business rules §3, §4.4 to §4.7).
 */
import { wordsFrom } from '#kit/server/words.ts';
import { nameFor, type Sold } from '#sales/plans/server/sold.service.ts';
import type { Coupon } from '#sales/plans/server/sold.service.ts';
import { type AddonSold, addonTitle } from './addons.service.ts';
import { ratesWith } from '#sales/tax/rates.rules.ts';
import { agreedOn, type AgreedTax } from '#sales/tax/agreed.rules.ts';
import { decideTax, type TaxDecision } from '#sales/tax/tax.rules.ts';
import { countInvoice, type DiscountWish } from '../amounts.rules.ts';
import { dayIn } from '../days.rules.ts';
import type { LineKind } from '../invoices.contract.ts';
import type { ProfileRow, SellerRow } from './billing.table.ts';
import type { InvoiceRow, LineRow, TaxFacts, TaxRow } from './invoices.table.ts';

/** `agreed`: by whom it was agreed with, what counts instead of the rules. */
export type BuyerPlace = Pick<ProfileRow, 'country' | 'postcode' | 'buyer' | 'vatId' | 'vatCheck'> & {
  agreed: readonly (AgreedTax & { sellerId: string })[];
};
/** One thing that is charged for. `unit` in minor units of the price list: with tax in it when the list says so. */
export type Item = {
  kind: LineKind;
  title: string;
  detail: string;
  quantity: bigint;
  unit: bigint;
  /** Whether a coupon for such things counts for it. */
  discountable: boolean;
  span: { start: number; end: number } | null;
  explained?: Record<string, string | number>;
  /** What is given back carries the tax that was asked for it, whatever counts today. */
  tax?: Pick<TaxFacts, 'category' | 'rate' | 'code'>;
};
export type Ask = {
  seller: SellerRow;
  place: BuyerPlace;
  currency: string;
  inclusive: boolean;
  items: readonly Item[];
  coupon: Coupon | null;
  /** Epoch milliseconds: of the day whose tax counts. */
  at: number;
  /** What to do while a VAT number could not be checked; `wait` by default. */
  unchecked?: 'wait' | 'charge';
};
export type Priced = {
  lines: Omit<LineRow, 'invoiceId' | 'refersTo'>[];
  taxes: Omit<TaxRow, 'invoiceId'>[];
  totals: { lines: bigint; discounts: bigint; net: bigint; tax: bigint; gross: bigint };
  /** Pending: priced as for a buyer without a known number. */
  decision: TaxDecision;
  facts: TaxFacts | null;
};

/** `unchecked`: what is done while a VAT number could not be checked. */
export function taxFor({ seller, place, at }: Pick<Ask, 'seller' | 'place' | 'at'>, unchecked: 'wait' | 'charge'): TaxDecision {
  const check = place.vatCheck?.check ?? 'unchecked';
  const { country, postcode, regime, oss, abroad, registrations, zone } = seller;
  const on = dayIn(at, zone);
  const terms = place.agreed.filter(({ sellerId }) => sellerId === seller.accountId);
  return decideTax(
    {
      seller: { country, postcode, regime, oss, abroad, registeredIn: registrations.map((one) => one.place) },
      buyer: {
        country: place.country,
        postcode: place.postcode,
        is: place.buyer,
        vatId: place.vatId === null ? null : { number: place.vatId, check },
        proofs: [{ kind: 'address', country: place.country }],
      },
      on,
      unchecked,
      override: agreedOn(terms, { on, buyer: place.vatId === null ? 'unknown' : 'numbered' }),
    },
    ratesWith(seller.ownRates),
  );
}

/** Whether a coupon takes something off such a line. */
export const takesOff = (coupon: Pick<Coupon, 'covers'> | null, kind: LineKind): boolean =>
  coupon !== null &&
  ((kind === 'addon' && coupon.covers !== 'plan') || ((kind === 'plan' || kind === 'seats') && coupon.covers !== 'addons'));
/** The same in the form that the calculation of invoices takes. */
export const discountsOf = (coupon: Coupon | null): DiscountWish[] => {
  if (coupon === null) return [];
  const { id, thousandths } = coupon;
  return thousandths === null ? [{ id, kind: 'fixed', minor: coupon.amount ?? 0n }] : [{ id, kind: 'percent', thousandths }];
};
const taxIn = ({ category, rate }: Pick<TaxFacts, 'category' | 'rate'>) => ({ category, rate });
/** Prices what is asked for. With a number that is not checked yet the amounts are those with tax, and `decision` says that it waits. */
export function priced(ask: Ask): Priced {
  const decision = taxFor(ask, ask.unchecked ?? 'wait');
  const sure = decision.kind === 'decided' ? decision : taxFor(ask, 'charge');
  const tax = sure.kind === 'decided' ? { category: sure.category, rate: sure.rate } : { category: 'O' as const, rate: 0 };
  const codes = new Map(
    ask.items.flatMap((item) => (item.tax === undefined ? [] : [[item.tax.category, item.tax.code] as const])),
  );
  if (sure.kind === 'decided') codes.set(sure.category, sure.code);
  const codeOf = (category: TaxFacts['category']) => codes.get(category) ?? null;
  const { coupon } = ask;
  const found = countInvoice({
    currency: ask.currency,
    inclusive: ask.inclusive ? 'gross' : 'net',
    lines: ask.items.map((item, at) => ({
      ...item,
      id: String(at),
      tax: taxIn(item.tax ?? tax),
      discountable: item.discountable && takesOff(coupon, item.kind),
    })),
    discounts: discountsOf(coupon),
  });
  const lines = ask.items.map((item, position) => {
    const { amount = 0n, discount = 0n, net = 0n } = found.lines[position] ?? {};
    const { kind, title, detail, quantity, unit, span, explained = null } = item;
    return {
      position,
      kind,
      title,
      detail,
      quantity,
      unit,
      amount,
      discount,
      net,
      ...taxIn(item.tax ?? tax),
      explained,
      periodStart: span === null ? null : new Date(span.start),
      periodEnd: span === null ? null : new Date(span.end),
    };
  });
  return {
    lines,
    taxes: found.groups.map((group) => ({ ...group, code: codeOf(group.category) })),
    totals: found.totals,
    decision,
    facts:
      decision.kind === 'decided'
        ? {
            category: decision.category,
            rate: decision.rate,
            code: decision.code,
            reason: decision.reason,
            evidence: decision.evidence,
          }
        : null,
  };
}

const folder = new URL('../text/', import.meta.url);
/** Words of lines in a language. */
async function lineWords(locale: string): Promise<{ seats: string; setup: string }> {
  const found = await wordsFrom(folder, { locale, keys: ['lines.seats', 'lines.setup'] });
  const [seats = '', setup = ''] = found?.words ?? [];
  return { seats, setup };
}

export type PlanItems = {
  sold: Sold;
  seats: number;
  addons: readonly AddonSold[];
  locale: string;
  span: { start: number; end: number } | null;
  first: 'yes' | 'no';
};
/** The set-up fee of a thing, charged once; a coupon does not count for it. `detail`: of what, where it is not the plan. */
export async function setupItems(sold: Sold, of: { locale: string; detail: string }): Promise<Item[]> {
  if (sold.price.setupFee === 0n) return [];
  const { setup } = await lineWords(of.locale);
  const fee = { unit: sold.price.setupFee, quantity: 1n, discountable: false, span: null };
  return [{ ...fee, kind: 'setup', title: setup, detail: of.detail }];
}
/** One add-on for a period; a coupon counts for it where it says so. */
const addonItem = (one: AddonSold, { locale, span }: Pick<PlanItems, 'locale' | 'span'>): Item => ({
  kind: 'addon',
  title: addonTitle(one, locale),
  detail: '',
  quantity: BigInt(one.quantity),
  unit: one.sold.price.amount,
  discountable: true,
  span,
  explained: { plan: one.sold.plan.id, version: one.sold.version.version, period: one.sold.price.period },
});

export async function addonSetups(addons: readonly AddonSold[], locale: string): Promise<Item[]> {
  const fees = addons.map((one) => setupItems(one.sold, { locale, detail: addonTitle(one, locale) }));
  return (await Promise.all(fees)).flat();
}
/** What one period of a plan with its add-ons is charged with; set-up fees come with the first. */
export async function planItems({ sold, seats, addons, locale, span, first }: PlanItems): Promise<Item[]> {
  const { plan, price, version } = sold;
  const words = await lineWords(locale);
  const explained = { plan: plan.id, version: version.version, period: price.period };
  const base = { detail: '', discountable: true, span };
  return [
    { ...base, kind: 'plan', title: nameFor(plan, locale), quantity: 1n, unit: price.amount, explained },
    ...(seats > 0 && price.seatAmount !== null
      ? [{ ...base, kind: 'seats' as const, title: words.seats, quantity: BigInt(seats), unit: price.seatAmount, explained }]
      : []),
    ...addons.map((one) => addonItem(one, { locale, span })),
    ...(first === 'yes' ? await setupItems(sold, { locale, detail: '' }) : []),
    ...(first === 'yes' ? await addonSetups(addons, locale) : []),
  ];
}

/** What was decided for one draft alone comes before everything else that was agreed. */
export const ownTaxOn = <T extends BuyerPlace>({ ownTax, sellerId }: Pick<InvoiceRow, 'ownTax' | 'sellerId'>, place: T): T =>
  ownTax === null ? place : { ...place, agreed: [{ ...ownTax, sellerId }, ...place.agreed] };

/** Where a visitor is as far as we know: where the seller is. */
export const placeOfSeller = (seller: SellerRow): BuyerPlace => ({
  country: seller.country,
  postcode: seller.postcode,
  buyer: 'business',
  vatId: null,
  vatCheck: null,
  agreed: [],
});
