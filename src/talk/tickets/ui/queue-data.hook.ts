import { useQueryClient } from '@tanstack/react-query';
import type { Client } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import type { ListShape, ListState } from '#kit/ui/table/list-state.ts';
import { ticketDeskCalls } from '../ticket-desk.contract.ts';
import { ticketsCalls } from '../tickets.contract.ts';
import { type TicketQueue, ticketCategories, ticketPriorities, ticketQueues } from '../tickets.rules.ts';
import type { TicketFilter } from '../tickets-views.contract.ts';
import { unknownMailsCalls } from '../unknown-mails.contract.ts';

/** The part of the contract that staff's screens speak. */
export const queueApi = { tickets: ticketsCalls, ticketDesk: ticketDeskCalls, unknownMails: unknownMailsCalls };
export type QueueClient = Client<typeof queueApi>;

/** The whole view stands in the address; `ticket` beside it is the one that is open. */
export const queueShape = {
  filters: ['queue', 'category', 'priority', 'tag', 'assignee', 'account'],
  sort: 'urgency',
} as const satisfies ListShape;
type QueueList = Pick<ListState, 'filters'>;
export const queueOf = ({ filters }: QueueList): TicketQueue =>
  ticketQueues.find((one) => one === filters['queue']?.at(-1)) ?? 'open';

/** The filter that the address says, as the contract names it. */
export function filterOf(list: QueueList): TicketFilter {
  const one = (name: string) => list.filters[name]?.at(-1);
  const [tag, assigneeId, accountId] = [one('tag'), one('assignee'), one('account')];
  const category = ticketCategories.find((value) => value === one('category'));
  const priority = ticketPriorities.find((value) => value === one('priority'));
  return {
    queue: queueOf(list),
    ...(category !== undefined && { category }),
    ...(priority !== undefined && { priority }),
    ...(tag !== undefined && { tag: tag.toLowerCase() }),
    ...(assigneeId !== undefined && isId(assigneeId) && { assigneeId }),
    ...(accountId !== undefined && isId(accountId) && { accountId }),
  };
}
/** The address of a view. */
export function queuePath({ queue, assigneeId, accountId, ...rest }: TicketFilter): string {
  const search = new URLSearchParams(queue === 'open' ? {} : { queue });
  const put = (name: string, value: string | undefined) => value !== undefined && search.set(name, value);
  put('category', rest.category);
  put('priority', rest.priority);
  put('tag', rest.tag);
  put('assignee', assigneeId);
  put('account', accountId);
  return search.size === 0 ? '/issues/list' : `/issues/list?${search}`;
}

export function ticketListQuery({ tickets: { list: call } }: QueueClient, list: ListState) {
  const query = {
    ...filterOf(list),
    ...(list.q.trim() !== '' && { search: list.q.trim().slice(0, 100) }),
    ...(list.after !== null && { cursor: list.after }),
  };
  return callQuery({ area: 'ticket', name: 'tickets.list', call, input: { query } });
}
export const ticketCountsQuery = ({ tickets: { counts } }: QueueClient) =>
  callQuery({ area: 'ticket', name: 'tickets.counts', call: () => counts(), input: {} });
export const ticketStaffQuery = ({ tickets: { staff } }: QueueClient) =>
  callQuery({ area: 'ticket', name: 'tickets.staff', call: () => staff(), input: {} });
export const ticketDeskQuery = ({ ticketDesk: { get } }: QueueClient) =>
  callQuery({ area: 'ticket', name: 'tickets.desk', call: () => get(), input: {} });
export const ticketQuery = ({ tickets: { get: call } }: QueueClient, id: string) =>
  callQuery({ area: 'ticket', name: 'tickets.get', call, input: { params: { id } } });
export const ticketCustomerQuery = ({ tickets: { customer: call } }: QueueClient, id: string) =>
  callQuery({ area: 'ticket', name: 'tickets.customer', call, input: { params: { id } } });

export const ticketPath = (id: string): string => `/issues/list?ticket=${id}`;
/** Mails of unknown senders stand beside the queues, with an address of their own. */
export const unknownMailsPath = '/issues/list?view=unknown-senders';
export const isUnknownMails = (search: URLSearchParams): boolean => search.get('view') === 'unknown-senders';
export const unknownMailsShape = { filters: [], sort: 'received' } as const satisfies ListShape;
export function unknownMailsQuery({ unknownMails: { list: call } }: QueueClient, { q, after }: Pick<ListState, 'q' | 'after'>) {
  const search = q.trim().slice(0, 100);
  const query = { ...(search !== '' && { search }), ...(after !== null && { cursor: after }) };
  return callQuery({ area: 'ticket', name: 'unknownMails.list', call, input: { query } });
}
export const unknownMailPeopleQuery = ({ unknownMails: { people: call } }: QueueClient, search: string) =>
  callQuery({ area: 'ticket', name: 'unknownMails.people', call, input: { query: { search } } });

export const openTicketOf = (search: URLSearchParams): string | null => {
  const id = search.get('ticket');
  return id !== null && isId(id) ? id : null;
};

export function useQueueRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['ticket'] });
}
