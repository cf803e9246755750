/** A plan as it is typed, and back. Amounts are decimal texts with a point; nothing of it is ever a floating-point number. */
import { standardEntitlements } from '#core/accounts/accounts.rules.ts';
import { fromDecimal, isCurrency, toDecimal } from '#kit/money.ts';
import { enforcedLimits, limitTrouble } from '../limits.rules.ts';
import type { PlanView } from '../plans.contract.ts';
import { isPlanCode, type PlanKind, type PlanPrice, type PlanTerms, type Visibility } from '../plans.rules.ts';

export type PriceRow = { currency: string; month: string; year: string; once: string; seat: string; setup: string };
export type PlanDraft = {
  name: string;
  summary: string;
  code: string;
  kind: PlanKind;
  visibility: Visibility;
  trialDays: string;
  hours: string;
  inclusive: boolean;
  recording: boolean;
  /** By the limit's key; empty = no limit (of an add-on: nothing added). */
  limits: Record<string, string>;
  prices: PriceRow[];
};
export const numbers = enforcedLimits.filter((limit) => limit.kind === 'int');
export const emptyRow = (currency: string): PriceRow => ({ currency, month: '', year: '', once: '', seat: '', setup: '' });

const textOf = (minor: number | null | undefined, currency: string): string =>
  minor === null || minor === undefined ? '' : toDecimal({ minor: BigInt(minor), currency });
function rowsOf(prices: readonly PlanPrice[]): PriceRow[] {
  return [...new Set(prices.map((price) => price.currency))].map((currency) => {
    const at = (period: PlanPrice['period']) => prices.find((one) => one.currency === currency && one.period === period);
    const any = at('month') ?? at('year') ?? at('once');
    return {
      currency,
      month: textOf(at('month')?.amount, currency),
      year: textOf(at('year')?.amount, currency),
      once: textOf(at('once')?.amount, currency),
      seat: textOf(at('month')?.seatAmount, currency),
      setup: any === undefined || any.setupFee === 0 ? '' : textOf(any.setupFee, currency),
    };
  });
}

export function draftOf(plan: PlanView | null): PlanDraft {
  const terms = plan?.versions[0];
  const held = new Map<string, unknown>(Object.entries(terms?.entitlements ?? standardEntitlements));
  const word = (value: unknown): string => (typeof value === 'number' ? String(value) : '');
  return {
    name: plan?.name ?? '',
    summary: plan?.summary ?? '',
    code: plan?.code ?? '',
    kind: plan?.kind ?? 'base',
    visibility: plan?.visibility ?? 'private',
    trialDays: word(terms?.trialDays ?? 0),
    hours: word(terms?.hours),
    inclusive: terms?.prices[0]?.inclusive ?? false,
    recording: held.get('recordingAllowed') === true,
    limits: Object.fromEntries(numbers.map(({ key }) => [key, word(held.get(key))])),
    prices: rowsOf(terms?.prices ?? []),
  };
}

const whole = (text: string): number => (/^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : -1);
/** Minor units; null for what is no amount of that currency, as for more decimals than it has. */
export const minorOf = (text: string, currency: string): number | null => {
  const found = isCurrency(currency) ? fromDecimal(text.trim().replace(/^(\d+),(\d+)$/, '$1.$2'), currency) : null;
  return found === null || found.minor < 0n ? null : Number(found.minor);
};

/** What is wrong by field; rows of prices as `prices`. */
export function draftTroubles(draft: PlanDraft): Record<string, string> {
  const found: Record<string, string> = {};
  if (draft.name.trim() === '') found['name'] = 'required';
  if (!isPlanCode(draft.code)) found['code'] = 'plan_code';
  if (whole(draft.trialDays) < 0 || whole(draft.trialDays) > 365) found['trialDays'] = 'limit_range';
  if (draft.kind === 'pass' && (whole(draft.hours) < 1 || whole(draft.hours) > 8784)) found['hours'] = 'limit_range';
  const wrong = numbers.some((limit) => {
    const text = draft.limits[limit.key]?.trim() ?? '';
    return text !== '' && limitTrouble(limit, whole(text)) !== null;
  });
  if (wrong) found['limits'] = 'limit_range';
  const bad = ({ currency, ...texts }: PriceRow) =>
    Object.values(texts).some((text) => text.trim() !== '' && minorOf(text, currency) === null);
  if (draft.prices.some(bad)) found['prices'] = 'wrong_amount';
  return found;
}

/** Of what the editor shows as one figure, each stored price keeps its own until that figure is typed anew. */
function priceOfRow(draft: PlanDraft, row: PriceRow, was: StoredPrices & { period: PlanPrice['period'] }): PlanPrice[] {
  const { currency } = row;
  const amount = minorOf(row[was.period], currency);
  if (amount === null) return [];
  const stored = was.prices.find((one) => one.currency === currency && one.period === was.period);
  const shown = rowsOf(was.prices).find((one) => one.currency === currency);
  const seat = draft.kind === 'base' ? minorOf(row.seat, currency) : null;
  const typedSeat = seat === null ? null : was.period === 'year' ? seat * 12 : seat;
  const untouched = was.prices[0]?.inclusive === draft.inclusive;
  const own = untouched ? was.prices.find((one) => one.currency === currency)?.inclusive : undefined;
  return [
    {
      currency,
      period: was.period,
      amount,
      setupFee: stored !== undefined && shown?.setup === row.setup ? stored.setupFee : (minorOf(row.setup, currency) ?? 0),
      seatAmount: stored !== undefined && shown?.seat === row.seat ? stored.seatAmount : typedSeat,
      inclusive: own ?? draft.inclusive,
    },
  ];
}
type StoredPrices = { prices: readonly PlanPrice[] };

/** The draft as terms; what was not typed anew stays exactly as it was stored. */
export function termsOfDraft(draft: PlanDraft, was: PlanTerms | undefined): PlanTerms {
  const base = draft.kind === 'base';
  const stored = new Map<string, unknown>(Object.entries(was?.entitlements ?? {}));
  const typed = numbers.flatMap(({ key }): [string, number | null][] => {
    const text = draft.limits[key]?.trim() ?? '';
    return text !== '' ? [[key, whole(text)]] : base || stored.get(key) === null ? [[key, null]] : [];
  });
  const recording = base || draft.recording || stored.get('recordingAllowed') !== undefined;
  const periods = draft.kind === 'pass' ? (['once'] as const) : (['month', 'year'] as const);
  const before = was?.prices ?? [];
  const prices = draft.prices.flatMap((row) => periods.flatMap((period) => priceOfRow(draft, row, { prices: before, period })));
  const seats = prices.some((price) => price.seatAmount !== null);
  const hadSeats = before.some((price) => price.seatAmount !== null);
  const seatKey = seats ? (was?.seatKey ?? 'peopleAtOnce') : hadSeats ? null : (was?.seatKey ?? null);
  return {
    entitlements: { ...Object.fromEntries(typed), ...(recording && { recordingAllowed: draft.recording }) },
    trialDays: base ? whole(draft.trialDays) : 0,
    trialNeedsMethod: was?.trialNeedsMethod ?? false,
    hours: draft.kind === 'pass' ? whole(draft.hours) : null,
    seatKey,
    seatMost: seatKey === null ? null : (was?.seatMost ?? null),
    dunning: was?.dunning ?? null,
    prices,
  };
}
