import { useAuth } from '#kit/ui/auth/auth.tsx';
import { readListState } from '#kit/ui/list-state.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import { OwnPage } from './own-page.part.tsx';
import { VendorTable } from './vendor-table.part.tsx';
import { customersQuery, standingQuery, vendorsApi, vendorsQuery, vendorsShape } from './vendors-data.hook.ts';

/** `/vendors`: the operator's vendors, or what a vendor has to do with. */
export function Screen() {
  const { user } = useAuth();
  return user?.account?.kind === 'vendor' ? <OwnPage /> : <VendorTable />;
}

export const load = async ({ api, queries, url, user }: LoadContext) => {
  const client = api(vendorsApi);
  const list = readListState(url.searchParams, vendorsShape);
  if (user?.account?.kind === 'vendor')
    await Promise.all([queries.ensureQueryData(standingQuery(client)), queries.ensureQueryData(customersQuery(client, list))]);
  else await queries.ensureQueryData(vendorsQuery(client, list));
  return null;
};
