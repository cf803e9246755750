import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useTimeText } from '#kit/ui/time.tsx';
import type { DataEndView } from '#operate/ownership/data-ends.contract.ts';
import { adminText } from './admin-text.hook.ts';
import s from './admin.module.css';
import { dataEndQuery, dataEndsApi } from './data-ends.hook.ts';
import { DataEndStage } from './data-end-stage.part.tsx';
import { ReasonDialog } from './reason-dialog.part.tsx';

/** What was begun before and why nothing was erased. */
function Past({ past }: Pick<DataEndView, 'past'>) {
  const say = adminText();
  const when = useTimeText();
  const over = past.filter(({ why }) => why !== null);
  if (over.length === 0) return null;
  return (
    <ul className={s.past}>
      {over.map(({ begunAt, why }) => (
        <li key={begunAt} className="tiny quiet">
          {say('dataEnd.stopped', { when: when(begunAt, 'day'), why: why === null ? '' : say(`dataEnd.why.${why}`) })}
        </li>
      ))}
    </ul>
  );
}

function Loaded({ account, view }: { account: { id: string; name: string }; view: DataEndView }) {
  const say = adminText();
  const when = useTimeText();
  const { dataEnds } = useApi(dataEndsApi);
  const queries = useQueryClient();
  const failureText = useFailureText(say);
  const [asking, setAsking] = useState<'asking' | 'no'>('no');
  const [state, setState] = useState({ busy: '', failure: '' });
  const params = { id: account.id };
  const take = async (made: DataEndView) => {
    queries.setQueryData(dataEndQuery(dataEnds, account.id).queryKey, made);
    await queries.invalidateQueries({ queryKey: ['admin'] });
  };
  const hold = async (reason: string) => {
    await take(await dataEnds.hold({ params, body: { reason } }));
    return true;
  };
  const release = async () => {
    setState({ busy: 'busy', failure: '' });
    const failure = await dataEnds
      .release({ params })
      .then(take)
      .then(() => '', failureText);
    setState({ busy: '', failure });
  };
  return (
    <div className={s.ending}>
      {state.failure !== '' && (
        <p className={s.trouble} role="alert">
          {state.failure}
        </p>
      )}
      {view.endedAt !== null && <p className="small">{say('dataEnd.ended', { when: when(view.endedAt, 'day') })}</p>}
      <p className="small">{view.stage === null ? say('dataEnd.nothing') : <DataEndStage stage={view.stage} on={view.on} />}</p>
      {view.gone !== null && (
        <p className="small soft">{say('dataEnd.gone', { when: when(view.gone.at, 'day'), recordings: view.gone.recordings })}</p>
      )}
      {view.hold === null ? (
        <Button onClick={() => setAsking('asking')}>{say('dataEnd.hold')}</Button>
      ) : (
        <>
          <p className="small soft" dir="auto">
            {say('dataEnd.held', { when: when(view.hold.at, 'day'), name: view.hold.by ?? '–', reason: view.hold.reason })}
          </p>
          <Button loading={state.busy !== ''} onClick={() => void release()}>
            {say('dataEnd.release')}
          </Button>
        </>
      )}
      <Past past={view.past} />
      {asking === 'asking' && (
        <ReasonDialog
          look="plain"
          words={{
            title: say('dataEnd.holdTitle', { name: account.name }),
            lead: say('dataEnd.holdLead'),
            reason: say('dataEnd.reason'),
            hint: say('dataEnd.hint'),
            verb: say('dataEnd.holdVerb'),
          }}
          go={hold}
          onClose={() => setAsking('no')}
        />
      )}
    </div>
  );
}

/** What becomes of an account's data after its plan ended unpaid; for the operator alone. */
export function DataEndPanel({ account }: { account: { id: string; name: string; kind: string } }) {
  const say = adminText();
  const { user } = useAuth();
  const mine = user?.account?.kind === 'operator' && account.kind === 'customer';
  const { data } = useQuery({ ...dataEndQuery(useApi(dataEndsApi).dataEnds, account.id), enabled: mine });
  if (!mine) return null;
  return (
    <Panel id="data-end" title={say('dataEnd.title')}>
      {data !== undefined && <Loaded account={account} view={data} />}
    </Panel>
  );
}
