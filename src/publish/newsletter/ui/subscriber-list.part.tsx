import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Ltr, Tag, type TagHue } from '#kit/ui/bits.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useApi } from '#kit/ui/query/api.tsx';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import { useListState } from '#kit/ui/table/list-state.ts';
import type { TableColumn } from '#kit/ui/table/table-shape.ts';
import { localeNames } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { Time, useTimeText } from '#kit/ui/time.tsx';
import type { ListView, SubscriberView } from '../lists.contract.ts';
import s from './desk.module.css';
import { nameIn } from '#publish/blog/category-names.rules.ts';
import {
  deskApi,
  listsQuery,
  subscriberFilters,
  subscribersQuery,
  subscribersShape,
  useDeskRefresh,
} from './newsletter-data.hook.ts';
import { newsletterText } from './newsletter-text.hook.ts';

type SubscriberStanding = Exclude<SubscriberView['state'], 'active'> | SubscriberView['subscriptions'][number]['state'];
/** Suppressed before anything else, then the best of the subscriptions. */
const standingOf = ({ state, subscriptions }: SubscriberView): SubscriberStanding =>
  state !== 'active'
    ? state
    : ((['confirmed', 'pending'] as const).find((one) => subscriptions.some((found) => found.state === one)) ?? 'unsubscribed');
const hues: Readonly<Record<SubscriberStanding, TagHue>> = {
  confirmed: 'green',
  pending: 'amber',
  unsubscribed: 'grey',
  bounced: 'red',
  complained: 'red',
  blocklisted: 'red',
};

type ListViews = readonly ListView[];
function useNames(lists: ListViews): (one: SubscriberView) => string {
  const { locale } = useReader();
  return (one) =>
    one.subscriptions
      .filter((found) => found.state === 'confirmed')
      .map((found) => nameIn(lists.find((list) => list.id === found.listId)?.names ?? {}, locale))
      .join(', ');
}

function useColumns(lists: ListViews): TableColumn<SubscriberView>[] {
  const say = newsletterText();
  const names = useNames(lists);
  const sinceOf = (one: SubscriberView) => Math.min(...one.subscriptions.map((found) => found.askedAt), one.stateSince);
  return [
    {
      id: 'email',
      title: say('subscribers.email'),
      lead: 'lead',
      phone: 'name',
      text: (one) => one.email,
      cell: (one) => <Ltr>{one.email}</Ltr>,
    },
    {
      id: 'state',
      title: say('subscribers.state'),
      phone: 'state',
      text: (one) => say(`subscribers.is.${standingOf(one)}`),
      cell: (one) => <Tag hue={hues[standingOf(one)]}>{say(`subscribers.is.${standingOf(one)}`)}</Tag>,
    },
    { id: 'lists', title: say('subscribers.lists'), narrow: 'hide', text: names, cell: names },
    {
      id: 'language',
      title: say('subscribers.language'),
      narrow: 'hide',
      text: (one) => one.locale,
      cell: (one) => localeNames[one.locale],
    },
    { id: 'since', title: say('subscribers.since'), phone: 'time', cell: (one) => <Time at={sinceOf(one)} /> },
  ];
}

/** When, from where and to which words somebody agreed; what an authority may ask for. */
function Evidence({ one, lists }: { one: SubscriberView; lists: ListViews }) {
  const say = newsletterText();
  const when = useTimeText();
  const { locale } = useReader();
  const isolated = (text: string) => `\u2066${text}\u2069`;
  return (
    <ul className={s.evidence}>
      {one.subscriptions.map((found) => (
        <li key={found.listId}>
          <b dir="auto">{nameIn(lists.find((list) => list.id === found.listId)?.names ?? {}, locale)}</b>
          <p>
            {say('subscribers.asked', {
              date: when(found.askedAt, 'zoned'),
              address: isolated(found.askedAddress),
              page: isolated(found.source),
              version: isolated(found.textVersion),
              language: localeNames[found.textLocale],
            })}
          </p>
          {found.confirmedAt !== null && (
            <p>
              {say('subscribers.confirmedOn', {
                date: when(found.confirmedAt, 'zoned'),
                address: isolated(found.confirmedAddress ?? ''),
              })}
            </p>
          )}
          {found.unsubscribedAt !== null && <p>{say('subscribers.leftOn', { date: when(found.unsubscribedAt, 'zoned') })}</p>}
        </li>
      ))}
    </ul>
  );
}

function SubscriberDialog({ one, lists, onClose }: { one: SubscriberView; lists: ListViews; onClose: () => void }) {
  const say = newsletterText();
  const ask = useAsk();
  const refresh = useDeskRefresh();
  const { newsletterSubscribers } = useApi(deskApi);
  const params = { id: one.id };
  const done = () => refresh().then(onClose);
  const confirmed = async (verb: 'block' | 'erase', act: () => Promise<unknown>) => {
    const words = { title: say(`subscribers.${verb}Title`), lead: say(`subscribers.${verb}Text`) };
    if (!(await ask({ ...words, verb: say(`subscribers.${verb}`), safe: say('desk.cancel') }))) return;
    await act();
    await done();
  };
  const lift = async () => {
    await newsletterSubscribers.lift({ params });
    await done();
  };
  return (
    <Dialog title={say('subscribers.consentOf', { email: `\u2066${one.email}\u2069` })} width={560} onClose={onClose}>
      <Evidence one={one} lists={lists} />
      <div className={dialogs.acts}>
        <Button
          size="md"
          variant="subtle"
          data-danger
          onClick={() => void confirmed('erase', () => newsletterSubscribers.erase({ params }))}
        >
          {say('subscribers.erase')}
        </Button>
        {one.state === 'active' && (
          <Button size="md" onClick={() => void confirmed('block', () => newsletterSubscribers.block({ params }))}>
            {say('subscribers.block')}
          </Button>
        )}
        {(one.state === 'bounced' || one.state === 'blocklisted') && (
          <Button size="md" onClick={() => void lift()}>
            {say('subscribers.lift')}
          </Button>
        )}
        <Button size="md" variant="filled" onClick={onClose}>
          {say('subscribers.close')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Subscribers with the evidence of their consent. */
export function SubscriberList({ head }: { head: (action?: ReactNode) => ReactNode }) {
  const say = newsletterText();
  const api = useApi(deskApi);
  const { locale } = useReader();
  const list = useListState(subscribersShape);
  const lists = useQuery(listsQuery(api)).data?.items ?? [];
  const query = useQuery({ ...subscribersQuery(api, list), placeholderData: (before) => before });
  const columns = useColumns(lists);
  const [open, setOpen] = useState<SubscriberView | null>(null);
  const page = query.data;
  return (
    <>
      {head()}
      <DataTable
        name="subscribers"
        label={say('desk.subscribers')}
        list={list}
        columns={columns}
        rows={page?.items}
        rowId={(one) => one.id}
        rowName={(one) => one.email}
        page={page === undefined ? { next: null } : { next: page.next, total: page.total }}
        pending={query.isPending}
        {...(query.isError && { stale: { at: query.dataUpdatedAt, retry: query.refetch } })}
        filters={[
          {
            id: 'state',
            title: say('subscribers.state'),
            options: subscriberFilters.map((value) => ({ value, label: say(`subscribers.is.${value}`) })),
          },
          {
            id: 'list',
            title: say('subscribers.lists'),
            options: lists.map((one) => ({ value: one.id, label: nameIn(one.names, locale) })),
          },
        ]}
        actions={(one) => (
          <Button
            size="xs"
            mih={44}
            variant="subtle"
            aria-label={`${say('subscribers.details')}, ${one.email}`}
            onClick={() => setOpen(one)}
          >
            {say('subscribers.details')}
          </Button>
        )}
        onOpen={setOpen}
        searchLabel={say('subscribers.search')}
        csv={{ file: 'subscribers.csv', page: (at) => subscribersQuery(api, at).queryFn() }}
        empty={<EmptyState title={say('subscribers.emptyTitle')} text={say('subscribers.emptyText')} />}
      />
      {open !== null && <SubscriberDialog one={open} lists={lists} onClose={() => setOpen(null)} />}
    </>
  );
}
