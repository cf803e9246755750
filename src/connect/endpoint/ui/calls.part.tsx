import { Button, NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr } from '#kit/ui/bits.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { type ListControls, useListState } from '#kit/ui/table/list-state.ts';
import { Status } from '#kit/ui/status.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { EndpointCall } from '../endpoint.contract.ts';
import { builderCalls } from '../endpoint.rules.ts';
import { useRefusalWords } from './blocks/refusal-words.hook.ts';
import { useCallTime } from './call-time.hook.ts';
import { callsQuery, callsShape, type EndpointView, endpointApi, outcomes, spanNames } from './endpoint-data.hook.ts';
import { endpointText } from './endpoint-text.hook.ts';
import s from './endpoint.module.css';
import type { OpenDialog } from './secret-dialogs.part.tsx';

/** How often the newest calls are asked for while the page is looked at. Milliseconds. */
const every = 5_000;
/** Refusals that go away when the secret allows more. */
const ofSecret: ReadonlySet<string | null> = new Set([
  'body_hash',
  'address_not_allowed',
  'call_not_allowed',
  'calls_per_minute',
]);

const loggedCalls: readonly string[] = [...builderCalls, 'getSessions', 'putRecordingTextTrack'];

function Filters({ list, endpoint }: { list: ListControls; endpoint: EndpointView }) {
  const say = endpointText();
  const select = (id: string, label: string, data: { value: string; label: string }[]) => (
    <NativeSelect
      key={id}
      aria-label={label}
      data={data}
      value={list.filters[id]?.[0] ?? ''}
      onChange={(event) => list.setFilter(id, event.currentTarget.value === '' ? [] : [event.currentTarget.value])}
    />
  );
  return (
    <search className={s.filters}>
      {select('secret', say('calls.secret'), [
        { value: '', label: say('calls.anySecret') },
        ...endpoint.secrets.map((one) => ({ value: one.id, label: `${one.name} (${one.hint})` })),
      ])}
      {select('call', say('calls.call'), [
        { value: '', label: say('secrets.allCalls') },
        ...loggedCalls.map((value) => ({ value, label: value })),
      ])}
      {select('result', say('calls.result'), [
        { value: '', label: say('calls.anyResult') },
        ...outcomes.map((value) => ({ value, label: say(`calls.outcome.${value}`) })),
      ])}
      {select('span', say('calls.time'), [
        { value: '', label: say('calls.anyTime') },
        ...spanNames.map((value) => ({
          value,
          label: say(`calls.span.${value}`),
        })),
      ])}
    </search>
  );
}

/** How it ended: quiet when it went well, else BBB's own key and in a sentence why, with the way out. */
function CallResult({ call }: { call: EndpointCall }) {
  const say = endpointText();
  const words = useRefusalWords();
  if (call.outcome === 'answered')
    return (
      <span className={s.result}>
        <span className="soft">{say('calls.outcome.answered')}</span>
        {call.reason !== null && <span className="tiny soft">{words(call.reason)}</span>}
        {call.unhonoured.length > 0 && (
          <span className="tiny soft">
            {say('calls.unhonoured')} <Ltr>{call.unhonoured.join(', ')}</Ltr>
          </span>
        )}
      </span>
    );
  return (
    <span className={s.result}>
      <Status of={call.outcome} look="plain">
        {call.key !== null && (
          <bdi dir="ltr" className="mono">
            {call.key}
          </bdi>
        )}
      </Status>
      <span className="tiny soft">{words(call.reason ?? call.key)}</span>
    </span>
  );
}

function CallCells({ call, endpoint, open }: { call: EndpointCall; endpoint: EndpointView; open: OpenDialog }) {
  const say = endpointText();
  const time = useCallTime();
  const { can } = useAuth();
  const { secret } = call;
  const canChange =
    secret !== null &&
    endpoint.rights.manage &&
    ofSecret.has(call.reason) &&
    endpoint.secrets.some((one) => one.id === secret.id);
  return (
    <tr data-call={call.call} data-outcome={call.outcome}>
      <td className="num">{time(call.at)}</td>
      <th scope="row">
        <span className={s.two}>
          <span>
            <bdi dir="ltr" className="strong">
              {call.call}
            </bdi>{' '}
            {call.meeting !== null && <bdi className={s.meeting}>{call.meeting}</bdi>}
          </span>
          {secret !== null && (
            <bdi className="tiny quiet" title={say('calls.secret')}>
              {secret.name}
            </bdi>
          )}
        </span>
      </th>
      <td className={s.wide}>
        <span className={s.two}>
          <span>{say(`client.${call.client}`)}</span>
          <Ltr className="tiny quiet">{call.address}</Ltr>
        </span>
      </td>
      <td>
        <CallResult call={call} />
      </td>
      <td className={`${s.wide} end`}>{say('calls.ms', { count: call.tookMs })}</td>
      <td className={s.actsCell}>
        {canChange && (
          <Button size="xs" variant="subtle" onClick={() => open({ kind: 'edit', secret })}>
            {say('calls.change')}
          </Button>
        )}
        {call.outcome !== 'answered' && can('tickets.create') && (
          <LinkButton size="xs" variant="subtle" to={`/issues/user/add-ticket?kind=call&id=${call.id}`}>
            {say('calls.help')}
          </LinkButton>
        )}
      </td>
    </tr>
  );
}

function Table({ rows, endpoint, open }: { rows: readonly EndpointCall[]; endpoint: EndpointView; open: OpenDialog }) {
  const say = endpointText();
  return (
    <table className={s.calls} aria-label={say('calls.title')}>
      <thead>
        <tr>
          <th scope="col">{say('calls.time')}</th>
          <th scope="col">{say('calls.call')}</th>
          <th scope="col" className={s.wide}>
            {say('calls.client')}
          </th>
          <th scope="col">{say('calls.result')}</th>
          <th scope="col" className={`${s.wide} end`}>
            {say('calls.took')}
          </th>
          <td>
            <span className="hidden">{say('secrets.actions')}</span>
          </td>
        </tr>
      </thead>
      <tbody>
        {rows.map((call) => (
          <CallCells key={call.id} call={call} endpoint={endpoint} open={open} />
        ))}
      </tbody>
    </table>
  );
}

/** The log: who called, what came of it, and of each refusal why. New calls come by themselves. */
export function Calls({ endpoint, open }: { endpoint: EndpointView; open: OpenDialog }) {
  const say = endpointText();
  const api = useApi(endpointApi);
  const { now } = useReader();
  const failureText = useFailureText(say);
  const list = useListState(callsShape);
  const query = useInfiniteQuery({
    ...callsQuery(api, list, () => (typeof window === 'undefined' ? now : Date.now())),
    placeholderData: (before) => before,
    // a reader further down must not lose the position
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : every),
  });
  const pages = query.data?.pages ?? [];
  const rows = pages.flatMap((page) => page.items);
  const total = pages[0]?.total;
  const { today, refused } = endpoint.calls;
  return (
    <section aria-labelledby="calls" className={s.log}>
      <header className={s.logHead}>
        <h2 id="calls">{say('calls.title')}</h2>
        <span className="small quiet grow">{say('calls.today', { calls: today, refused })}</span>
        {(list.narrowed || rows.length > 0) && <Filters list={list} endpoint={endpoint} />}
      </header>
      {query.error !== null && <Banner hue="red">{failureText(query.error)}</Banner>}
      {rows.length > 0 && <Table rows={rows} endpoint={endpoint} open={open} />}
      {rows.length === 0 && query.isSuccess && list.narrowed && (
        <p className={s.nothing}>
          <span>{say('calls.nothing')}</span>
          <Button onClick={list.clear}>{say('calls.clear')}</Button>
        </p>
      )}
      {rows.length === 0 && query.isSuccess && !list.narrowed && (
        <EmptyState title={say('calls.emptyTitle')} text={say('calls.emptyText')} />
      )}
      {rows.length > 0 && (
        <footer className={s.logFoot}>
          {total !== undefined && (
            <span className="tiny quiet">{say('calls.shown', { shown: rows.length, total: Math.max(total, rows.length) })}</span>
          )}
          {query.hasNextPage && (
            <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {say('calls.more')}
            </Button>
          )}
        </footer>
      )}
    </section>
  );
}
