import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '#kit/ui/empty.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { Status } from '#kit/ui/status.tsx';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import { useListState } from '#kit/ui/table/list-state.ts';
import { RowButton } from '#kit/ui/table/row-parts.tsx';
import type { TableColumn } from '#kit/ui/table/table-shape.ts';
import { Time } from '#kit/ui/time.tsx';
import type { LtiLaunch, LtiPlatform } from '../lti.contract.ts';
import s from './lti.module.css';
import { launchesQuery, launchesShape, launchResults, ltiApi, useLtiRefresh } from './lti-data.hook.ts';
import { ltiText } from './lti-text.hook.ts';
import { adviceOf } from './refusal-advice.hook.ts';

function LaunchResult({ launch: { result, refusal, value, room } }: { launch: LtiLaunch }) {
  const say = ltiText();
  if (result !== 'refused' || refusal === null)
    return result === 'chose' || room === null ? say(`log.${result}`) : <bdi>{room.name}</bdi>;
  return (
    <span className={`${s.two} ${s.refusal}`}>
      <span>
        <Status of="refused" look="plain" />
        <code className="mono tiny">{refusal}</code>
      </span>
      <span className="tiny soft">{say(`advice.${adviceOf[refusal]}`, { value: value ?? '' })}</span>
    </span>
  );
}

function useLaunchColumns(): TableColumn<LtiLaunch>[] {
  const say = ltiText();
  return [
    { id: 'at', title: say('log.time'), phone: 'time', cell: ({ at }) => <Time at={at} /> },
    {
      id: 'who',
      title: say('log.who'),
      lead: 'lead',
      phone: 'name',
      cell: ({ person, part }) => (
        <span>
          {person === null ? <span className="quiet">{say('log.unknown')}</span> : <bdi className="strong">{person}</bdi>}{' '}
          {part !== null && <span className="quiet">{say(`part.${part}`)}</span>}
        </span>
      ),
    },
    { id: 'from', title: say('log.from'), narrow: 'hide', cell: ({ platform }) => <bdi>{platform ?? '–'}</bdi> },
    { id: 'course', title: say('log.course'), narrow: 'hide', cell: ({ course }) => <bdi>{course ?? '–'}</bdi> },
    { id: 'result', title: say('log.result'), phone: 'state', cell: (launch) => <LaunchResult launch={launch} /> },
  ];
}

/** The one deed that mends a refusal, where there is one. */
function useRepair(onFailure: (words: string | null) => void) {
  const say = ltiText();
  const { lti } = useApi(ltiApi);
  const refresh = useLtiRefresh();
  const failureText = useFailureText(say);
  const run = async (deed: () => Promise<unknown>) => {
    onFailure(null);
    await deed().catch((error: unknown) => onFailure(failureText(error)));
    await refresh();
  };
  return ({ platformId: id, refusal, value }: LtiLaunch): { word: string; press: () => void } | null => {
    if (id === null) return null;
    const params = { id };
    if (refusal === 'deployment_unknown' && value !== null)
      return {
        word: say('log.addDeployment', { value }),
        press: () => void run(() => lti.acceptDeployment({ params, body: { deploymentId: value } })),
      };
    if (refusal !== 'state_mismatch') return null;
    const useTab = async () => {
      const { version } = await lti.platform({ params });
      await lti.changePlatform({ params, body: { launchPlace: 'tab', version } });
    };
    return { word: say('log.useTab'), press: () => void run(useTab) };
  };
}

type LogProps = { platforms: readonly LtiPlatform[]; today: { launches: number; refused: number } };
export function LaunchLog({ platforms, today }: LogProps) {
  const say = ltiText();
  const list = useListState(launchesShape);
  const query = useQuery({ ...launchesQuery(useApi(ltiApi), list), placeholderData: (before) => before });
  const columns = useLaunchColumns();
  const [failure, setFailure] = useState<string | null>(null);
  const repairOf = useRepair(setFailure);
  const action = (launch: LtiLaunch) => {
    const repair = repairOf(launch);
    return (
      repair !== null && (
        <RowButton look="quiet" label={repair.word} state="ready" onPress={repair.press}>
          {repair.word}
        </RowButton>
      )
    );
  };
  return (
    <section>
      <div className={s.head}>
        <h2>{say('log.title')}</h2>
        <span className="soft small">{say('log.today', { count: today.launches, refused: today.refused })}</span>
      </div>
      {failure !== null && <Banner hue="red">{failure}</Banner>}
      <DataTable
        name="launches"
        label={say('log.title')}
        list={list}
        columns={columns}
        rows={query.data?.items}
        rowId={(one) => one.id}
        rowName={(one) => one.person ?? say('log.unknown')}
        page={{ next: query.data?.next ?? null }}
        pending={query.isPending}
        {...(query.isError && { stale: { at: query.dataUpdatedAt, retry: query.refetch } })}
        filters={[
          { id: 'platform', title: say('list.platform'), options: platforms.map(({ id, name }) => ({ value: id, label: name })) },
          {
            id: 'result',
            title: say('log.result'),
            options: launchResults.map((value) => ({ value, label: say(`log.${value}`) })),
          },
        ]}
        actions={action}
        phoneActs="below"
        searchLabel={say('log.search')}
        empty={<EmptyState title={say('log.empty')} text={say('log.emptyText')} />}
      />
    </section>
  );
}
