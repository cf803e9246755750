import { Button } from '@mantine/core';
import { IconCode, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { PageHead } from '#kit/ui/bits.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { readListState } from '#kit/ui/table/list-state.ts';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { Link } from '#kit/ui/link.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { useSearchParams } from 'react-router';
import type { LoadContext } from '#kit/ui/screen.ts';
import { AddressPanel } from './address.part.tsx';
import { Builder } from './builder.part.tsx';
import { Calls } from './calls.part.tsx';
import { callsQuery, callsShape, endpointApi, endpointQuery } from './endpoint-data.hook.ts';
import { endpointText } from './endpoint-text.hook.ts';
import s from './endpoint.module.css';
import { HostRecord } from './host.part.tsx';
import { Limits } from './limits.part.tsx';
import type { EndpointWork } from './secret-dialogs.part.tsx';
import { works } from './secret-rows.hook.ts';

const RestApi = loadable(async () => (await import('#connect/rest/ui/blocks/rest.part.tsx')).RestApi);
const EndpointDialogs = loadable(async () => (await import('./secret-dialogs.part.tsx')).EndpointDialogs);

/** How often use is asked for while the page is looked at. Milliseconds. */
const every = 15_000;

const kinds = ['bbb', 'rest'] as const;
const kindOf = (search: URLSearchParams): (typeof kinds)[number] => (search.get('tab') === 'rest' ? 'rest' : 'bbb');

/** Two ways for programs of others: the BBB endpoint, and our own API. */
export function Screen() {
  const say = endpointText();
  const [search] = useSearchParams();
  const shown = kindOf(search);
  const tabs = (
    <nav className={s.tabs} aria-label={say('page.tabs')}>
      {kinds.map((kind) => (
        <Link
          key={kind}
          to={kind === 'bbb' ? '/api-endpoint' : '/api-endpoint?tab=rest'}
          {...(kind === shown ? { 'aria-current': 'page' as const } : {})}
        >
          {say(`page.${kind}`)}
        </Link>
      ))}
    </nav>
  );
  if (shown === 'bbb') return <BbbEndpoint tabs={tabs} />;
  return (
    <>
      <PageHead title={say('page.title')} sub={say('page.restLead')} />
      {tabs}
      <Suspense>
        <RestApi />
      </Suspense>
    </>
  );
}

function BbbEndpoint({ tabs }: { tabs: ReactNode }) {
  const say = endpointText();
  const api = useApi(endpointApi);
  const failureText = useFailureText(say);
  const [work, setWork] = useState<EndpointWork | null>(null);
  const query = useQuery({ ...endpointQuery(api), refetchInterval: every });
  useLiveRefresh({ area: 'bigbluebutton', kinds: ['endpoint', 'meeting'] });
  const endpoint = query.data;
  const usable = endpoint?.secrets.filter(works) ?? [];
  return (
    <>
      <PageHead title={say('page.title')} sub={say('page.lead')}>
        <Button leftSection={<IconCode size={16} stroke={1.75} />} onClick={() => setWork({ kind: 'samples' })}>
          {say('page.samples')}
        </Button>
        {endpoint?.rights.manage === true && (
          <Button variant="filled" leftSection={<IconPlus size={16} stroke={2} />} onClick={() => setWork({ kind: 'add' })}>
            {say('page.add')}
          </Button>
        )}
      </PageHead>
      {tabs}
      {query.error !== null && <Banner hue="red">{failureText(query.error)}</Banner>}
      {endpoint !== undefined && (
        <div className={s.page}>
          <div className={s.top}>
            <AddressPanel endpoint={endpoint} open={setWork} />
            <Limits limits={endpoint.limits} />
          </div>
          {endpoint.rights.manage && usable.length > 0 && <Builder url={endpoint.url} secrets={usable} />}
          <Calls endpoint={endpoint} open={setWork} />
        </div>
      )}
      {work !== null && endpoint !== undefined && (
        <Suspense>
          <EndpointDialogs work={work} endpoint={endpoint} open={setWork} onClose={() => setWork(null)} />
        </Suspense>
      )}
    </>
  );
}

export const load = async (context: LoadContext) => {
  const { api, queries, url, reader } = context;
  if (kindOf(url.searchParams) === 'rest') {
    const { loadRestApi } = await import('#connect/rest/ui/blocks/rest.part.tsx');
    await Promise.all([RestApi.preload(), loadRestApi(context)]);
    return null;
  }
  const client = api(endpointApi);
  const list = readListState(url.searchParams, callsShape);
  await Promise.all([
    queries.ensureQueryData(endpointQuery(client)).then(({ host }) => (host?.record == null ? null : HostRecord.preload())),
    queries.prefetchInfiniteQuery(callsQuery(client, list, () => reader.now)),
  ]);
  return null;
};
