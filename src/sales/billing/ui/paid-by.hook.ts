import type { SubscriptionPage, SubscriptionView } from '../billing.contract.ts';
import { billingText } from './blocks/billing-text.hook.ts';

type Props = { page: Pick<SubscriptionPage, 'ways' | 'manual'>; of: Pick<SubscriptionView, 'payBy' | 'manualId'> };
/** How something of a plan can be paid now: `card`, `transfer`, or the id of one of the seller's own ways; first as the plan is. */
export function usePaidBy({ page: { ways, manual }, of }: Props) {
  const say = billingText();
  const options = [
    ...ways.map((value) => ({ value: String(value), label: say(`purchase.ways.${value}`), text: '' })),
    ...manual.map(({ id, name, instructions }) => ({ value: id, label: name, text: instructions })),
  ];
  const asIs = of.payBy === 'card' ? 'card' : (of.manualId ?? 'transfer');
  const usual = [asIs, 'transfer'].find((way) => options.some(({ value }) => value === way)) ?? options[0]?.value ?? 'transfer';
  return { options, usual };
}

/** The same as it is asked for. */
export const wayAsked = (way: string): { by: 'card' | 'transfer'; manual?: string } => {
  if (way === 'card' || way === 'transfer') return { by: way };
  return { by: 'transfer', manual: way };
};
