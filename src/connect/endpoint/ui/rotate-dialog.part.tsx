import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import type { SecretItem } from '../endpoint.contract.ts';
import { endpointApi, useEndpointRefresh } from './endpoint-data.hook.ts';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { endpointText } from './endpoint-text.hook.ts';
import s from './endpoint.module.css';

/** Hours for which the old secret may work on. */
const overlaps = [0, 1, 24, 72, 168, 720] as const;

type Props = { secret: Pick<SecretItem, 'id' | 'name'>; onDone: (fresh: SecretItem) => void; onClose: () => void };
/** Makes a successor, and asks how long the old one works on. */
export function RotateDialog({ secret, onDone, onClose }: Props) {
  const say = endpointText();
  const api = useApi(endpointApi);
  const refresh = useEndpointRefresh();
  const failureText = useFailureText(say);
  const [hours, setHours] = useState(24);
  const [state, setState] = useState({ busy: 'no', trouble: '' });
  const word = (count: number) => {
    if (count === 0) return say('rotate.atOnce');
    return count < 48 ? say('rotate.hours', { count }) : say('rotate.days', { count: count / 24 });
  };
  const rotate = async () => {
    setState({ busy: 'yes', trouble: '' });
    try {
      const { fresh } = await api.endpoint.rotate({ params: { id: secret.id }, body: { overlapHours: hours } });
      await refresh();
      onDone(fresh);
    } catch (error) {
      setState({ busy: 'no', trouble: failureText(error) });
    }
  };
  return (
    <Dialog title={say('rotate.title', { name: secret.name })} lead={say('rotate.lead')} width={520} onClose={onClose}>
      <div className={s.fields}>
        {state.trouble !== '' && <Banner hue="red">{state.trouble}</Banner>}
        <NativeSelect
          size="md"
          label={say('rotate.overlap')}
          data={overlaps.map((count) => ({ value: String(count), label: word(count) }))}
          value={String(hours)}
          onChange={(event) => setHours(Number(event.currentTarget.value))}
        />
      </div>
      <div className={dialogs.acts}>
        <Button size="md" onClick={onClose}>
          {say('form.close')}
        </Button>
        <Button size="md" variant="filled" loading={state.busy === 'yes'} onClick={() => void rotate()}>
          {say('secrets.rotate')}
        </Button>
      </div>
    </Dialog>
  );
}
