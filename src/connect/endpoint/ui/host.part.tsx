import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr } from '#kit/ui/bits.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { Status } from '#kit/ui/status.tsx';
import { type EndpointView, endpointApi, useEndpointRefresh } from './endpoint-data.hook.ts';
import { endpointText } from './endpoint-text.hook.ts';
import s from './endpoint.module.css';
import type { OpenDialog } from './secret-dialogs.part.tsx';
import { siteHost } from './site-host.hook.ts';

/** The record to set, as vendors see theirs. */
export const HostRecord = loadable(async () => (await import('#sales/vendors/ui/blocks/host-record.part.tsx')).HostRecord);

/** The account's own host name: whether it is proven and leads here, and if not, what to do. */
export function OwnHost({ endpoint, open }: { endpoint: EndpointView; open: OpenDialog }) {
  const say = endpointText();
  const api = useApi(endpointApi);
  const refresh = useEndpointRefresh();
  const failureText = useFailureText(say);
  const [state, setState] = useState({ busy: 'no', trouble: '' });
  const { host, rights } = endpoint;
  const check = async () => {
    setState({ busy: 'yes', trouble: '' });
    const trouble = await api.endpoint.checkHost({}).then(() => '', failureText);
    await refresh();
    setState({ busy: 'no', trouble });
  };
  const troubleWord =
    host?.trouble == null ? null : say.maybe(`trouble.${host.trouble}`, { host: `\u2066${siteHost(endpoint)}\u2069` });
  const text = host === null ? say('host.none') : (troubleWord ?? say(host.checkedAt === null ? 'host.unchecked' : 'host.works'));
  return (
    <>
      <div className={s.host}>
        <div className="grow">
          <p className={s.hostName}>
            <span className="strong">{say('host.title')}</span>
            {host !== null && (
              <>
                <Ltr mono="mono">{host.name}</Ltr>
                <Status of={host.trouble !== null ? 'failed' : host.checkedAt === null ? 'toCheck' : 'checked'} look="plain" />
              </>
            )}
          </p>
          <p className="tiny quiet" aria-live="polite">
            {state.trouble === '' ? text : state.trouble}
          </p>
        </div>
        {rights.manage && (
          <span className={s.acts}>
            {host !== null && host.trouble !== 'lapsed' && (
              <Button size="xs" variant="subtle" loading={state.busy === 'yes'} onClick={() => void check()}>
                {say('host.check')}
              </Button>
            )}
            <Button size="xs" variant="subtle" onClick={() => open({ kind: 'host' })}>
              {say(host === null ? 'host.add' : 'host.change')}
            </Button>
          </span>
        )}
      </div>
      {host !== null && host.record !== null && (
        <div className={s.hostRecord}>
          <Suspense>
            <HostRecord record={host.record} />
          </Suspense>
        </div>
      )}
    </>
  );
}
