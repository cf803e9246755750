import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import type { InvoiceView } from '../invoices.contract.ts';
import { invoiceText } from './blocks/invoice-text.hook.ts';
import { WayField } from './blocks/way-field.part.tsx';
import { invoicesApi, useInvoiceRefresh } from './invoice-data.hook.ts';
import s from './invoice.module.css';

type Transfer = NonNullable<InvoiceView['transfer']>;
/** A transfer, or one of the seller's own ways: what is chosen is what its seller waits for. */
export function OtherWay({ invoice, transfer }: { invoice: InvoiceView; transfer: Transfer }) {
  const { invoices } = useApi(invoicesApi);
  const refresh = useInvoiceRefresh('buyer');
  const failureText = useFailureText(invoiceText());
  const [failure, setFailure] = useState('');
  const { id, manual } = invoice;
  const chosen = manual.find(({ name }) => name === transfer.method)?.id ?? '';
  const choose = async (way: string) => {
    const text = await invoices
      .pay({ params: { id }, body: { by: 'transfer', ...(way !== '' && { manual: way }) } })
      .then(() => '', failureText);
    setFailure(text);
    await refresh();
  };
  return (
    <div className={s.way}>
      {failure !== '' && <Banner hue="red">{failure}</Banner>}
      <WayField input={{ value: chosen, onChange: ({ currentTarget }) => void choose(currentTarget.value) }} manual={manual} />
    </div>
  );
}
