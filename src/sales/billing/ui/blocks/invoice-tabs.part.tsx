import { type ComponentType, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { Link } from '#kit/ui/link.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { invoiceText } from './invoice-text.hook.ts';
import s from './invoice-tabs.module.css';

/** A further view of a list of invoices, at `?tab={id}`; `load` brings what it is shown with. */
export type InvoiceTab = {
  id: string;
  Title: ComponentType;
  Part: ComponentType;
  load: (context: LoadContext) => Promise<unknown>;
};

/** The view that the address names; null: the list itself. */
export const shownTab = (tabs: readonly InvoiceTab[], search: URLSearchParams): InvoiceTab | null =>
  tabs.find(({ id }) => id === search.get('tab')) ?? null;
export function useShownTab(tabs: readonly InvoiceTab[]): InvoiceTab | null {
  const [search] = useSearchParams();
  return shownTab(tabs, search);
}

/** The way between the list and its further views. */
export function InvoiceTabs({ base, tabs }: { base: string; tabs: readonly InvoiceTab[] }) {
  const say = invoiceText();
  const shown = useShownTab(tabs);
  return (
    <nav className={s.tabs} aria-label={say('invoices.views')}>
      <Link to={base} aria-current={shown === null ? 'page' : undefined}>
        {say('invoices.viewList')}
      </Link>
      {tabs.map(({ id, Title }) => (
        <Link key={id} to={`${base}?tab=${id}`} aria-current={shown?.id === id ? 'page' : undefined}>
          <Suspense>
            <Title />
          </Suspense>
        </Link>
      ))}
    </nav>
  );
}
