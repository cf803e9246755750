import { Button } from '@mantine/core';
import { IconPlayerPlay, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { PageHead } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { readListState } from '#kit/ui/table/list-state.ts';
import { KeyAccess } from './key-values.part.tsx';
import { LaunchLog } from './launch-log.part.tsx';
import s from './lti.module.css';
import { launchesQuery, launchesShape, ltiApi, overviewQuery, platformsQuery } from './lti-data.hook.ts';
import { ltiText } from './lti-text.hook.ts';
import { PlatformList } from './platform-list.part.tsx';

const TestLaunch = loadable(async () => (await import('./test-launch.part.tsx')).TestLaunch);

export const load = async ({ api, queries, url }: LoadContext) => {
  const client = api(ltiApi);
  await Promise.all([
    queries.ensureQueryData(overviewQuery(client)),
    queries.ensureQueryData(platformsQuery(client)),
    queries.ensureQueryData(launchesQuery(client, readListState(url.searchParams, launchesShape))),
  ]);
  return null;
};

/** Two ways to the first platform. */
function Ways() {
  const say = ltiText();
  return (
    <div className={s.cards}>
      {(['itself', 'by_hand'] as const).map((way) => (
        <section key={way} className={s.card}>
          <h2>{say(`add.${way}`)}</h2>
          <p className="soft">{say(way === 'itself' ? 'add.itselfText' : 'add.byHandText')}</p>
          <LinkButton variant={way === 'itself' ? 'filled' : 'default'} to={`/lti/platforms/add?way=${way}`}>
            {say('page.add')}
          </LinkButton>
        </section>
      ))}
    </div>
  );
}

export function Screen() {
  const say = ltiText();
  const api = useApi(ltiApi);
  const overview = useQuery(overviewQuery(api)).data;
  const platforms = useQuery(platformsQuery(api)).data?.items ?? [];
  const [testing, setTesting] = useState<'open' | 'closed'>('closed');
  if (overview === undefined) return null;
  const { used, max } = overview.platforms;
  const full = max !== null && used >= max;
  const plans = (
    <LinkButton size="xs" to="/purchase-plan">
      {say('page.plans')}
    </LinkButton>
  );
  return (
    <>
      <PageHead title={say('page.title')} sub={say('page.sub')}>
        {platforms.length > 0 && (
          <Button leftSection={<IconPlayerPlay size={16} stroke={1.75} />} onClick={() => setTesting('open')}>
            {say('page.test')}
          </Button>
        )}
        {overview.allowed && !full && platforms.length > 0 && (
          <LinkButton variant="filled" leftSection={<IconPlus size={16} stroke={2} />} to="/lti/platforms/add">
            {say('page.add')}
          </LinkButton>
        )}
      </PageHead>
      {!overview.allowed && (
        <Banner hue="amber" action={plans}>
          {say('page.notInPlan')}
        </Banner>
      )}
      {overview.allowed && full && (
        <Banner hue="blue" action={plans}>
          {say('page.full')}
        </Banner>
      )}
      {platforms.length > 0 && <PlatformList platforms={platforms} />}
      {platforms.length === 0 && overview.allowed && <Ways />}
      {(platforms.length > 0 || overview.today.launches + overview.today.refused > 0) && (
        <LaunchLog platforms={platforms} today={overview.today} />
      )}
      {overview.allowed && <KeyAccess allowed={overview.keyLaunches} />}
      <Suspense>{testing === 'open' && <TestLaunch platforms={platforms} onClose={() => setTesting('closed')} />}</Suspense>
    </>
  );
}
