/** A coupon as it is typed, and back. Nothing of it is ever a floating-point number. */
import { isCurrency } from '#kit/money.ts';
import { msOf } from '#kit/ui/local-moment.ts';
import { type CouponCovers, isCouponCode, planLimits } from '../plans.rules.ts';
import { minorOf } from './plan-draft.hook.ts';

export type CouponDraft = {
  code: string;
  /** A part of the price, or an amount. */
  kind: 'part' | 'amount';
  part: string;
  amount: string;
  currency: string;
  periods: string;
  most: string;
  covers: CouponCovers;
  planIds: string[];
  /** `YYYY-MM-DD`: the last day. */
  expiresAt: string;
};
export const emptyCoupon: CouponDraft = {
  code: '',
  kind: 'part',
  part: '',
  amount: '',
  currency: 'EUR',
  periods: '1',
  most: '',
  covers: 'plan',
  planIds: [],
  expiresAt: '',
};

/** Thousandths of a percent; null for what is no part of a price. */
export function thousandthsOf(text: string): number | null {
  const [, whole = '', rest = ''] = /^(\d{1,3})(?:[.,](\d{1,3}))?$/.exec(text.trim()) ?? [];
  const found = whole === '' ? 0 : Number(whole) * 1000 + Number(rest.padEnd(3, '0'));
  return found >= 1 && found <= 100_000 ? found : null;
}
const count = (text: string, most: number): number | null => {
  const found = /^\d{1,8}$/.test(text.trim()) ? Number(text.trim()) : 0;
  return found >= 1 && found <= most ? found : null;
};
/** The end of the last day in the reader's zone, epoch milliseconds. */
const endOf = (day: string, zone: string): number | null => {
  const last = msOf(`${day}T23:59`, zone);
  return last === null ? null : last + 60_000;
};

export function couponTroubles(draft: CouponDraft): Partial<Record<keyof CouponDraft, string>> {
  const amount = minorOf(draft.amount, draft.currency);
  return {
    ...(!isCouponCode(draft.code.trim().toUpperCase()) && { code: 'coupon_code' }),
    ...(draft.kind === 'part' && thousandthsOf(draft.part) === null && { part: 'part_range' }),
    ...(draft.kind === 'amount' && (amount === null || amount < 1) && { amount: 'wrong_amount' }),
    ...(draft.kind === 'amount' && !isCurrency(draft.currency) && { currency: 'required' }),
    ...(draft.periods.trim() !== '' && count(draft.periods, planLimits.periods) === null && { periods: 'limit_range' }),
    ...(draft.most.trim() !== '' && count(draft.most, planLimits.uses) === null && { most: 'limit_range' }),
  };
}

export const couponOfDraft = (draft: CouponDraft, zone: string) => ({
  code: draft.code.trim().toUpperCase(),
  thousandths: draft.kind === 'part' ? thousandthsOf(draft.part) : null,
  off: draft.kind === 'part' ? null : { amount: minorOf(draft.amount, draft.currency) ?? 0, currency: draft.currency },
  periods: count(draft.periods, planLimits.periods),
  most: count(draft.most, planLimits.uses),
  covers: draft.covers,
  planIds: draft.planIds.length === 0 ? null : draft.planIds,
  expiresAt: draft.expiresAt === '' ? null : endOf(draft.expiresAt, zone),
});
