import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { InvoiceView } from '#sales/billing/invoices.contract.ts';
import { decidedText } from '../decided-text.hook.ts';
import s from '../terms.module.css';

const Decided = loadable(async () => (await import('../decided.part.tsx')).Decided);
const DraftTaxDialog = loadable(async () => (await import('../draft-tax.part.tsx')).DraftTaxDialog);

/** Under the amounts, for the seller: who decided the tax in place of the rules; of a draft it can be decided here. */
export function InvoiceTax({ invoice }: { invoice: InvoiceView }) {
  const say = decidedText();
  const [asking, setAsking] = useState('no');
  const { taxDecided, rights } = invoice;
  if (taxDecided === null && !rights.edit) return null;
  return (
    <div className={s.note}>
      <Suspense>{taxDecided !== null && <Decided of={taxDecided} />}</Suspense>
      {rights.edit && <Button onClick={() => setAsking('asking')}>{say('customer.changeTax')}</Button>}
      <Suspense>{asking === 'asking' && <DraftTaxDialog invoice={invoice} onClose={() => setAsking('no')} />}</Suspense>
    </div>
  );
}
