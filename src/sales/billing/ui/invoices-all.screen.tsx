import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { PageHead } from '#kit/ui/bits.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { Link, LinkButton } from '#kit/ui/link.tsx';
import type { LoadContext, ScreenModule } from '#kit/ui/screen.ts';
import { invoiceText } from './blocks/invoice-text.hook.ts';
import { type InvoiceTab, InvoiceTabs, shownTab, useShownTab } from './blocks/invoice-tabs.part.tsx';
import { OverdueInvoices } from './blocks/overdue.part.tsx';
import { figuresQuery, invoiceListQueryOf, invoicesApi, overdueOfAllQuery, useInvoicesList } from './invoice-data.hook.ts';
import { InvoiceTable } from './invoice-table.part.tsx';
import { useMoney } from './blocks/money.hook.ts';

import s from './invoice.module.css';

const load = async (tabs: readonly InvoiceTab[], context: LoadContext) => {
  const { api, queries, url } = context;
  const client = api(invoicesApi);
  const shown = shownTab(tabs, url.searchParams);
  if (shown !== null) await shown.load(context);
  else
    await Promise.all([
      queries.ensureQueryData(invoiceListQueryOf(client, 'seller', url.searchParams)),
      queries.ensureQueryData(figuresQuery(client)),
      queries.ensureQueryData(overdueOfAllQuery(client)),
    ]);
  return null;
};

type Sum = { currency: string; amount: number; count: number };
function Sums({ sums, hue }: { sums: readonly Sum[]; hue?: 'red' }) {
  const say = invoiceText();
  const amountText = useMoney();
  const count = sums.reduce((all, one) => all + one.count, 0);
  return (
    <>
      <span className={s.figureSum} data-hue={count > 0 ? hue : undefined}>
        {sums.length === 0 ? '–' : sums.map((one) => <bdi key={one.currency}>{amountText(one.amount, one.currency)}</bdi>)}
      </span>
      <span className="tiny quiet">{say('invoices.figures.count', { count })}</span>
    </>
  );
}

/** What is open, what is late, and what somebody says was paid: coloured only when somebody has to act. */
function Figures() {
  const say = invoiceText();
  const { data } = useQuery(figuresQuery(useApi(invoicesApi)));
  if (data === undefined) return null;
  return (
    <ul className={s.figures}>
      <li>
        <Link to="/all-invoices?state=overdue" className={s.figure}>
          <span className="small quiet">{say('invoices.figures.overdue')}</span>
          <Sums sums={data.overdue} hue="red" />
        </Link>
      </li>
      <li>
        <Link to="/all-invoices?state=open" className={s.figure}>
          <span className="small quiet">{say('invoices.figures.open')}</span>
          <Sums sums={data.open} />
        </Link>
      </li>
      <li>
        <Link to="/all-invoices?tab=reported" className={s.figure}>
          <span className="small quiet">{say('invoices.figures.reported')}</span>
          <span className={s.figureSum} data-hue={data.reported > 0 ? 'amber' : undefined}>
            {data.reported}
          </span>
          <span className="tiny quiet">{say('invoices.figures.reportedHint')}</span>
        </Link>
      </li>
    </ul>
  );
}

/** The newest late ones, where nothing else is looked for. */
function Overdue() {
  const list = useInvoicesList();
  const { data } = useQuery(overdueOfAllQuery(useApi(invoicesApi)));
  return list.narrowed || list.after !== null ? null : <OverdueInvoices list={data} side="seller" />;
}

/** `/all-invoices`: the invoices of everybody that the seller sells to. `tabs`: further views of them. */
export const allInvoicesScreen = (tabs: readonly InvoiceTab[]): ScreenModule => ({
  load: (context) => load(tabs, context),
  Screen: () => <AllInvoices tabs={tabs} />,
});

function AllInvoices({ tabs }: { tabs: readonly InvoiceTab[] }) {
  const say = invoiceText();
  const shown = useShownTab(tabs);
  const add = (
    <LinkButton to="/all-invoices/new" variant="filled" leftSection={<IconPlus size={16} stroke={2} />}>
      {say('invoices.add')}
    </LinkButton>
  );
  return (
    <>
      <PageHead title={say('invoices.allTitle')}>{add}</PageHead>
      <InvoiceTabs base="/all-invoices" tabs={tabs} />
      {shown === null ? (
        <>
          <Figures />
          <Overdue />
          <InvoiceTable
            side="seller"
            empty={
              <EmptyState title={say('invoices.allEmptyTitle')} text={say('invoices.allEmptyText')}>
                {add}
              </EmptyState>
            }
          />
        </>
      ) : (
        <shown.Part />
      )}
    </>
  );
}
