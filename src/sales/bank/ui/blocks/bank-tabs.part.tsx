import type { LoadContext } from '#kit/ui/screen.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { InvoiceTab } from '#sales/billing/ui/blocks/invoice-tabs.part.tsx';
import {
  bankApi,
  bankSettingsQuery,
  periodsQuery,
  queueQuery,
  reportedQuery,
  type Side,
  statementsQuery,
} from '../bank-data.hook.ts';
import { bankText } from '../bank-text.hook.ts';

const Bank = loadable(async () => (await import('../bank.part.tsx')).Bank);
const ReportedList = loadable(async () => (await import('../reported.part.tsx')).ReportedList);
const SellerPeriods = loadable(async () => (await import('../period.part.tsx')).SellerPeriods);
const OwnPeriods = loadable(async () => (await import('../period.part.tsx')).OwnPeriods);

const BankTitle = () => bankText()('tabs.bank');
const ReportedTitle = () => bankText()('tabs.reported');
const ExportTitle = () => bankText()('tabs.export');
const OwnExportTitle = () => bankText()('tabs.own');

const loadPeriods = (side: Side) => async (context: LoadContext) => {
  const { api, queries } = context;
  const Part = side === 'seller' ? SellerPeriods : OwnPeriods;
  await Promise.all([Part.preload(), queries.ensureQueryData(periodsQuery(api(bankApi), side))]);
};

/** Beside the list of all invoices. */
export const sellerTabs: readonly InvoiceTab[] = [
  {
    id: 'reported',
    Title: ReportedTitle,
    Part: ReportedList,
    load: async ({ api, queries }) => {
      await Promise.all([ReportedList.preload(), queries.ensureQueryData(reportedQuery(api(bankApi), null))]);
    },
  },
  {
    id: 'bank',
    Title: BankTitle,
    Part: Bank,
    load: async ({ api, queries }) => {
      const client = api(bankApi);
      await Promise.all([
        Bank.preload(),
        queries.ensureQueryData(queueQuery(client)),
        queries.ensureQueryData(bankSettingsQuery(client)),
        queries.ensureQueryData(statementsQuery(client)),
      ]);
    },
  },
  { id: 'export', Title: ExportTitle, Part: SellerPeriods, load: loadPeriods('seller') },
];
/** Beside an account's own invoices. */
export const ownTabs: readonly InvoiceTab[] = [
  { id: 'export', Title: OwnExportTitle, Part: OwnPeriods, load: loadPeriods('buyer') },
];
