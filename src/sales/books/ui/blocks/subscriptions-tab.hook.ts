import { hasScope } from '#kit/ui/auth/session-user.ts';
import { readListState } from '#kit/ui/table/list-state.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import { booksApi, moneyQuery, subscriptionsQuery, subscriptionsShape } from '../books-data.hook.ts';

/** What the subscriptions' view of `/subscription-plans` needs before it is shown. */
export function needsOfSubscriptions({ api, queries, url, user }: LoadContext): readonly Promise<unknown>[] {
  // who may sell plans does not always look after money
  if (!hasScope(user?.scope, 'invoices.manage')) return [];
  const client = api(booksApi);
  return [
    queries.ensureQueryData(subscriptionsQuery(client, readListState(url.searchParams, subscriptionsShape))),
    queries.ensureQueryData(moneyQuery(client)),
  ];
}
