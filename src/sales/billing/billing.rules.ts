/**
 * The lives of subscriptions, invoices, payments and commissions as state machines. Every step is taken in one transaction with the row locked;
 * the database refuses the same ones. What their conditions mean is in `impossible.rules.ts`.
 */
import type { SubscriptionState } from './billing.contract.ts';
import type { InvoiceState, PaymentState } from './invoices.contract.ts';
import type { Machine, Transition } from './machine.rules.ts';

type SubscriptionEvent =
  | (
      | 'buy'
      | 'try'
      | 'grant'
      | 'trust'
      | 'schedule'
      | 'start'
      | 'start_free'
      | 'first_paid'
      | 'window_over'
      | 'settled'
      | 'overdue'
    )
  | (
      | 'no_method'
      | 'grace_over'
      | 'dunning_over'
      | 'pause'
      | 'resume'
      | 'pause_over'
      | 'cancel'
      | 'period_over'
      | 'withdraw'
      | 'fraud'
    );
export type SubscriptionGuard =
  | ('only_base' | 'may_try' | 'may_trust' | 'needs_no_money' | 'nothing_overdue' | 'ends_with_period' | 'may_withdraw')
  | ('pause_allowed' | 'waited_enough');
export type SubscriptionStep = Transition<SubscriptionState, SubscriptionEvent, SubscriptionGuard>;

/** States in which there is a subscription that can end, counted once per account. */
const running = ['trialing', 'active', 'past_due', 'restricted', 'paused'] as const;
const endings: readonly SubscriptionStep[] = running.flatMap((from): SubscriptionStep[] => [
  { from, on: 'cancel', to: 'canceled' },
  { from, on: 'period_over', to: 'canceled', guards: ['ends_with_period'] },
  { from, on: 'withdraw', to: 'canceled', guards: ['may_withdraw'] },
  { from, on: 'fraud', to: 'canceled' },
]);

export const subscriptionMachine: Machine<SubscriptionState, SubscriptionEvent, SubscriptionGuard> = {
  states: ['scheduled', 'incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'restricted', 'paused', 'canceled'],
  final: ['incomplete_expired', 'canceled'],
  events: [
    ...([
      'buy',
      'try',
      'grant',
      'trust',
      'schedule',
      'start',
      'start_free',
      'first_paid',
      'window_over',
      'settled',
      'overdue',
    ] as const),
    ...([
      'no_method',
      'grace_over',
      'dunning_over',
      'pause',
      'resume',
      'pause_over',
      'cancel',
      'period_over',
      'withdraw',
      'fraud',
    ] as const),
  ],
  transitions: [
    { from: null, on: 'buy', to: 'incomplete', guards: ['only_base'] },
    { from: null, on: 'try', to: 'trialing', guards: ['only_base', 'may_try'] },
    { from: null, on: 'grant', to: 'active', guards: ['only_base', 'needs_no_money'] },
    // a first plan by transfer, where the seller gives some days
    { from: null, on: 'trust', to: 'active', guards: ['only_base', 'may_trust'] },
    { from: null, on: 'schedule', to: 'scheduled', guards: ['only_base'] },
    { from: 'scheduled', on: 'start', to: 'incomplete' },
    { from: 'scheduled', on: 'start_free', to: 'active', guards: ['needs_no_money'] },
    { from: 'scheduled', on: 'cancel', to: 'canceled' },
    { from: 'incomplete', on: 'first_paid', to: 'active' },
    { from: 'incomplete', on: 'window_over', to: 'incomplete_expired', guards: ['waited_enough'] },
    // people who leave the payment page may choose another plan immediately, without waiting for the window to end
    { from: 'incomplete', on: 'cancel', to: 'canceled' },
    { from: 'incomplete', on: 'fraud', to: 'canceled' },
    { from: 'trialing', on: 'settled', to: 'active' },
    { from: 'trialing', on: 'overdue', to: 'past_due' },
    { from: 'trialing', on: 'no_method', to: 'paused' },
    { from: 'active', on: 'overdue', to: 'past_due' },
    { from: 'past_due', on: 'settled', to: 'active', guards: ['nothing_overdue'] },
    { from: 'past_due', on: 'grace_over', to: 'restricted', guards: ['waited_enough'] },
    { from: 'restricted', on: 'settled', to: 'active', guards: ['nothing_overdue'] },
    { from: 'restricted', on: 'dunning_over', to: 'canceled', guards: ['waited_enough'] },
    { from: 'active', on: 'pause', to: 'paused', guards: ['pause_allowed'] },
    { from: 'paused', on: 'resume', to: 'active' },
    { from: 'paused', on: 'pause_over', to: 'canceled', guards: ['waited_enough'] },
    ...endings,
  ],
};

type InvoiceEvent =
  | 'draft'
  | 'await_tax'
  | 'tax_open'
  | 'finalize'
  | 'finalize_settled'
  | 'settled'
  | 'write_off'
  | 'void'
  | 'payment_reversed';
export type InvoiceGuard = 'complete' | 'nothing_remains' | 'never_paid' | 'money_came_back';

/** A draft may also be deleted, which leaves nothing: see `mayDelete`. */
export const invoiceMachine: Machine<InvoiceState, InvoiceEvent, InvoiceGuard> = {
  states: ['draft', 'pending_tax', 'open', 'paid', 'void', 'uncollectible'],
  final: ['void'],
  events: ['draft', 'await_tax', 'tax_open', 'finalize', 'finalize_settled', 'settled', 'write_off', 'void', 'payment_reversed'],
  transitions: [
    { from: null, on: 'draft', to: 'draft' },
    { from: 'draft', on: 'await_tax', to: 'pending_tax' },
    { from: 'draft', on: 'finalize', to: 'open', guards: ['complete'] },
    { from: 'draft', on: 'finalize_settled', to: 'paid', guards: ['complete', 'nothing_remains'] },
    // back to a person, when the time for an answer is over and the operator wants it so
    { from: 'pending_tax', on: 'tax_open', to: 'draft' },
    { from: 'pending_tax', on: 'finalize', to: 'open', guards: ['complete'] },
    { from: 'pending_tax', on: 'finalize_settled', to: 'paid', guards: ['complete', 'nothing_remains'] },
    { from: 'open', on: 'settled', to: 'paid', guards: ['nothing_remains'] },
    { from: 'open', on: 'write_off', to: 'uncollectible' },
    { from: 'open', on: 'void', to: 'void', guards: ['never_paid'] },
    { from: 'uncollectible', on: 'settled', to: 'paid', guards: ['nothing_remains'] },
    { from: 'uncollectible', on: 'void', to: 'void', guards: ['never_paid'] },
    { from: 'paid', on: 'payment_reversed', to: 'open', guards: ['money_came_back'] },
  ],
};

type PaymentEvent =
  | ('create' | 'choose_transfer' | 'action_needed' | 'under_way' | 'succeed' | 'fail' | 'cancel' | 'lose' | 'reverse')
  | ('report' | 'reject' | 'expire');
export type PaymentGuard = 'no_other_open' | 'fits_claim' | 'provider_said_so';
export type PaymentStep = Transition<PaymentState, PaymentEvent, PaymentGuard>;

const told: readonly PaymentGuard[] = ['provider_said_so'];
const undecided: readonly PaymentStep[] = [
  { from: 'created', on: 'action_needed', to: 'requires_action', guards: told },
  { from: 'unknown', on: 'action_needed', to: 'requires_action', guards: told },
  { from: 'processing', on: 'action_needed', to: 'requires_action', guards: told },
  ...(['created', 'unknown', 'requires_action'] as const).map(
    (from): PaymentStep => ({
      from,
      on: 'under_way',
      to: 'processing',
      guards: told,
    }),
  ),
  ...(['created', 'unknown', 'requires_action', 'processing'] as const).flatMap((from): PaymentStep[] => [
    { from, on: 'succeed', to: 'succeeded', guards: told },
    { from, on: 'fail', to: 'failed', guards: told },
    { from, on: 'cancel', to: 'canceled', guards: told },
  ]),
];

export const paymentMachine: Machine<PaymentState, PaymentEvent, PaymentGuard> = {
  states: [
    ...(['created', 'requires_action', 'processing', 'succeeded', 'failed', 'canceled', 'unknown', 'reversed'] as const),
    ...(['awaiting_transfer', 'reported', 'rejected', 'expired'] as const),
  ],
  final: ['failed', 'canceled', 'reversed', 'rejected', 'expired'],
  events: [
    ...(['create', 'choose_transfer', 'action_needed', 'under_way', 'succeed', 'fail', 'cancel', 'lose', 'reverse'] as const),
    ...(['report', 'reject', 'expire'] as const),
  ],
  transitions: [
    { from: null, on: 'create', to: 'created', guards: ['no_other_open', 'fits_claim'] },
    { from: null, on: 'choose_transfer', to: 'awaiting_transfer', guards: ['no_other_open', 'fits_claim'] },
    { from: 'created', on: 'lose', to: 'unknown' },
    ...undecided,
    { from: 'succeeded', on: 'reverse', to: 'reversed', guards: told },
    { from: 'awaiting_transfer', on: 'report', to: 'reported' },
    { from: 'awaiting_transfer', on: 'succeed', to: 'succeeded', guards: told },
    { from: 'awaiting_transfer', on: 'expire', to: 'expired' },
    { from: 'awaiting_transfer', on: 'cancel', to: 'canceled' },
    { from: 'reported', on: 'succeed', to: 'succeeded', guards: told },
    { from: 'reported', on: 'reject', to: 'rejected' },
    { from: 'reported', on: 'expire', to: 'expired' },
  ],
};

export const commissionStates = ['accrued', 'locked', 'payable', 'paid', 'reversed'] as const;
export type CommissionState = (typeof commissionStates)[number];
type CommissionEvent = 'accrue' | 'lock' | 'release' | 'pay' | 'reverse';
export type CommissionGuard = 'invoice_paid' | 'refund_window_over';

/** What was paid out already is taken back by a negative entry on the next statement, never by changing the old one. */
export const commissionMachine: Machine<CommissionState, CommissionEvent, CommissionGuard> = {
  states: commissionStates,
  final: ['paid', 'reversed'],
  events: ['accrue', 'lock', 'release', 'pay', 'reverse'],
  transitions: [
    { from: null, on: 'accrue', to: 'accrued', guards: ['invoice_paid'] },
    { from: 'accrued', on: 'lock', to: 'locked', guards: ['refund_window_over'] },
    { from: 'locked', on: 'release', to: 'payable' },
    { from: 'payable', on: 'pay', to: 'paid' },
    { from: 'accrued', on: 'reverse', to: 'reversed' },
    { from: 'locked', on: 'reverse', to: 'reversed' },
    { from: 'payable', on: 'reverse', to: 'reversed' },
  ],
};
