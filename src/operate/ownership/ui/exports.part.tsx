import { Button, Checkbox } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Meter, Panel } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useSizeText } from '#kit/ui/size-text.ts';
import { isBeingMade, MADE_FILE_LOOK_MS, madeFileStates } from '#kit/ui/made-file.ts';
import { Status } from '#kit/ui/status.tsx';
import { Time, useTimeText } from '#kit/ui/time.tsx';
import type { ExportItem } from '../ownership.contract.ts';
import { exportsQuery, useOwnership } from './blocks/ownership-query.hook.ts';
import { useDeed } from './deed.hook.ts';
import s from './ownership.module.css';
import { ownershipText } from './ownership-text.hook.ts';

function Row({ item, onLoad }: { item: ExportItem; onLoad: () => void }) {
  const say = ownershipText();
  const when = useTimeText();
  const size = useSizeText();
  return (
    <li data-export={item.state}>
      <Status of={madeFileStates[item.state]} />
      {item.state === 'running' && (
        <span className={s.bar}>
          <Meter value={item.progress} of={100} label={say('export.progress')} />
        </span>
      )}
      <span className="grow small">
        <DotLine>
          <Time at={item.createdAt} />
          <span className="quiet">{item.by.name}</span>
          {item.bytes !== null && <span className="quiet">{size(item.bytes)}</span>}
          {item.state === 'ready' && item.endsAt !== null && (
            <span className="quiet">{say('export.until', { when: when(item.endsAt, 'day') })}</span>
          )}
        </DotLine>
      </span>
      {item.state === 'ready' && item.mine && (
        <Button size="xs" leftSection={<IconDownload size={16} stroke={1.75} />} onClick={onLoad}>
          {say('export.load')}
        </Button>
      )}
    </li>
  );
}

/** Everything of the account in one file. */
export function Exports() {
  const say = ownershipText();
  const api = useOwnership();
  const { data } = useSuspenseQuery({
    ...exportsQuery(api),
    refetchInterval: ({ state }) => (isBeingMade(state.data?.items ?? []) ? MADE_FILE_LOOK_MS : false),
  });
  const { busy, trouble, deed, proof } = useDeed();
  const [withRecordings, setWithRecordings] = useState<'yes' | 'no'>('no');
  const start = () =>
    deed('start', say('export.what'), () => api.startExport({ body: { withRecordings: withRecordings === 'yes' } }));
  const load = async (id: string) => {
    const link = await deed('load', say('export.what'), () => api.exportLink({ params: { id } }));
    if (link !== null) window.location.assign(link.url);
  };
  return (
    <Panel id="export" title={say('export.title')}>
      <div className={s.body}>
        {trouble !== '' && <Banner hue="red">{trouble}</Banner>}
        <p className="small soft">{say('export.lead')}</p>
        <Checkbox
          label={say('export.recordings')}
          checked={withRecordings === 'yes'}
          onChange={(event) => setWithRecordings(event.currentTarget.checked ? 'yes' : 'no')}
        />
        <Button loading={busy === 'start'} disabled={isBeingMade(data.items)} onClick={() => void start()}>
          {say('export.start')}
        </Button>
        {data.items.length > 0 && (
          <ul className={s.rows}>
            {data.items.map((item) => (
              <Row key={item.id} item={item} onLoad={() => void load(item.id)} />
            ))}
          </ul>
        )}
      </div>
      {proof}
    </Panel>
  );
}
