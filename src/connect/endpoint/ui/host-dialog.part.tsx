import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { type DraftForm, useDraftForm } from '#kit/ui/form/form.tsx';
import { isHostName } from '#kit/host-name.ts';
import { type EndpointView, endpointApi, useEndpointRefresh } from './endpoint-data.hook.ts';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { endpointText } from './endpoint-text.hook.ts';
import s from './endpoint.module.css';
import { putHost } from './host-draft.hook.ts';
import { siteHost } from './site-host.hook.ts';

type HostDraft = { host: string };
const named = (host: string) => host.trim().toLowerCase();

/** Sets, changes or removes the account's own host name; a new one is checked at once. */
export function HostDialog({ endpoint, onClose }: { endpoint: EndpointView; onClose: () => void }) {
  const say = endpointText();
  const api = useApi(endpointApi);
  const refresh = useEndpointRefresh();
  const failureText = useFailureText(say);
  const [removing, setRemoving] = useState({ busy: 'no', trouble: '' });
  const put = async (host: string | null) => {
    setRemoving((now) => ({ ...now, trouble: '' }));
    const refusal = await putHost(api, host, refresh);
    if (refusal === null) onClose();
    else form.setError('host', say(`errors.${refusal}`));
  };
  const remove = async () => {
    setRemoving({ busy: 'yes', trouble: '' });
    const trouble = await put(null).then(() => '', failureText);
    setRemoving({ busy: 'no', trouble });
  };
  const form: DraftForm<HostDraft> = useDraftForm<HostDraft>({
    key: null,
    initial: { host: endpoint.host?.name ?? '' },
    check: ({ host }) => ({
      ...(named(host) === '' ? { host: 'required' } : !isHostName(named(host)) && { host: 'bad_host' }),
    }),
    say,
    save: ({ host }) => put(named(host)),
  });
  const trouble = removing.trouble === '' ? (form.failure ?? '') : removing.trouble;
  const lead = say('host.lead', { host: `\u2066${siteHost(endpoint)}\u2069` });
  return (
    <Dialog title={say('host.title')} lead={lead} width={520} onClose={onClose}>
      <form className={s.fields} onSubmit={form.submit} noValidate>
        {trouble !== '' && <Banner hue="red">{trouble}</Banner>}
        <TextInput
          size="md"
          {...form.input('host')}
          label={say('host.field')}
          placeholder="meet.example.org"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={253}
        />
        <div className={dialogs.acts}>
          {endpoint.host !== null && (
            <Button
              size="md"
              variant="subtle"
              data-danger
              loading={removing.busy === 'yes'}
              disabled={form.saving}
              onClick={() => void remove()}
            >
              {say('host.remove')}
            </Button>
          )}
          <Button size="md" onClick={onClose}>
            {say('form.close')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving} disabled={removing.busy === 'yes'}>
            {say('host.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
