/** The subscriptions beside the plans that they hold. */
import { loadable } from '#kit/ui/query/loadable.tsx';
import { accountsForInvoices } from '#operate/admin/ui/blocks/accounts-for-invoices.hook.ts';
import { needsOfSubscriptions as needs } from '#sales/books/ui/blocks/subscriptions-tab.hook.ts';

const Part = loadable(async () =>
  (await import('#sales/books/ui/blocks/subscriptions-view.part.tsx')).subscriptionsView({ accounts: accountsForInvoices }),
);
export const subscriptions = { Part, needs };
