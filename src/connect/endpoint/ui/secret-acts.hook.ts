import { IconHourglass, IconKey, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useTimeText } from '#kit/ui/time.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import type { SecretItem } from '../endpoint.contract.ts';
import { endpointApi, useEndpointRefresh } from './endpoint-data.hook.ts';
import { endpointText } from './endpoint-text.hook.ts';
import { hintOf } from './secret-rows.hook.ts';

export type SecretActs = {
  extend: (secret: SecretItem) => void;
  end: (secret: SecretItem) => void;
  /** The id of the secret that is being worked on. */
  busy: string | null;
  trouble: string;
};

/** Lets secrets work longer and ends them: asks where programs are cut off, and tells how it went. */
export function useSecretActs(): SecretActs {
  const say = endpointText();
  const api = useApi(endpointApi);
  const ask = useAsk();
  const toast = useToast();
  const time = useTimeText();
  const refresh = useEndpointRefresh();
  const failureText = useFailureText(say);
  const [busy, setBusy] = useState<string | null>(null);
  const [trouble, setTrouble] = useState('');
  const work = async (secret: SecretItem, deed: () => Promise<void>) => {
    setBusy(secret.id);
    setTrouble('');
    try {
      await deed();
    } catch (error) {
      setTrouble(failureText(error));
    } finally {
      setBusy(null);
      await refresh();
    }
  };
  const extend = (secret: SecretItem) =>
    work(secret, async () => {
      const { name, endsAt } = await api.endpoint.extend({ params: { id: secret.id } });
      if (endsAt !== null) toast({ icon: IconHourglass, text: say('secrets.extended', { name, time: time(endsAt, 'full') }) });
    });
  const end = async (secret: SecretItem) => {
    const used = secret.lastUsedAt === null ? say('secrets.neverUsed') : say('ask.endUsed', { time: time(secret.lastUsedAt) });
    const yes = await ask({
      title: say('ask.endTitle', { name: secret.name }),
      lead: say('ask.endLead', { hint: hintOf(secret) }),
      facts: [{ id: 'used', icon: IconKey, text: used }],
      verb: say('ask.endVerb'),
      safe: say('ask.safe'),
      ...(secret.state === 'active' && { typeName: secret.name }),
    });
    if (!yes) return;
    await work(secret, async () => {
      await api.endpoint.revoke({ params: { id: secret.id } });
      toast({ icon: IconTrash, text: say('secrets.gone', { name: secret.name }) });
    });
  };
  return { extend: (secret) => void extend(secret), end: (secret) => void end(secret), busy, trouble };
}
