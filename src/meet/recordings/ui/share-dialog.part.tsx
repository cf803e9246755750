import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Qr } from '#kit/ui/qr.tsx';
import { Time } from '#kit/ui/time.tsx';
import type { RecordingItem } from '../recordings.contract.ts';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { recordingsApi } from './recordings-api.hook.ts';
import { recordingsText } from './recordings-text.hook.ts';
import s from './recordings.module.css';

const lives = ['1', '24', '168', '720'] as const;
type SharedLinkMade = { url: string; expiresAt: number };

function MadeLink({ made }: { made: SharedLinkMade }) {
  const say = recordingsText();
  return (
    <div className={s.made}>
      <Qr text={made.url} size={128} label={say('share.qr')} />
      <div className="grow">
        <p className="small soft">
          {say('share.until')} <Time at={made.expiresAt} look="full" />
        </p>
        <p className={s.address}>
          <bdi dir="ltr" className="small" data-share-link>
            {made.url}
          </bdi>
        </p>
        <CopyButton text={made.url} />
      </div>
    </div>
  );
}

/** Makes a link that plays the recording until it expires; all links of it can be ended here. */
export function ShareDialog({ item, onClose }: { item: Pick<RecordingItem, 'id' | 'name'>; onClose: () => void }) {
  const say = recordingsText();
  const api = useApi(recordingsApi);
  const failureText = useFailureText(say);
  const [hours, setHours] = useState<string>('168');
  const [made, setMade] = useState<SharedLinkMade | null>(null);
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState('');
  const run = (name: string, work: () => Promise<void>) => {
    setBusy(name);
    setSaid('');
    void work()
      .catch((error: unknown) => setSaid(failureText(error)))
      .finally(() => setBusy(''));
  };
  const make = async () => setMade(await api.recordings.link({ params: { id: item.id }, body: { hours: Number(hours) } }));
  const end = async () => {
    const { ended } = await api.recordings.endLinks({ params: { id: item.id } });
    setMade(null);
    setSaid(say('share.ended', { count: ended }));
  };
  return (
    <Dialog title={say('share.title', { name: item.name })} lead={say('share.lead')} onClose={onClose}>
      <div className={s.shareForm}>
        <NativeSelect
          label={say('share.life')}
          value={hours}
          onChange={(event) => setHours(event.currentTarget.value)}
          data={lives.map((value) => ({ value, label: say(`share.lives.${value}`) }))}
        />
        <Button variant="filled" loading={busy === 'make'} onClick={() => run('make', make)}>
          {say('share.make')}
        </Button>
      </div>
      {made !== null && <MadeLink made={made} />}
      <p role="status" className="small">
        {said}
      </p>
      <div className={dialogs.acts}>
        <Button data-danger variant="subtle" loading={busy === 'end'} onClick={() => run('end', end)}>
          {say('share.end')}
        </Button>
        <Button onClick={onClose}>{say('share.close')}</Button>
      </div>
    </Dialog>
  );
}
