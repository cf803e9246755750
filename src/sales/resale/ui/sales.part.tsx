import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { Tag } from '#kit/ui/bits.tsx';
import { Link } from '#kit/ui/link.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { InvoiceItem } from '#sales/billing/invoices.contract.ts';
import type { SaleItem } from '../vendor-sales.contract.ts';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import { PagedTable } from './paged-table.part.tsx';
import { resaleApi, salesQuery, type SaleView, saleViewOf, saleViews } from './resale-data.hook.ts';
import { resaleText } from './resale-text.hook.ts';
import s from './resale.module.css';

const RecordDialog = loadable(async () => (await import('./sale-dialogs.part.tsx')).RecordDialog);

type RowProps = { one: SaleItem; base: string; onRecord: (sale: InvoiceItem) => void };
function Row({ one, base, onRecord }: RowProps) {
  const say = resaleText();
  const amountText = useMoney();
  const due = one.state === 'open' && one.kind === 'invoice';
  return (
    <tr>
      <th scope="row">
        <Link to={`${base}?tab=sold&sale=${one.id}`}>
          <bdi dir="ltr">{one.number ?? '–'}</bdi>
        </Link>
        <span className={s.under}>
          <bdi>{one.accountName}</bdi>
        </span>
      </th>
      <td data-text="">
        <span className={s.tags}>
          <SaleState of={one} />
          {one.asks.map((ask) => (
            <Tag key={ask} hue="amber">
              {say(`sales.asks.${ask}`)}
            </Tag>
          ))}
        </span>
      </td>
      <td>
        <bdi>{amountText(one.total, one.currency)}</bdi>
      </td>
      <td>{due ? <bdi>{amountText(one.remaining, one.currency)}</bdi> : '–'}</td>
      <td>{due && <Button onClick={() => onRecord(one)}>{say('sales.record')}</Button>}</td>
    </tr>
  );
}

/** How it stands, in a word. */
export function SaleState({ of }: { of: Pick<InvoiceItem, 'state' | 'overdue' | 'kind'> }) {
  const say = resaleText();
  const state = of.kind === 'credit_note' ? 'credit' : of.overdue ? 'overdue' : of.state;
  const hue = of.overdue ? 'red' : state === 'paid' ? 'green' : state === 'open' ? 'amber' : 'grey';
  return <Tag hue={hue}>{say('sales.state', { state })}</Tag>;
}

const labelOf = (say: ReturnType<typeof resaleText>, view: SaleView): string =>
  view === 'all'
    ? say('sales.all')
    : view === 'objected' || view === 'reported'
      ? say(`sales.asks.${view}`)
      : say('sales.state', { state: view });

/** Invoices that the vendor issued to its customers, and the money that came for them. */
export function Sales({ base }: { base: string }) {
  const say = resaleText();
  const api = useApi(resaleApi);
  const [paying, setPaying] = useState<InvoiceItem | null>(null);
  const [search, setSearch] = useSearchParams();
  const view = saleViewOf(search);
  useLiveRefresh({ area: 'admin', kinds: ['billing'] });
  // a filter is of no use above a list that never held anything
  const shown = useQuery(salesQuery(api, { view, cursor: null })).data;
  const filters = view !== 'all' || shown === undefined || shown.items.length > 0;
  const show = (next: string) =>
    setSearch(
      (now) => {
        const asked = new URLSearchParams(now);
        if (next === 'all') asked.delete('sales');
        else asked.set('sales', next);
        return asked;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <>
      {filters && (
        <NativeSelect
          size="md"
          className={s.show}
          label={say('sales.show')}
          value={view}
          onChange={(event) => show(event.currentTarget.value)}
          data={saleViews.map((value) => ({ value, label: labelOf(say, value) }))}
        />
      )}
      <PagedTable
        key={view}
        {...{
          id: 'sales',
          title: say('sales.title'),
          label: say('sales.number'),
          empty: say(view === 'all' ? 'sales.empty' : 'sales.noneSo'),
        }}
        heads={[
          { word: say('sales.number'), look: 'text' },
          { word: say('sold.stateTitle'), look: 'text' },
          { word: say('months.gross'), look: 'figure' },
          { word: say('sales.due'), look: 'figure' },
          { word: say('sales.record'), look: 'hidden' },
        ]}
        query={(cursor) => salesQuery(api, { view, cursor })}
        row={(one) => <Row key={one.id} one={one} base={base} onRecord={setPaying} />}
      />
      <Suspense>{paying !== null && <RecordDialog sale={paying} onClose={() => setPaying(null)} />}</Suspense>
    </>
  );
}
