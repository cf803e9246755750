/** A plan as it is typed, and back. Amounts are decimal texts with a point; nothing of it is ever a floating-point number. */
import { standardEntitlements } from '#core/accounts/accounts.rules.ts';
import { fromDecimal, isCurrency, toDecimal } from '#kit/money.ts';
import { enforcedLimits, type LimitKey, limitTrouble, type SeatKey } from '../limits.rules.ts';
import type { PlanView } from '../plans.contract.ts';
import {
  isPlanCode,
  type PlanDunning,
  type PlanKind,
  planLimits,
  type PlanPrice,
  type PlanTerms,
  type Visibility,
} from '../plans.rules.ts';

/** One currency: a month, a year or once, each with its own set-up fee and price of a further seat. */
export type PriceRow = {
  currency: string;
  month: string;
  seat: string;
  setup: string;
  year: string;
  yearSeat: string;
  yearSetup: string;
  once: string;
  /** Of a thousand minutes above the included ones, whatever the period. */
  minutes: string;
  inclusive: boolean;
};
export type PriceCell = Exclude<keyof PriceRow, 'currency' | 'inclusive'>;
export type PlanDraft = {
  name: string;
  summary: string;
  code: string;
  kind: PlanKind;
  visibility: Visibility;
  trialDays: string;
  trialNeedsMethod: boolean;
  hours: string;
  /** By the limit's key; empty = no limit (of an add-on: nothing added). */
  limits: Record<string, string>;
  /** What is included or not, by the limit's key. */
  included: Record<string, boolean>;
  seatKey: SeatKey | '';
  seatMost: string;
  ownDunning: boolean;
  /** Days, with commas between them. */
  retries: string;
  reminders: string;
  restrict: string;
  cancel: string;
  prices: PriceRow[];
};
export const numbers = enforcedLimits.filter((limit) => limit.kind === 'int');
export const switches = enforcedLimits.filter((limit) => limit.kind === 'bool');
/** Limits under one heading each, in the order of the editor. A group that begins with a switch shows its switches first. */
export const limitGroups = [
  { group: 'people', keys: ['peopleAtOnce', 'peoplePerMeeting', 'people', 'groups'] },
  { group: 'meetings', keys: ['rooms', 'meetingsAtOnce', 'minutesPerMeeting', 'minutesPerMonth', 'minutesBeyond'] },
  { group: 'recordings', keys: ['recordingAllowed', 'recordingGb', 'recordingDays'] },
  { group: 'storage', keys: ['libraryGb', 'fileMb', 'filePages'] },
  {
    group: 'integrations',
    keys: ['apiAllowed', 'ltiAllowed', 'callsPerMinute', 'accessKeys', 'webhooks', 'ltiPlatforms'],
  },
  { group: 'branding', keys: ['branding', 'customSlug', 'customDomain', 'removeFooter'] },
  { group: 'service', keys: ['prioritySupport', 'firstResponseMinutes', 'auditDays', 'analyticsDays'] },
] as const satisfies readonly { group: string; keys: readonly LimitKey[] }[];
/** Minutes until a first response: 0 promises nothing, so an empty field means 0 and not "no limit". */
export const responseKey: LimitKey = 'firstResponseMinutes';
export const emptyRow = (currency: string, like?: PriceRow): PriceRow => ({
  currency,
  month: '',
  seat: '',
  setup: '',
  year: '',
  yearSeat: '',
  yearSetup: '',
  once: '',
  minutes: '',
  inclusive: like?.inclusive ?? false,
});
/** The cells of each period of a row. */
const cellsOfPeriod = {
  month: { amount: 'month', seat: 'seat', setup: 'setup' },
  year: { amount: 'year', seat: 'yearSeat', setup: 'yearSetup' },
  once: { amount: 'once', seat: null, setup: 'setup' },
} as const;

const textOf = (minor: number | null | undefined, currency: string): string =>
  minor === null || minor === undefined ? '' : toDecimal({ minor: BigInt(minor), currency });
function rowsOf(prices: readonly PlanPrice[]): PriceRow[] {
  return [...new Set(prices.map((price) => price.currency))].map((currency) => {
    const mine = prices.filter((one) => one.currency === currency);
    const row = { ...emptyRow(currency), inclusive: mine[0]?.inclusive ?? false };
    for (const price of mine) {
      const cells = cellsOfPeriod[price.period];
      row[cells.amount] = textOf(price.amount, currency);
      row[cells.setup] = price.setupFee === 0 ? '' : textOf(price.setupFee, currency);
      if (cells.seat !== null) row[cells.seat] = textOf(price.seatAmount, currency);
      row.minutes = textOf(price.minuteAmount, currency);
    }
    return row;
  });
}

const word = (value: unknown): string => (typeof value === 'number' ? String(value) : '');
/** `currency`: the one to enter a price in where there is none yet. */
export function draftOf(plan: PlanView | null, currency: string): PlanDraft {
  const terms = plan?.versions[0];
  const held = new Map<string, unknown>(Object.entries(terms?.entitlements ?? standardEntitlements));
  const dunning = terms?.dunning ?? null;
  const rows = rowsOf(terms?.prices ?? []);
  return {
    name: plan?.name ?? '',
    summary: plan?.summary ?? '',
    code: plan?.code ?? '',
    kind: plan?.kind ?? 'base',
    visibility: plan?.visibility ?? 'private',
    trialDays: word(terms?.trialDays ?? 0),
    trialNeedsMethod: terms?.trialNeedsMethod ?? false,
    hours: word(terms?.hours),
    limits: Object.fromEntries(
      numbers.map(({ key }) => [key, key === responseKey && held.get(key) === 0 ? '' : word(held.get(key))]),
    ),
    included: Object.fromEntries(switches.map(({ key }) => [key, held.get(key) === true])),
    seatKey: terms?.seatKey ?? '',
    seatMost: word(terms?.seatMost),
    ownDunning: dunning !== null,
    retries: dunning?.retries.join(', ') ?? '',
    reminders: dunning?.reminders.join(', ') ?? '',
    restrict: word(dunning?.restrict),
    cancel: word(dunning?.cancel),
    prices: rows.length === 0 ? [emptyRow(currency)] : rows,
  };
}

const whole = (text: string): number => (/^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : -1);
/** Minor units; null for what is no amount of that currency, as for more decimals than it has. */
export const minorOf = (text: string, currency: string): number | null => {
  const found = isCurrency(currency) ? fromDecimal(text.trim().replace(/^(\d+),(\d+)$/, '$1.$2'), currency) : null;
  return found === null || found.minor < 0n ? null : Number(found.minor);
};

const daysOf = (text: string): number[] => text.split(/[,،、\s]+/).flatMap((part) => (part === '' ? [] : [whole(part)]));
const dunningOf = (draft: PlanDraft): PlanDunning => ({
  retries: daysOf(draft.retries),
  reminders: daysOf(draft.reminders),
  restrict: whole(draft.restrict),
  cancel: whole(draft.cancel),
});
const areSteps = (days: readonly number[]): boolean => days.every((day, at) => day > (days[at - 1] ?? 0) && day <= 365);
/** The first field of the dunning schedule whose days are out of order; null: none. */
function dunningTrouble(draft: PlanDraft): keyof PlanDunning | null {
  const { retries, reminders, restrict, cancel } = dunningOf(draft);
  if (!areSteps(retries)) return 'retries';
  if (!areSteps(reminders)) return 'reminders';
  if (!areSteps([restrict]) || restrict < Math.max(0, ...retries, ...reminders)) return 'restrict';
  return areSteps([restrict, cancel]) ? null : 'cancel';
}

const seatCells: readonly PriceCell[] = ['seat', 'yearSeat'];
/** Minutes above the included ones can cost something where there are included ones, and more are let through. */
export const sellsMinutes = ({ kind, limits, included }: Pick<PlanDraft, 'kind' | 'limits' | 'included'>): boolean =>
  kind === 'base' && (limits['minutesPerMonth'] ?? '').trim() !== '' && included['minutesBeyond'] === true;

/** What a row says in cells that count for this kind of plan. */
export const cellsOf = ({ kind, seatKey }: Pick<PlanDraft, 'kind' | 'seatKey'>): readonly (readonly PriceCell[])[] =>
  kind === 'pass'
    ? [['once', 'setup']]
    : kind === 'base' && seatKey !== ''
      ? [
          ['month', 'seat', 'setup'],
          ['year', 'yearSeat', 'yearSetup'],
        ]
      : [
          ['month', 'setup'],
          ['year', 'yearSetup'],
        ];

/** What is wrong with one amount. `price_missing`: its period has a set-up fee or an extra unit, and no price. */
export function cellTrouble(
  draft: Pick<PlanDraft, 'kind' | 'seatKey'>,
  { row, cell }: { row: PriceRow; cell: PriceCell },
): 'wrong_amount' | 'price_missing' | null {
  if (row[cell].trim() !== '') return minorOf(row[cell], row.currency) === null ? 'wrong_amount' : null;
  const [, ...extras] = cellsOf(draft).find(([price]) => price === cell) ?? [];
  return extras.some((extra) => row[extra].trim() !== '') ? 'price_missing' : null;
}
const pricesTrouble = (draft: PlanDraft): string | undefined => {
  const cells = [...cellsOf(draft).flat(), ...(sellsMinutes(draft) ? (['minutes'] as const) : [])];
  return draft.prices.flatMap((row) => cells.flatMap((cell) => cellTrouble(draft, { row, cell }) ?? []))[0];
};

/** What is wrong by field; rows of prices as `prices`. `was`: what is on sale. */
export function draftTroubles(draft: PlanDraft, was?: PlanTerms): Record<string, string> {
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
  if (Object.keys(termsOfDraft(draft, was).entitlements).length === 0) found['included'] = 'adds_nothing';
  const base = draft.kind === 'base';
  if (base && draft.seatKey !== '' && (draft.limits[draft.seatKey] ?? '').trim() === '') found['seatKey'] = 'seats_without_limit';
  const most = whole(draft.seatMost);
  if (base && draft.seatMost.trim() !== '' && (most < 1 || most > planLimits.seats)) found['seatMost'] = 'limit_range';
  const dunning = draft.ownDunning ? dunningTrouble(draft) : null;
  if (dunning !== null) found[dunning] = 'wrong_days';
  const prices = pricesTrouble(draft);
  if (prices !== undefined) found['prices'] = prices;
  return found;
}

function priceOfRow(draft: PlanDraft, row: PriceRow, period: PlanPrice['period']): PlanPrice[] {
  const { currency, inclusive } = row;
  const cells = cellsOfPeriod[period];
  const amount = minorOf(row[cells.amount], currency);
  if (amount === null) return [];
  const seats = draft.kind === 'base' && draft.seatKey !== '' && cells.seat !== null && seatCells.includes(cells.seat);
  const seatAmount = seats && cells.seat !== null ? minorOf(row[cells.seat], currency) : null;
  const setupFee = minorOf(row[cells.setup], currency) ?? 0;
  // nothing for a minute is no price of one
  const minuteAmount = (sellsMinutes(draft) ? minorOf(row.minutes, currency) : null) || null;
  return [{ currency, period, amount, setupFee, seatAmount, minuteAmount, inclusive }];
}

/** The draft as terms. `was`: what is on sale; an add-on says only what it adds, and what it did not say it does not say now. */
export function termsOfDraft(draft: PlanDraft, was: PlanTerms | undefined): PlanTerms {
  const base = draft.kind === 'base';
  const stored = new Map<string, unknown>(Object.entries(was?.entitlements ?? {}));
  const typed = numbers.flatMap(({ key }): [string, number | null][] => {
    const text = draft.limits[key]?.trim() ?? '';
    if (text !== '') return [[key, whole(text)]];
    if (key === responseKey) return stored.get(key) === null ? [[key, null]] : base || stored.get(key) === 0 ? [[key, 0]] : [];
    return base || stored.get(key) === null ? [[key, null]] : [];
  });
  const chosen = switches.flatMap(({ key }): [string, boolean][] => {
    const on = draft.included[key] === true;
    return base || on || stored.get(key) !== undefined ? [[key, on]] : [];
  });
  const periods = draft.kind === 'pass' ? (['once'] as const) : (['month', 'year'] as const);
  const seatKey = base && draft.seatKey !== '' ? draft.seatKey : null;
  const trialDays = base ? whole(draft.trialDays) : 0;
  return {
    entitlements: Object.fromEntries([...typed, ...chosen]),
    trialDays,
    trialNeedsMethod: base && draft.trialNeedsMethod,
    hours: draft.kind === 'pass' ? whole(draft.hours) : null,
    seatKey,
    seatMost: seatKey === null || draft.seatMost.trim() === '' ? null : whole(draft.seatMost),
    dunning: draft.ownDunning ? dunningOf(draft) : null,
    prices: draft.prices.flatMap((row) => periods.flatMap((period) => priceOfRow(draft, row, period))),
  };
}
