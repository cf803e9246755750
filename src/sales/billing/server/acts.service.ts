/** What may be done with a subscription now, by the same rules that its verbs check, so that a screen shows no other button. */
import type { SubscriptionAct } from '../billing.contract.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { isMoved } from '../migrate-version.rules.ts';

type Rule = (row: SubscriptionRow) => boolean;
/** `now`: epoch milliseconds. */
type RuleAt = (row: SubscriptionRow, now: number) => boolean;
const going: readonly string[] = ['trialing', 'active', 'past_due'];
/** Whether a trial is over that is called one still: its first claim is asked for as what was tried. */
const isTried: RuleAt = ({ state, trialEnd }, now) => state === 'trialing' && trialEnd !== null && trialEnd.getTime() <= now;
/** A plan that goes on as it is: neither ends nor pauses nor belongs to somebody who pays nothing. */
export const changeable: RuleAt = (row, now) =>
  (row.state === 'active' || row.state === 'trialing') &&
  !isTried(row, now) &&
  row.kind === 'base' &&
  row.payBy !== 'none' &&
  // what nobody paid for is worth nothing towards another plan
  row.freeUntil === null &&
  !row.cancelAtEnd &&
  row.pausedUntil === null;
/** Whether it can be paused from the end of its period on, or such a pause be taken back. */
export const pausable: Rule = (row) =>
  row.state === 'active' && row.periodEnd !== null && !row.cancelAtEnd && row.changing === null && row.freeUntil === null;
/** Whether an end that was asked for may be taken back: not for months that were given for nothing and end. */
export const goesOnAgain: Rule = (row) => row.cancelAtEnd && going.includes(row.state) && !isGivenToEnd(row);
const isGivenToEnd: Rule = (row) => row.payBy === 'none' && row.freeUntil !== null;

const rules: readonly (readonly [Exclude<SubscriptionAct, 'withdraw'>, RuleAt])[] = [
  ['change', changeable],
  ['undo_change', (row) => (row.pending !== null && !isMoved(row)) || row.changing !== null],
  ['pause', (row) => pausable(row) && row.pausedUntil === null && row.payBy !== 'none'],
  ['undo_pause', (row) => pausable(row) && row.pausedUntil !== null],
  ['resume', (row) => row.state === 'paused'],
  ['cancel', (row) => !row.cancelAtEnd && ['scheduled', ...going, 'paused', 'restricted'].includes(row.state)],
  ['undo_cancel', goesOnAgain],
  ['pay_by', (row) => row.endedAt === null && row.payBy !== 'none'],
];
export const actsOf = (row: SubscriptionRow, now: number): SubscriptionAct[] =>
  row.endedAt !== null ? [] : rules.flatMap(([act, may]) => (may(row, now) ? [act] : []));
