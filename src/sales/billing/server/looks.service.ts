/** When the engine has to look at a subscription next. */
import type { SubscriptionRow } from './billing.table.ts';

const dayMs = 86_400_000;
/** Days before a period at which customers who pay by transfer get its invoice. */
export const TRANSFER_LEAD_DAYS = 14;
/** Hours in which a first payment by card has to come, and days for one by transfer. */
export const CARD_HOURS = 23;
export const TRANSFER_DAYS = 21;

/** When the invoice of the next period is due to be written. */
export const nextClaimAt = (row: Pick<SubscriptionRow, 'payBy' | 'periodEnd' | 'cancelAtEnd' | 'pausedUntil'>): number | null => {
  const goesOn = !row.cancelAtEnd && row.pausedUntil === null;
  return row.periodEnd === null
    ? null
    : row.periodEnd.getTime() - (row.payBy === 'transfer' && goesOn ? TRANSFER_LEAD_DAYS * dayMs : 0);
};

/** Days before its end at which a period that a card will pay for is announced, and at which the card itself is looked at. */
export const NOTICE_DAYS = { month: 7, year: 14, once: 0 } as const;
export const CARD_CHECK_DAYS = 3;
type Announced = Pick<SubscriptionRow, 'payBy' | 'periodEnd' | 'cancelAtEnd' | 'pausedUntil' | 'period' | 'freeUntil'>;
/** Days before free months end at which a mail says so. */
export const FREE_END_DAYS = 14;
export type Announcement = { act: 'notice' | 'check_card' | 'free_end'; at: number };
/** When to announce the next charge of a card, or the end of free months; none for subscriptions that end. */
export const announcements = (row: Announced): Announcement[] => {
  const end = row.periodEnd?.getTime();
  if (end !== undefined && row.freeUntil !== null && row.pausedUntil === null) {
    const said = { act: 'free_end' as const, at: end - FREE_END_DAYS * dayMs };
    return row.payBy === 'card' ? [said, { act: 'check_card', at: end - CARD_CHECK_DAYS * dayMs }] : [said];
  }
  if (end === undefined || row.payBy !== 'card' || row.cancelAtEnd || row.pausedUntil !== null || row.period === 'once')
    return [];
  return [
    { act: 'notice', at: end - NOTICE_DAYS[row.period] * dayMs },
    { act: 'check_card', at: end - CARD_CHECK_DAYS * dayMs },
  ];
};

type Looked = Announced & Pick<SubscriptionRow, 'state' | 'trialEnd' | 'stateSince' | 'anchorAt' | 'changing'>;
/** Null: never again, or when something happens to it. `past_due` and `restricted` are looked at by the steps of their dunning. */
export function nextLook(row: Looked): Date | null {
  const at = (ms: number | null) => (ms === null ? null : new Date(ms));
  switch (row.state) {
    case 'scheduled': {
      const asks = row.payBy === 'transfer' && row.freeUntil === null;
      return at(row.anchorAt.getTime() - (asks ? TRANSFER_LEAD_DAYS * dayMs : 0));
    }
    case 'incomplete':
      return at(row.stateSince.getTime() + (row.payBy === 'transfer' ? TRANSFER_DAYS * dayMs : CARD_HOURS * 3_600_000));
    case 'trialing':
      return row.trialEnd;
    case 'active': {
      const all = [nextClaimAt(row), row.changing?.until ?? null, ...announcements(row).map((one) => one.at)];
      const known = all.filter((one) => one !== null);
      return known.length === 0 ? null : new Date(Math.min(...known));
    }
    case 'paused':
      return row.pausedUntil;
    default:
      return null;
  }
}

/**
 * When it is looked at after people changed something: never later than was planned before, because the steps of an open claim may have planned it.
 * Looked at too early, nothing happens but that the day is set right.
 */
export function lookBy(before: Pick<SubscriptionRow, 'nextAt'>, after: Looked): Date | null {
  const next = nextLook(after);
  if (next === null || before.nextAt === null) return next ?? before.nextAt;
  return next < before.nextAt ? next : before.nextAt;
}
