import { Button, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useApi } from '#kit/ui/api.tsx';
import { Panel, Tag } from '#kit/ui/bits.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import dialogs from '#kit/ui/dialog.module.css';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { Scrolls } from '#kit/ui/scrolls.tsx';
import { dayIn } from '#sales/billing/days.rules.ts';
import type { InvoiceItem } from '#sales/billing/invoices.contract.ts';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import { decimalOf, resaleApi, salesQuery, typedAmount, useResaleRefresh } from './resale-data.hook.ts';
import { resaleText } from './resale-text.hook.ts';
import s from './resale.module.css';

type Draft = { amount: string; valueDate: string; bankRef: string };
/** Notes money that came to the vendor's own bank account. */
function RecordDialog({ sale, onClose }: { sale: InvoiceItem; onClose: () => void }) {
  const say = resaleText();
  const { resale } = useApi(resaleApi);
  const refresh = useResaleRefresh();
  const { now, zone } = useReader();
  const { currency } = sale;
  const form = useDraftForm<Draft>({
    key: null,
    initial: { amount: decimalOf(sale.remaining, currency), valueDate: dayIn(now, zone), bankRef: '' },
    check: ({ amount, valueDate }) => ({
      ...((typedAmount(amount, currency) ?? 0) === 0 && { amount: 'amount' }),
      ...(!/^\d{4}-\d{2}-\d{2}$/.test(valueDate) && { valueDate: 'required' }),
    }),
    say,
    save: async ({ amount, valueDate, bankRef }) => {
      const body = { amount: typedAmount(amount, currency) ?? 0, valueDate, bankRef, note: '' };
      await resale.recordSale({ params: { id: sale.id }, body });
      await refresh();
      onClose();
    },
  });
  return (
    <Dialog title={say('sales.record')} lead={sale.number ?? ''} width={520} onClose={onClose}>
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <TextInput
          size="md"
          {...form.input('amount')}
          label={say('sales.amount', { currency })}
          inputMode="decimal"
          dir="ltr"
          maxLength={20}
        />
        <TextInput size="md" {...form.input('valueDate')} type="date" label={say('payout.paidOn')} />
        <TextInput size="md" {...form.input('bankRef')} label={say('payout.bankRef')} maxLength={140} dir="auto" />
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving}>
            {say('sales.record')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type Props = { cursor: string | null; onRecord: (sale: InvoiceItem) => void };
function Rows({ cursor, onRecord }: Props) {
  const say = resaleText();
  const amountText = useMoney();
  const { data } = useSuspenseQuery(salesQuery(useApi(resaleApi), cursor));
  const [more, setMore] = useState<'no' | 'yes'>('no');
  const { items, next } = data;
  return (
    <>
      {items.map((one) => (
        <tr key={one.id}>
          <th scope="row">
            <bdi dir="ltr">{one.number ?? '–'}</bdi>
            <span className={s.under}>
              <bdi>{one.accountName}</bdi>
            </span>
          </th>
          <td data-text="">
            <Tag hue={one.overdue ? 'red' : one.state === 'paid' ? 'green' : 'amber'}>
              {say('sales.state', { state: one.overdue ? 'overdue' : one.state })}
            </Tag>
          </td>
          <td>
            <bdi>{amountText(one.total, one.currency)}</bdi>
          </td>
          <td>
            {one.state === 'open' && one.kind === 'invoice' && (
              <Button onClick={() => onRecord(one)}>{say('sales.record')}</Button>
            )}
          </td>
        </tr>
      ))}
      {next != null && more === 'no' && (
        <tr>
          <td data-text="" colSpan={4}>
            <Button onClick={() => setMore('yes')}>{say('more')}</Button>
          </td>
        </tr>
      )}
      {next != null && more === 'yes' && (
        <Suspense>
          <Rows cursor={next} onRecord={onRecord} />
        </Suspense>
      )}
    </>
  );
}

/** Invoices that the vendor issued to its customers, and the money that came for them. */
export function Sales() {
  const say = resaleText();
  const { data } = useSuspenseQuery(salesQuery(useApi(resaleApi), null));
  const [paying, setPaying] = useState<InvoiceItem | null>(null);
  return (
    <Panel title={say('sales.title')} id="sales" flush="flush">
      {data.items.length === 0 ? (
        <p className={`${s.pad} small quiet`}>{say('sales.empty')}</p>
      ) : (
        <Scrolls className={s.scroll} label={say('sales.number')}>
          <table className={s.lines}>
            <thead>
              <tr>
                <th scope="col">{say('sales.number')}</th>
                <th scope="col" data-text="">
                  {say('sold.stateTitle')}
                </th>
                <th scope="col">{say('months.gross')}</th>
                <th scope="col">
                  <span className="hidden">{say('sales.record')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              <Rows cursor={null} onRecord={setPaying} />
            </tbody>
          </table>
        </Scrolls>
      )}
      {paying !== null && <RecordDialog sale={paying} onClose={() => setPaying(null)} />}
    </Panel>
  );
}
