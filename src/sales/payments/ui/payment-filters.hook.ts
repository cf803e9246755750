import type { ListControls } from '#kit/ui/table/list-state.ts';
import type { ListFilter } from '#kit/ui/table/table-shape.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useDayText } from '#kit/ui/time.tsx';
import { dayIn } from '#sales/billing/days.rules.ts';
import { type PaymentFilterState, paymentFilterStates } from '#sales/billing/payments.contract.ts';
import { invoiceText } from '#sales/billing/ui/blocks/invoice-text.hook.ts';
import { type Side, spanOf } from './payments-data.hook.ts';
import { paymentsText } from './payments-text.hook.ts';

const dayMs = 86_400_000;
const dayOf = (utc: number): string => new Date(utc).toISOString().slice(0, 10);
/** The spans of days that people ask for, as `from..to`; `today` is `YYYY-MM-DD`. */
export function spansOn(today: string): Readonly<Record<'week' | 'month' | 'thisMonth' | 'lastMonth' | 'thisYear', string>> {
  const at = Date.parse(`${today}T00:00:00Z`);
  const [year = 0, month = 0] = today.split('-').map(Number);
  const back = (days: number) => `${dayOf(at - (days - 1) * dayMs)}..${today}`;
  return {
    week: back(7),
    month: back(30),
    thisMonth: `${dayOf(Date.UTC(year, month - 1, 1))}..${today}`,
    lastMonth: `${dayOf(Date.UTC(year, month - 2, 1))}..${dayOf(Date.UTC(year, month - 1, 0))}`,
    thisYear: `${year}-01-01..${today}`,
  };
}

function useSpans(chosen: string | undefined): ListFilter['options'] {
  const say = paymentsText();
  const { now, zone } = useReader();
  const dayText = useDayText();
  const spans = spansOn(dayIn(now, zone));
  const usual = (['week', 'month', 'thisMonth', 'lastMonth', 'thisYear'] as const).map((name) => ({
    value: spans[name],
    label: say(`when.${name}`),
  }));
  const span = spanOf(chosen);
  if (chosen === undefined || span === null || usual.some((one) => one.value === chosen)) return usual;
  return [...usual, { value: chosen, label: say('when.span', { from: dayText(span.from), to: dayText(span.to) }) }];
}

/** What people look for; one that a link asks for is among them too. */
const looked = ['succeeded', 'requires_action', 'processing', 'failed', 'reported', 'reversed', 'refunded', 'disputed'] as const;
function statesOf(side: Side, list: ListControls): PaymentFilterState[] {
  const more = side === 'buyer' ? 'awaiting_transfer' : 'unknown';
  const named = paymentFilterStates.find((one) => one === list.filters['state']?.[0]);
  return [...new Set<PaymentFilterState>([...looked, more, ...(named === undefined ? [] : [named])])];
}

type Known = { currencies: readonly string[]; account: { id: string; name: string } | null };
/** What the list is narrowed by. `known`: what the page before brought. */
export function usePaymentFilters(list: ListControls, side: Side, known: Known | undefined): ListFilter[] {
  const say = paymentsText();
  const ofBilling = invoiceText();
  const spans = useSpans(list.filters['when']?.[0]);
  const [account] = list.filters['account'] ?? [];
  const currencies = [...new Set([...(known?.currencies ?? []), ...(list.filters['currency'] ?? [])])];
  return [
    { id: 'when', title: say('list.when'), options: spans },
    {
      id: 'method',
      title: say('list.method'),
      options: [
        { value: 'card', label: ofBilling('invoices.payments.card') },
        { value: 'transfer', label: ofBilling('invoices.payments.transfer') },
        { value: 'manual', label: say('list.manual') },
      ],
    },
    {
      id: 'state',
      title: ofBilling('invoices.stateTitle'),
      options: statesOf(side, list).map((value) => ({ value, label: ofBilling(`invoices.payments.state.${value}`) })),
    },
    ...(currencies.length > 1 || (list.filters['currency'] ?? []).length > 0
      ? [{ id: 'currency', title: ofBilling('invoices.currency'), options: currencies.map((value) => ({ value, label: value })) }]
      : []),
    ...(side === 'buyer' || account === undefined
      ? []
      : [
          {
            id: 'account',
            title: ofBilling('invoices.account'),
            options: [{ value: account, label: known?.account?.name ?? '…' }],
          },
        ]),
  ];
}
