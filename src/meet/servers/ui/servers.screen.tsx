import { Button } from '@mantine/core';
import { IconPlus, IconRoute } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { PageHead } from '#kit/ui/bits.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { readListState } from '#kit/ui/table/list-state.ts';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import type { ServerSlots, SlottedServers } from './blocks/server-slots.part.tsx';
import { ExchangeButtons } from './exchange-buttons.part.tsx';
import { PoolFigures } from './server-figures.part.tsx';
import { ServerTable } from './server-table.part.tsx';
import { serversApi, serversListQuery, serversShape, useServersList } from './servers-data.hook.ts';
import { serversText } from './servers-text.hook.ts';
import s from './servers.module.css';

const ServerDrawer = loadable(async () => (await import('./server-drawer.part.tsx')).ServerDrawer);
const ExplainDialog = loadable(async () => (await import('./explain.part.tsx')).ExplainDialog);

/** Which server's drawer is open stands in the address, so that it can be sent and the way back closes it. */
export const drawerParam = 'server';
function useOpenServer() {
  const [search, setSearch] = useSearchParams();
  const [page, setPage] = useState<'sent' | 'alive'>('sent');
  // the drawer's styles come with its code: the server sends the list alone
  useEffect(() => setPage('alive'), []);
  const put = (id: string | null) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (id === null) next.delete(drawerParam);
        else next.set(drawerParam, id);
        return next;
      },
      { preventScrollReset: true },
    );
  return { id: page === 'alive' ? search.get(drawerParam) : null, open: put, close: () => put(null) };
}

/** Shown under the list of an installation that has nothing but its own engine. */
function OnlyEngine() {
  const say = serversText();
  return (
    <EmptyState title={say('empty.title')} text={say('empty.text')}>
      <LinkButton to="/servers/add-server" variant="filled" size="md" leftSection={<IconPlus size={16} stroke={2} />}>
        {say('list.add')}
      </LinkButton>
    </EmptyState>
  );
}

function ServersPage({ slots }: { slots: ServerSlots }) {
  const say = serversText();
  const api = useApi(serversApi);
  const list = useServersList();
  const drawer = useOpenServer();
  const [explaining, setExplaining] = useState('no');
  const query = useQuery({ ...serversListQuery(api, list), placeholderData: (before) => before });
  useLiveRefresh({ area: 'bigbluebutton', kinds: ['server'] });
  const pool = query.data?.pool;
  const alone =
    pool !== undefined && pool.servers === 1 && !list.narrowed && query.data?.items.every((one) => one.kind === 'engine');
  return (
    <>
      <PageHead title={say('list.title')}>
        <ExchangeButtons />
        <Button leftSection={<IconRoute size={16} stroke={1.75} />} onClick={() => setExplaining('open')}>
          {say('explain.open')}
        </Button>
        {alone !== true && (
          <LinkButton
            to="/servers/add-server"
            variant={drawer.id === null ? 'filled' : 'default'}
            leftSection={<IconPlus size={16} stroke={2} />}
          >
            {say('list.add')}
          </LinkButton>
        )}
      </PageHead>
      {pool !== undefined && <PoolFigures pool={pool} />}
      <div className={s.table}>
        <ServerTable list={list} query={query} onOpen={drawer.open} empty={<OnlyEngine />} />
      </div>
      {alone === true && <OnlyEngine />}
      {drawer.id !== null && (
        <Suspense>
          <ServerDrawer key={drawer.id} id={drawer.id} slots={slots} onClose={drawer.close} />
        </Suspense>
      )}
      {explaining === 'open' && (
        <Suspense>
          <ExplainDialog pool={pool} onClose={() => setExplaining('no')} />
        </Suspense>
      )}
    </>
  );
}

const load = async ({ api, queries, url }: LoadContext) => {
  await queries.ensureQueryData(serversListQuery(api(serversApi), readListState(url.searchParams, serversShape)));
  return null;
};

export const serversScreen: SlottedServers = (slots) => ({ Screen: () => <ServersPage slots={slots} />, load });
