import { ActionIcon, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner, Bone } from '#kit/ui/feedback.tsx';
import type { RecordingDetail, RecordingItem } from '../recordings.contract.ts';
import { CaptionForm } from './caption-form.part.tsx';
import { useLanguages } from './languages.hook.ts';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { recordingsApi } from './recordings-api.hook.ts';
import { recordingQuery, useRecordingsRefresh } from './recordings-data.hook.ts';
import { recordingsText } from './recordings-text.hook.ts';
import s from './recordings.module.css';

type CaptionFile = RecordingDetail['captionFiles'][number];

function TrackLine({ track, onRemove }: { track: CaptionFile; onRemove: () => void }) {
  const say = recordingsText();
  const { name } = useLanguages();
  const language = name(track.lang);
  return (
    <li>
      <span className="grow">
        <b>{language}</b>{' '}
        <span className="quiet small">
          <DotLine>
            {track.label !== language && track.label}
            {track.kind === 'subtitles' && say('captions.translated')}
          </DotLine>
        </span>
      </span>
      <ActionIcon size={44} aria-label={say('captions.removeOf', { language })} onClick={onRemove}>
        <IconTrash size={18} stroke={1.75} />
      </ActionIcon>
    </li>
  );
}

function Tracks({ id, tracks }: { id: string; tracks: readonly CaptionFile[] }) {
  const say = recordingsText();
  const api = useApi(recordingsApi);
  const ask = useAsk();
  const { name } = useLanguages();
  const refresh = useRecordingsRefresh();
  const failureText = useFailureText(say);
  const [trouble, setTrouble] = useState('');
  const remove = async (track: CaptionFile) => {
    const language = name(track.lang);
    const sure = await ask({
      title: say('captions.removeTitle', { language }),
      lead: say('captions.removeLead'),
      verb: say('captions.remove'),
      safe: say('destroy.safe'),
    });
    if (!sure) return;
    setTrouble('');
    await api.recordings.removeCaption({ params: { id }, body: { captionId: track.id } });
    await refresh();
  };
  if (tracks.length === 0) return <p className="small quiet">{say('captions.none')}</p>;
  return (
    <>
      <ul className={s.tracks} aria-label={say('acts.captions')}>
        {tracks.map((track) => (
          <TrackLine
            key={track.id}
            track={track}
            onRemove={() => void remove(track).catch((error: unknown) => setTrouble(failureText(error)))}
          />
        ))}
      </ul>
      {trouble !== '' && <Banner hue="red">{trouble}</Banner>}
    </>
  );
}

/** The text tracks of a recording: which there are, adding one from a file or by pasting it, removing. */
export function CaptionsDialog({ item, onClose }: { item: Pick<RecordingItem, 'id' | 'name'>; onClose: () => void }) {
  const say = recordingsText();
  const { data } = useQuery(recordingQuery(useApi(recordingsApi), item.id));
  return (
    <Dialog title={say('captions.title', { name: item.name })} lead={say('captions.lead')} onClose={onClose}>
      {data === undefined ? <Bone w="100%" h={44} /> : <Tracks id={item.id} tracks={data.captionFiles} />}
      <CaptionForm id={item.id} there={data?.captionFiles ?? []} />
      <div className={dialogs.acts}>
        <Button onClick={onClose}>{say('share.close')}</Button>
      </div>
    </Dialog>
  );
}
