import { Button } from '@mantine/core';
import { IconChartDots3 } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { PageHead } from '#kit/ui/bits.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { Banner, Bone } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { LinkButton } from '#kit/ui/link.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useSteadyAnswer } from '#kit/ui/query/query.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { AnalyticsCharts } from '../analytics.contract.ts';
import { analyticsApi, chartsQuery, choicesQuery, todayOf } from './analytics-data.hook.ts';
import { analyticsText } from './analytics-text.hook.ts';
import { type ChartsAddress, readChartsAddress, widerPeriod, withChartsAddress } from './charts-address.hook.ts';
import { ChartsBar } from './charts-bar.part.tsx';
import { ChartsBody } from './charts-body.part.tsx';
import { useFigureText } from './figures.hook.ts';
import s from './analytics.module.css';

export async function load({ api, queries, url, reader }: LoadContext): Promise<null> {
  const client = api(analyticsApi);
  const address = readChartsAddress(url.searchParams);
  const names = (['room', 'person'] as const).flatMap((of) => {
    const id = address[of];
    return id === null ? [] : [queries.prefetchQuery(choicesQuery(client, { of, ids: [id] }))];
  });
  // the page shows what the plan refuses
  await Promise.all([queries.prefetchQuery(chartsQuery(client, { address, today: todayOf(reader) })), ...names]);
  return null;
}

function Lead({ charts }: { charts: AnalyticsCharts }) {
  const say = analyticsText();
  const { longDay } = useFigureText();
  const { from, until, zone, shownFrom } = charts;
  return (
    <>
      {say('lead', { from: longDay(from), until: longDay(until), zone })} {say('follows')}{' '}
      {shownFrom !== null && say('shownFrom', { day: longDay(shownFrom) })}
    </>
  );
}

type ChartsEmptyProps = { address: ChartsAddress; onChange: (change: Partial<ChartsAddress>) => void };
function ChartsEmpty({ address: { period, room, person }, onChange }: ChartsEmptyProps) {
  const say = analyticsText();
  const wider = widerPeriod(period);
  return (
    <EmptyState title={say(`empty.${typeof period === 'string' ? period : 'own'}`)} text={say('empty.text')}>
      {wider !== null && (
        <Button variant="filled" onClick={() => onChange({ period: wider })}>
          {say('empty.wider', { period: say(`period.${wider}`) })}
        </Button>
      )}
      {(room !== null || person !== null) && (
        <Button onClick={() => onChange({ room: null, person: null })}>{say('empty.all')}</Button>
      )}
    </EmptyState>
  );
}

export function Screen() {
  const say = analyticsText();
  const { can } = useAuth();
  const api = useApi(analyticsApi);
  const [search, setSearch] = useSearchParams();
  const address = readChartsAddress(search);
  const failureText = useFailureText(say);
  const today = todayOf(useReader());
  const query = useQuery({
    ...chartsQuery(api, { address, today }),
    placeholderData: keepPreviousData,
  });
  const { error, isPlaceholderData } = query;
  const data = useSteadyAnswer(query);
  const change = (part: Partial<ChartsAddress>) =>
    setSearch((now) => withChartsAddress(now, part), { replace: true, preventScrollReset: true });
  const charts = error === null ? data : undefined;
  return (
    <>
      <PageHead title={say('title')} sub={charts && <Lead charts={charts} />}>
        {can('analytics.explore') && (
          <LinkButton to="/data_visualization" variant="filled" leftSection={<IconChartDots3 size={16} stroke={1.75} />}>
            {say('explore')}
          </LinkButton>
        )}
      </PageHead>
      <ChartsBar address={address} onChange={change} />
      {error !== null && <Banner hue="amber">{failureText(error)}</Banner>}
      {charts === undefined && error === null && <Bone w="100%" h={320} />}
      {charts !== undefined && (
        <div className={s.page} data-before={isPlaceholderData || undefined} aria-busy={isPlaceholderData || undefined}>
          {charts.totals.meetings === 0 ? (
            <ChartsEmpty address={address} onChange={change} />
          ) : (
            <ChartsBody charts={charts} address={address} />
          )}
        </div>
      )}
    </>
  );
}
