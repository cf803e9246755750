import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { Time } from '#kit/ui/time.tsx';
import type { InvoiceView } from '../../invoices.contract.ts';
import { invoiceText } from './invoice-text.hook.ts';
import { useMoney } from './money.hook.ts';

import s from '../invoice.module.css';

/** `children`: the way to the proof, shown where there is one. */
type Props = { invoice: InvoiceView; onAsk: (what: 'record' | 'reject') => void; children?: ReactNode };
/** Somebody said that it is paid: the money is here, or it is not. */
export function ReportedBanner({ invoice, onAsk, children }: Props) {
  const say = invoiceText();
  const amountText = useMoney();
  const reported = invoice.payments.find((one) => one.state === 'reported');
  if (reported === undefined || !invoice.rights.record) return null;
  return (
    <Banner
      hue="amber"
      action={
        <span className={s.answers}>
          <Button size="xs" onClick={() => onAsk('reject')}>
            {say('invoices.reject.open')}
          </Button>
          <Button size="xs" onClick={() => onAsk('record')}>
            {say('invoices.arrived')}
          </Button>
        </span>
      }
    >
      <DotLine>
        <>
          {say('invoices.theyReported', { amount: amountText(reported.amount, reported.currency) })}{' '}
          <Time at={reported.createdAt} look="day" />
        </>
        {reported.note}
      </DotLine>
      {reported.proof && children}
    </Banner>
  );
}
