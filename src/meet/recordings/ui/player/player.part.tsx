import { Suspense, useEffect, useState } from 'react';
import { Banner, Bone } from '#kit/ui/feedback.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { recordingsText } from '../recordings-text.hook.ts';
import { useFetched } from './fetched.hook.ts';
import type { PlayerManifest } from './manifest.hook.ts';
import type { TracksProps } from './tracks.part.tsx';
import s from './player.module.css';

// what checks and plays the tracks is heavy, and not needed before there is a manifest; it comes while the file is on its way
const checker = () => import('./manifest.hook.ts');
const Tracks = loadable(async () => (await import('./tracks.part.tsx')).Tracks);
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
  const [trouble, setTrouble] = useState('');
  return (
    <div className={s.file}>
      {trouble !== '' && <Banner hue="red">{say('player.missing')}</Banner>}
      {/* biome-ignore lint/a11y/useMediaCaption: a recording has the captions that somebody gave it */}
      <video src={url} controls playsInline preload="metadata" onError={() => setTrouble('missing')}>
        {playback.captions.map((one) => (
          <track key={one.url} kind="captions" src={one.url} srcLang={one.lang} label={one.label} />
        ))}
      </video>
    </div>
  );
}
