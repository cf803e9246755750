import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Banner, Bone } from '#kit/ui/feedback.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { recordingsText } from '../recordings-text.hook.ts';
import { firstCaptions, useCues } from './caption-text.hook.ts';
import { useFetched } from './fetched.hook.ts';
import type { PlayerManifest } from './manifest.hook.ts';
import type { TracksProps } from './tracks.part.tsx';
import s from './player.module.css';

// what checks and plays the tracks is heavy, and not needed before there is a manifest; it comes while the file is on its way
const checker = () => import('./manifest.hook.ts');
const Tracks = loadable(async () => (await import('./tracks.part.tsx')).Tracks);
const Transcript = loadable(async () => (await import('./transcript.part.tsx')).Transcript);
const manifestOf = async (answer: Response): Promise<PlayerManifest> => {
  const [{ readManifest }, json] = await Promise.all([checker(), answer.json(), Tracks.preload()]);
  return readManifest(json);
};

/** The tracks of a meeting on one time line. */
export function TracksPlayer({ playback, url }: TracksProps) {
  const say = recordingsText();
  const file = useFetched(url, manifestOf);
  useEffect(() => void Promise.all([checker(), Tracks.preload()]).catch(() => null), []);
  if (file.state === 'failed') return <Banner hue="red">{say('player.missing')}</Banner>;
  if (file.state === 'loading') return <Bone w="100%" h={420} />;
  return (
    <Suspense fallback={<Bone w="100%" h={420} />}>
      <Tracks playback={playback} url={url} manifest={file.data} />
    </Suspense>
  );
}

/** One file with picture and sound. */
export function FilePlayer({ playback, url }: TracksProps) {
  const say = recordingsText();
  const { locale } = useReader();
  const video = useRef<HTMLVideoElement>(null);
  const [trouble, setTrouble] = useState('');
  const [at, setAt] = useState(0);
  const captions = firstCaptions(playback.captions, locale);
  const cues = useCues(captions?.url ?? null);
  const seek = useCallback((ms: number) => {
    if (video.current !== null) video.current.currentTime = ms / 1000;
  }, []);
  return (
    <div className={s.file}>
      {trouble !== '' && <Banner hue="red">{say('player.missing')}</Banner>}
      <video
        ref={video}
        src={url}
        controls
        playsInline
        preload="metadata"
        {...(playback.poster !== null && { poster: playback.poster })}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime * 1000)}
        onError={() => setTrouble('missing')}
      >
        {playback.captions.map((one) => (
          <track key={one.url} kind="captions" src={one.url} srcLang={one.lang} label={one.label} />
        ))}
      </video>
      {captions !== undefined && (
        <Suspense>
          <Transcript cues={cues} at={at} seek={seek} />
        </Suspense>
      )}
    </div>
  );
}
