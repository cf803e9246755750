import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner, Bone } from '#kit/ui/feedback.tsx';
import type { SecretItem } from '../endpoint.contract.ts';
import { endpointApi } from './endpoint-data.hook.ts';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { endpointText } from './endpoint-text.hook.ts';
import s from './endpoint.module.css';

function Value({ label, text }: { label: string; text: string | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={s.value}>
        <bdi dir="ltr" className="mono grow">
          {text ?? <Bone w={280} />}
        </bdi>
        {text !== null && <CopyButton text={text} look="icon" />}
      </dd>
    </div>
  );
}

/** Address and secret to be taken elsewhere. The secret is asked for with the window and forgotten with it. */
export function SecretShown({
  url,
  secret,
  onClose,
}: {
  url: string;
  secret: Pick<SecretItem, 'id' | 'name'>;
  onClose: () => void;
}) {
  const say = endpointText();
  const api = useApi(endpointApi);
  const failureText = useFailureText(say);
  const [shown, setShown] = useState<{ text: string } | { error: unknown } | null>(null);
  const { id } = secret;
  useEffect(() => {
    const asked = { open: 'yes' };
    api.endpoint.reveal({ params: { id } }).then(
      (found) => asked.open === 'yes' && setShown({ text: found.secret }),
      (error: unknown) => asked.open === 'yes' && setShown({ error }),
    );
    return () => {
      asked.open = 'no';
    };
  }, [api, id]);
  return (
    <Dialog title={say('shown.title', { name: secret.name })} lead={say('shown.lead')} width={600} onClose={onClose}>
      {shown !== null && 'error' in shown && <Banner hue="red">{failureText(shown.error)}</Banner>}
      <dl className={s.values}>
        <Value label={say('shown.address')} text={url} />
        <Value label={say('shown.secret')} text={shown !== null && 'text' in shown ? shown.text : null} />
      </dl>
      <div className={dialogs.acts}>
        <Button size="md" variant="filled" onClick={onClose}>
          {say('shown.done')}
        </Button>
      </div>
    </Dialog>
  );
}
