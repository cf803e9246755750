import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ResultIn } from '#kit/contract.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner, Bone } from '#kit/ui/feedback.tsx';
import { Time } from '#kit/ui/time.tsx';
import type { recordingsCalls } from '../recordings.contract.ts';
import { recordingsApi } from './recordings-api.hook.ts';
import { recordingsText } from './recordings-text.hook.ts';
import s from './transfer.module.css';

type TransferCommand = ResultIn<typeof recordingsCalls.transferCommand>;

/** The command is made when the dialog opens; it is not kept anywhere. */
function useCommand(id: string) {
  const api = useApi(recordingsApi);
  const failureText = useFailureText(recordingsText());
  const [made, setMade] = useState<TransferCommand | null>(null);
  const [trouble, setTrouble] = useState('');
  const [busy, setBusy] = useState('');
  const make = async (key: 'keep' | 'renew') => {
    setBusy(key);
    setTrouble('');
    try {
      setMade(await api.recordings.transferCommand({ params: { id }, body: { key } }));
    } catch (error) {
      setTrouble(failureText(error));
    } finally {
      setBusy('');
    }
  };
  return { made, trouble, busy, make };
}

function Facts({ made }: { made: TransferCommand }) {
  const say = recordingsText();
  return (
    <dl className={s.facts}>
      <div>
        <dt>{say('transfer.until')}</dt>
        <dd>
          <Time at={made.expiresAt} />
        </dd>
      </div>
      <div>
        <dt>{say('transfer.heard')}</dt>
        <dd>{made.usedAt === null ? say('transfer.never') : <Time at={made.usedAt} />}</dd>
      </div>
    </dl>
  );
}

/** The command that makes a BBB server send its recordings here. */
export function TransferDialog({ server, onClose }: { server: { id: string; name: string }; onClose: () => void }) {
  const say = recordingsText();
  const ask = useAsk();
  const { made, trouble, busy, make } = useCommand(server.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when it opens
  useEffect(() => void make('keep'), [server.id]);
  const renew = async () => {
    const sure = await ask({
      title: say('transfer.renewTitle', { name: server.name }),
      lead: say('transfer.renewLead'),
      verb: say('transfer.renew'),
      safe: say('transfer.keep'),
    });
    if (sure) await make('renew');
  };
  return (
    <Dialog title={say('transfer.title', { name: server.name })} lead={say('transfer.lead')} width={620} onClose={onClose}>
      {trouble !== '' && <Banner hue="red">{trouble}</Banner>}
      {made === null && trouble === '' && <Bone w="100%" h={88} />}
      {made !== null && (
        <>
          <div className={s.command}>
            <code dir="ltr">{made.command}</code>
            <CopyButton text={made.command} label={say('transfer.copy')} />
          </div>
          <p className="small soft">{say('transfer.secret')}</p>
          <Facts made={made} />
        </>
      )}
      <div className={dialogs.acts}>
        <Button variant="subtle" data-danger loading={busy === 'renew'} onClick={() => void renew()}>
          {say('transfer.renew')}
        </Button>
        <Button onClick={onClose}>{say('share.close')}</Button>
      </div>
    </Dialog>
  );
}
