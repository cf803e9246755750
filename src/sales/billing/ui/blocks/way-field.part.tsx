import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import type { InvoiceView } from '../../invoices.contract.ts';
import { everyBillingText } from './every-billing-text.hook.ts';

type Props = { input: NativeSelectProps; manual: InvoiceView['manual'] };
/** By transfer, which is the empty value, or by one of the seller's own ways. */
export function WayField({ input, manual }: Props) {
  const say = everyBillingText();
  return (
    <NativeSelect
      size="md"
      {...input}
      label={say('purchase.payBy')}
      data={[{ value: '', label: say('plan.transfer') }, ...manual.map(({ id, name }) => ({ value: id, label: name }))]}
    />
  );
}
