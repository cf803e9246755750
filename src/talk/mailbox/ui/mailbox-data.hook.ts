import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import type { Client, Input } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { type MailboxMail, mailboxCalls } from '../mailbox.contract.ts';
import { type MailKind, mailKinds, mailLimits, type MailList, mailLists } from '../mailbox.rules.ts';

export const mailboxApi = { mailbox: mailboxCalls };
type MailboxClient = Client<typeof mailboxApi>;
const area = 'mailbox';

/** What the address says: a folder, what is searched in it, and the mail that is open. */
export type MailboxView = { list: MailList; kind: MailKind | null; label: string | null; search: string; mail: string | null };

const idOf = (text: string | null): string | null => (text !== null && isId(text) ? text : null);
export const viewOf = (search: URLSearchParams): MailboxView => ({
  list: mailLists.find((one) => one === search.get('place')) ?? 'inbox',
  kind: mailKinds.find((one) => one === search.get('kind')) ?? null,
  label: idOf(search.get('label')),
  search: (search.get('search') ?? '').slice(0, mailLimits.search),
  mail: idOf(search.get('mail')),
});
export function mailboxPath({ list, kind, label, search, mail }: Partial<MailboxView>): string {
  const query = new URLSearchParams();
  const put = (name: string, value: string | null | undefined) => value != null && value !== '' && query.set(name, value);
  put('place', list === 'inbox' ? null : list);
  put('kind', kind);
  put('label', label);
  put('search', search);
  put('mail', mail);
  return query.size === 0 ? '/mailbox' : `/mailbox?${query}`;
}

/** A search that begins in the usual list also looks into the archive and into what was sent. */
function questionOf({ list, kind, label, search }: MailboxView): NonNullable<Input<typeof mailboxCalls.list>['query']> {
  const words = search.trim();
  return {
    place: list === 'inbox' && kind === null && words !== '' ? 'all' : list,
    ...(kind !== null && { kind }),
    ...(label !== null && { label }),
    ...(words !== '' && { search: words }),
  };
}
export function mailListQuery({ mailbox: { list } }: MailboxClient, view: MailboxView) {
  const query = questionOf(view);
  return infiniteQueryOptions({
    queryKey: [area, 'mailbox.list', query],
    queryFn: ({ pageParam }: { pageParam: string | null }) =>
      list({ query: { ...query, ...(pageParam !== null && { cursor: pageParam }) } }),
    initialPageParam: null,
    getNextPageParam: (page) => page.next,
  });
}
export const mailQuery = ({ mailbox: { get: call } }: MailboxClient, id: string) =>
  callQuery({ area, name: 'mailbox.get', call, input: { params: { id } } });
export const mailCountsQuery = ({ mailbox: { counts } }: MailboxClient) =>
  callQuery({ area, name: 'mailbox.counts', call: () => counts(), input: {} });
export const mailLabelsQuery = ({ mailbox: { labels } }: MailboxClient) =>
  callQuery({ area, name: 'mailbox.labels', call: () => labels(), input: {} });

type MailboxRefresh = {
  /** Everything of the mailbox. */
  all: () => Promise<void>;
  /** Lists and counts after a mail came back from the server. */
  lists: (mail: MailboxMail) => void;
};
export function useMailboxRefresh(client: MailboxClient): MailboxRefresh {
  const queries = useQueryClient();
  return {
    all: () => queries.invalidateQueries({ queryKey: [area] }),
    lists: (mail) => {
      queries.setQueryData(mailQuery(client, mail.id).queryKey, mail);
      for (const name of ['mailbox.list', 'mailbox.counts']) void queries.invalidateQueries({ queryKey: [area, name] });
    },
  };
}
