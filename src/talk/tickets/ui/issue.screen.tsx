import type { ComponentType } from 'react';
import { isId } from '#kit/ids.ts';
import { type LoadContext, type ScreenModule, useLoaded } from '#kit/ui/screen.ts';
import { readListState } from '#kit/ui/table/list-state.ts';
import { Issue } from './issue.part.tsx';
import { MyTickets } from './my-tickets.part.tsx';
import { TicketTasks, type TicketTasksProps } from './ticket-tasks.hook.ts';
import { issueQuery, issuesApi, issuesQuery, issuesShape } from './tickets-data.hook.ts';

export const validate = ({ params: { id } }: LoadContext): boolean => id === undefined || isId(id);
export const load = async ({ api, queries, params: { id }, url }: LoadContext): Promise<{ id: string | null }> => {
  const client = api(issuesApi);
  if (id === undefined) await queries.ensureQueryData(issuesQuery(client, readListState(url.searchParams, issuesShape)));
  else await queries.ensureQueryData(issueQuery(client, id));
  return { id: id ?? null };
};

/** `/issues/user/details/{id?}`: one ticket; without an id, the list. */
export function Screen() {
  const { id } = useLoaded<typeof load>();
  return id === null ? <MyTickets /> : <Issue id={id} />;
}

export const issueScreen = (Tasks: ComponentType<TicketTasksProps>): ScreenModule => ({
  Screen: () => (
    <TicketTasks value={Tasks}>
      <Screen />
    </TicketTasks>
  ),
  load,
  validate,
});
