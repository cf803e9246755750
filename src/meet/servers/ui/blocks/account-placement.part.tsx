import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import type { AccountPlacement } from '../../server-views.contract.ts';
import { serversApi, type ServersClient } from '../servers-data.hook.ts';
import { serversText } from '../servers-text.hook.ts';
import s from './account-placement.module.css';

const placementQuery = (api: ServersClient, id: string) =>
  callQuery({ area: 'admin', name: 'servers.placementOf', call: api.servers.placementOf, input: { params: { id } } });

type PlacementDraft = Pick<AccountPlacement, 'pools' | 'poolsRequired' | 'region' | 'regionRequired'>;
const draftOf = ({ pools, poolsRequired, region, regionRequired }: AccountPlacement): PlacementDraft => ({
  pools,
  poolsRequired,
  region,
  regionRequired,
});
const together = (known: readonly string[], own: readonly string[]) => [...new Set([...known, ...own])];

function Form({ id, placement }: { id: string; placement: AccountPlacement }) {
  const say = serversText();
  const api = useApi(serversApi);
  const queries = useQueryClient();
  const failureText = useFailureText(say);
  const [draft, setDraft] = useState(draftOf(placement));
  const [state, setState] = useState({ busy: '', trouble: '' });
  const put = (change: Partial<PlacementDraft>) => setDraft((now) => ({ ...now, ...change }));
  const toggle = (pool: string) =>
    put({ pools: draft.pools.includes(pool) ? draft.pools.filter((one) => one !== pool) : [...draft.pools, pool] });
  const changed = JSON.stringify(draft) !== JSON.stringify(draftOf(placement));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setState({ busy: 'busy', trouble: '' });
    try {
      const saved = await api.servers.setPlacement({ params: { id }, body: { ...draft, version: placement.version } });
      queries.setQueryData(placementQuery(api, id).queryKey, saved);
      setState({ busy: '', trouble: '' });
    } catch (error) {
      setState({ busy: '', trouble: failureText(error) });
    }
  };
  const pools = together(placement.known.pools, placement.pools);
  const regions = together(placement.known.regions, placement.region === null ? [] : [placement.region]);
  return (
    <form method="post" className={s.form} onSubmit={(event) => void save(event)} noValidate>
      {pools.length > 0 && (
        <fieldset className={s.pools}>
          <legend>{say('place.pools')}</legend>
          {pools.map((pool) => (
            <Checkbox key={pool} label={<bdi>{pool}</bdi>} checked={draft.pools.includes(pool)} onChange={() => toggle(pool)} />
          ))}
          {draft.pools.length > 0 && (
            <Checkbox
              label={say('place.only')}
              checked={draft.poolsRequired}
              onChange={(event: ChangeEvent<HTMLInputElement>) => put({ poolsRequired: event.currentTarget.checked })}
            />
          )}
        </fieldset>
      )}
      {regions.length > 0 && (
        <fieldset className={s.pools}>
          <legend className="hidden">{say('place.region')}</legend>
          <NativeSelect
            label={say('place.region')}
            value={draft.region ?? ''}
            onChange={(event) => put({ region: event.currentTarget.value === '' ? null : event.currentTarget.value })}
            data={[{ value: '', label: say('place.anyRegion') }, ...regions.map((value) => ({ value, label: value }))]}
          />
          {draft.region !== null && (
            <Checkbox
              label={say('place.only')}
              checked={draft.regionRequired}
              onChange={(event: ChangeEvent<HTMLInputElement>) => put({ regionRequired: event.currentTarget.checked })}
            />
          )}
        </fieldset>
      )}
      {pools.length + regions.length === 0 && <p className="small quiet">{say('place.none')}</p>}
      {state.trouble !== '' && (
        <p className={s.trouble} role="alert">
          {state.trouble}
        </p>
      )}
      {changed && (
        <Button type="submit" loading={state.busy !== ''} className={s.save}>
          {say('place.save')}
        </Button>
      )}
    </form>
  );
}

function Loaded({ id }: { id: string }) {
  const say = serversText();
  const { data } = useQuery(placementQuery(useApi(serversApi), id));
  return (
    <Panel id="placement" title={say('place.title')}>
      <p className="small quiet">{say('place.lead')}</p>
      {data !== undefined && <Form key={data.version} id={id} placement={data} />}
    </Panel>
  );
}

/** Which servers the meetings of an account may or should use; for those alone who look after the servers. */
export function AccountPlacementPanel({ id }: { id: string }) {
  const { user, can } = useAuth();
  return user?.account?.kind === 'operator' && can('servers.manage') ? <Loaded id={id} /> : null;
}
