import type { LoadContext } from '#kit/ui/screen.ts';
import { readListState } from '#kit/ui/table/list-state.ts';
import { MyTickets } from './my-tickets.part.tsx';
import { issuesApi, issuesQuery, issuesShape } from './tickets-data.hook.ts';

export const load = async ({ api, queries, url }: LoadContext) => {
  await queries.ensureQueryData(issuesQuery(api(issuesApi), readListState(url.searchParams, issuesShape)));
  return null;
};

/** `/issues/user/list`: the tickets of a customer. */
export const Screen = () => <MyTickets />;
