import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { subscriptionStates } from './billing.contract.ts';
import { commissionMachine, invoiceMachine, paymentMachine, subscriptionMachine } from './billing.rules.ts';
import { invoiceStates, paymentStates } from './invoices.contract.ts';
import { advance, edgesOf, type Machine, step } from './machine.rules.ts';

/** Every event in every state (`new`: before there is one), as `state: event>next …`; what is not named leads nowhere. */
function told<S extends string, E extends string, G extends string>(machine: Machine<S, E, G>): string[] {
  return [null, ...machine.states].map((from) => {
    const ways = machine.events.flatMap((on) => {
      const to = step(machine, from, on);
      return to === null ? [] : [`${on}>${to}`];
    });
    return `${from ?? 'new'}: ${ways.join(' ')}`.trim();
  });
}
const endings = 'cancel>canceled period_over>canceled withdraw>canceled fraud>canceled';

describe('every state and event', () => {
  test('of a subscription', () => {
    expect(told(subscriptionMachine)).toEqual([
      'new: buy>incomplete try>trialing grant>active trust>active schedule>scheduled',
      'scheduled: start>incomplete start_free>active cancel>canceled',
      'incomplete: first_paid>active window_over>incomplete_expired cancel>canceled fraud>canceled',
      'incomplete_expired:',
      `trialing: settled>active overdue>past_due no_method>paused ${endings}`,
      `active: overdue>past_due pause>paused ${endings}`,
      `past_due: settled>active grace_over>restricted ${endings}`,
      `restricted: settled>active dunning_over>canceled ${endings}`,
      `paused: resume>active pause_over>canceled ${endings}`,
      'canceled:',
    ]);
  });

  test('of an invoice', () => {
    expect(told(invoiceMachine)).toEqual([
      'new: draft>draft',
      'draft: await_tax>pending_tax finalize>open finalize_settled>paid',
      'pending_tax: tax_open>draft finalize>open finalize_settled>paid',
      'open: settled>paid write_off>uncollectible void>void',
      'paid: payment_reversed>open',
      'void:',
      'uncollectible: settled>paid void>void',
    ]);
  });

  test('of a payment', () => {
    const decided = 'succeed>succeeded fail>failed cancel>canceled';
    expect(told(paymentMachine)).toEqual([
      'new: create>created choose_transfer>awaiting_transfer',
      `created: action_needed>requires_action under_way>processing ${decided} lose>unknown`,
      `requires_action: under_way>processing ${decided}`,
      `processing: action_needed>requires_action ${decided}`,
      'succeeded: reverse>reversed',
      'failed:',
      'canceled:',
      `unknown: action_needed>requires_action under_way>processing ${decided}`,
      'reversed:',
      'awaiting_transfer: succeed>succeeded cancel>canceled report>reported expire>expired',
      'reported: succeed>succeeded reject>rejected expire>expired',
      'rejected:',
      'expired:',
    ]);
  });

  test('of a commission', () => {
    expect(told(commissionMachine)).toEqual([
      'new: accrue>accrued',
      'accrued: lock>locked reverse>reversed',
      'locked: release>payable reverse>reversed',
      'payable: pay>paid reverse>reversed',
      'paid:',
      'reversed:',
    ]);
  });
});

/** The ways that the database allows, from the last migration that says so. */
function edgesInDatabase(): Record<string, string[]> {
  const folder = new URL('../../../migrations/', import.meta.url);
  const sql = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .findLast((text) => text.includes('function money_step()'));
  const body = sql?.split('function money_step()')[1]?.split('end;')[0] ?? '';
  const lists = [...body.matchAll(/array\[([^\]]*)\]/g)].map(([, list = '']) =>
    [...list.matchAll(/'([a-z_>]+)'/g)].map(([, edge = '']) => edge),
  );
  const [subscriptions = [], invoices = [], payments = []] = lists;
  return { subscriptions: subscriptions.sort(), invoices: invoices.sort(), payments: payments.sort() };
}

describe('the machines', () => {
  test('are the same as those in the database', () => {
    expect({
      subscriptions: edgesOf(subscriptionMachine).sort(),
      invoices: edgesOf(invoiceMachine).sort(),
      payments: edgesOf(paymentMachine).sort(),
    }).toEqual(edgesInDatabase());
  });

  test('have the states that cross the wire', () => {
    expect([...subscriptionMachine.states].sort()).toEqual([...subscriptionStates].sort());
    expect([...invoiceMachine.states].sort()).toEqual([...invoiceStates].sort());
    expect([...paymentMachine.states].sort()).toEqual([...paymentStates].sort());
  });

  test.each([
    ['subscription', subscriptionMachine],
    ['invoice', invoiceMachine],
    ['payment', paymentMachine],
    ['commission', commissionMachine],
  ] as const)(
    '%s: one way for an event, no way out of an end, every state can be reached',
    (_name, machine: Machine<string, string, string>) => {
      const ways = machine.transitions.map((one) => `${one.from} ${one.on}`);
      expect(new Set(ways).size).toBe(ways.length);
      const left = new Set(machine.transitions.map((one) => one.from));
      expect(machine.states.filter((state) => !left.has(state)).sort()).toEqual([...machine.final].sort());
      expect(machine.states.filter((state) => !machine.transitions.some((one) => one.to === state))).toEqual([]);
      expect(machine.events.filter((event) => !machine.transitions.some((one) => one.on === event))).toEqual([]);
    },
  );
});

describe('conditions', () => {
  const holds = {
    only_base: true,
    may_try: true,
    may_trust: true,
    needs_no_money: true,
    nothing_overdue: true,
    ends_with_period: true,
    may_withdraw: true,
    pause_allowed: true,
    waited_enough: true,
  };

  test('are asked in order, and the one that does not hold is told', () => {
    const ask = (more: Partial<typeof holds>) => advance(subscriptionMachine, { from: null, on: 'try' }, { ...holds, ...more });
    expect(ask({})).toEqual({ kind: 'to', state: 'trialing' });
    expect(ask({ may_try: false, may_trust: false })).toEqual({ kind: 'refused', why: 'guarded', guard: 'may_try' });
    expect(ask({ may_try: false, may_trust: false, only_base: false })).toMatchObject({ guard: 'only_base' });
    expect(ask({ may_withdraw: false })).toEqual({ kind: 'to', state: 'trialing' });
  });

  test('a late event wakes nothing that is over', () => {
    for (const from of subscriptionMachine.final)
      for (const on of subscriptionMachine.events)
        expect(advance(subscriptionMachine, { from, on }, holds)).toEqual({ kind: 'refused', why: 'no_such_step' });
  });

  test('money that was refused once is not undone: a payment that succeeded never fails', () => {
    expect(step(paymentMachine, 'succeeded', 'fail')).toBeNull();
    const said = { no_other_open: true, fits_claim: true, provider_said_so: false };
    expect(advance(paymentMachine, { from: 'requires_action', on: 'succeed' }, said)).toMatchObject({
      guard: 'provider_said_so',
    });
  });
});
