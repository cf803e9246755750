import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { Link } from '#kit/ui/link.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { VendorSlots } from '#sales/vendors/ui/blocks/vendor-slots.hook.ts';
import {
  moneyQuery,
  monthsQuery,
  resaleApi,
  salesQuery,
  saleViewOf,
  soldQuery,
  statementQuery,
  vendorSellerQuery,
} from '../resale-data.hook.ts';
import { resaleText } from '../resale-text.hook.ts';
import { Sales } from '../sales-later.part.tsx';
import s from '../resale.module.css';

const Prices = loadable(async () => (await import('../prices.part.tsx')).Prices);
const Sold = loadable(async () => (await import('../sold.part.tsx')).SoldView);
const Months = loadable(async () => (await import('../months.part.tsx')).Months);
const Side = loadable(async () => (await import('../side.part.tsx')).Side);
const Paper = loadable(async () => (await import('../paper.part.tsx')).PaperForm);

const views = ['prices', 'sold', 'months', 'paper'] as const;
type View = (typeof views)[number];
const viewOf = (search: URLSearchParams): View | null => views.find((one) => one === search.get('tab')) ?? null;
/** Who a vendor is on paper is its own to say. */
const viewsFor = (vendorId: string | null): readonly View[] =>
  vendorId === null ? views : views.filter((one) => one !== 'paper');

const Tabs: VendorSlots['Tabs'] = ({ base, vendorId }) => {
  const say = resaleText();
  const [search] = useSearchParams();
  const shown = viewOf(search);
  const current = (view: View | null) => (view === shown ? { 'aria-current': 'page' as const } : {});
  return (
    <nav className={s.tabs} aria-label={say('tabs.label')}>
      <Link to={base} {...current(null)}>
        {say(vendorId === null ? 'tabs.customers' : 'tabs.vendor')}
      </Link>
      {viewsFor(vendorId).map((view) => (
        <Link key={view} to={`${base}?tab=${view}`} {...current(view)}>
          {say(`tabs.${view}`)}
        </Link>
      ))}
    </nav>
  );
};

const Body: VendorSlots['Body'] = ({ base, vendorId }) => {
  const [search] = useSearchParams();
  const shown = viewOf(search);
  return (
    <Suspense>
      {shown === 'prices' && <Prices whose={vendorId} />}
      {shown === 'sold' && <Sold whose={vendorId} base={base} />}
      {shown === 'months' && <Months whose={vendorId} base={base} />}
      {shown === 'paper' && vendorId === null && <Paper />}
    </Suspense>
  );
};

/** What each view shows, so that it is there with the page. */
const load: VendorSlots['load'] = async ({ api, queries, url }, whose) => {
  const client = api(resaleApi);
  const first = { whose, cursor: null };
  const money = () => queries.ensureQueryData(moneyQuery(client, whose));
  const one = url.searchParams.get('statement');
  switch (viewOf(url.searchParams)) {
    case 'prices':
      return Promise.all([Prices.preload(), money()]);
    case 'sold':
      return Promise.all([
        ...[Sold.preload(), Sales.preload(), money(), queries.ensureQueryData(soldQuery(client, first))],
        ...(whose === null
          ? [queries.ensureQueryData(salesQuery(client, { view: saleViewOf(url.searchParams), cursor: null }))]
          : []),
      ]);
    case 'months':
      return Promise.all([
        ...[Months.preload(), money()],
        one === null ? queries.ensureQueryData(monthsQuery(client, first)) : queries.ensureQueryData(statementQuery(client, one)),
      ]);
    case 'paper':
      return Promise.all([Paper.preload(), queries.ensureQueryData(vendorSellerQuery(client))]);
    default:
      return null;
  }
};

/** What resellers' money brings to the pages of vendors. */
export const vendorSlots: Pick<VendorSlots, 'Tabs' | 'Body' | 'Side' | 'loadSide' | 'shows' | 'load'> = {
  Tabs,
  Body,
  Side,
  loadSide: async ({ api, queries }, whose) =>
    Promise.all([
      Side.preload(),
      queries.ensureQueryData(moneyQuery(api(resaleApi), whose)),
      queries.ensureQueryData(monthsQuery(api(resaleApi), { whose, cursor: null })),
    ]),
  shows: (search) => viewOf(search) !== null,
  load,
};
