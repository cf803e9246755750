import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { kitText } from '#kit/ui/text/kit-text.ts';
import type { SecretItem } from '../endpoint.contract.ts';
import { endpointApi } from './endpoint-data.hook.ts';
import { endpointText } from './endpoint-text.hook.ts';
import s from './endpoint.module.css';

const shownFor = 2000;

/** Writes a text that is still on its way; Safari takes it only when the writing begins with the press. */
async function writeLater(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text);
  const blob = text.then((value) => new Blob([value], { type: 'text/plain' }));
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

/** Copies a secret without showing it. Where that cannot be done it is shown instead. */
export function SecretCopy({ secret, onShow }: { secret: SecretItem; onShow: () => void }) {
  const say = endpointText();
  const kit = kitText();
  const api = useApi(endpointApi);
  const [copied, setCopied] = useState('no');
  useEffect(() => {
    if (copied === 'no') return;
    const timer = setTimeout(() => setCopied('no'), shownFor);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    writeLater(api.endpoint.reveal({ params: { id: secret.id } }).then((shown) => shown.secret)).then(
      () => setCopied('yes'),
      onShow,
    );
  const Icon = copied === 'yes' ? IconCheck : IconCopy;
  return (
    <>
      <button
        type="button"
        className={s.copy}
        aria-label={say('secrets.copy', { name: secret.name })}
        title={say('secrets.copy', { name: secret.name })}
        onClick={() => void copy()}
      >
        <Icon size={16} stroke={1.75} />
      </button>
      <span className="hidden" role="status">
        {copied === 'yes' ? kit('copy.copied') : ''}
      </span>
    </>
  );
}
