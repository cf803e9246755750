import type { LoadContext } from '#kit/ui/screen.ts';
import type { AccountSource } from '#sales/billing/ui/blocks/invoice-slots.hook.ts';
import { adminApi } from '../admin-data.hook.ts';

/** What the screens of invoices ask of accounts. */
export function accountsForInvoices(api: LoadContext['api']): AccountSource {
  const { users } = api(adminApi);
  return {
    find: async (search) => {
      const { items } = await users.list({ query: { sort: 'name', limit: 20, ...(search === '' ? {} : { search }) } });
      return items.map(({ id, name }) => ({ id, name }));
    },
  };
}
