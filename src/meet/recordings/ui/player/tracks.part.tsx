import { useMemo, useRef, useState } from 'react';
import { Panel } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { Playback } from '../../playback.contract.ts';
import { recordingsText } from '../recordings-text.hook.ts';
import { captionAt, firstCaptions, useCues } from './caption-text.hook.ts';
import { PlayedChat } from './chat.part.tsx';
import { Chapters, Controls, SeekBar } from './controls.part.tsx';
import type { PlayerManifest } from './manifest.hook.ts';
import { usePlayerKeys, usePlaying } from './player-state.hook.ts';
import { RecordingSearch } from './recording-search.part.tsx';
import { Stage } from './stage.part.tsx';
import { Transcript } from './transcript.part.tsx';
import { activityOf, chaptersOf, namesOf } from './time-line.hook.ts';
import s from './player.module.css';

const activityParts = 120;
export type TracksProps = { playback: Pick<Playback, 'id' | 'name' | 'captions' | 'poster' | 'mayDownload'>; url: string };

/** The tracks of a meeting on one time line, with what was written and shown. */
export function Tracks({ playback, url, manifest }: TracksProps & { manifest: PlayerManifest }) {
  const say = recordingsText();
  const { locale } = useReader();
  const playing = usePlaying(playback.id, manifest);
  const frame = useRef<HTMLDivElement>(null);
  const [track, setTrack] = useState<string | null>(null);
  const firstTrack = firstCaptions(playback.captions, locale)?.url ?? null;
  const cues = useCues(track ?? firstTrack);
  const { clock } = playing;
  const facts = useMemo(
    () => ({
      activity: activityOf(manifest, activityParts),
      chapters: chaptersOf(manifest.events, manifest.slides.visits),
      names: namesOf(manifest.events),
    }),
    [manifest],
  );
  const full = () =>
    void (document.fullscreenElement === null ? frame.current?.requestFullscreen?.() : document.exitFullscreen());
  usePlayerKeys(playing, {
    full,
    captions: () => setTrack((now) => (now === null ? firstTrack : null)),
  });
  return (
    <div className={s.player} data-player={playing.playing} data-at={Math.round(playing.at)}>
      <div className={s.screen} ref={frame}>
        {playing.broken > 0 && <Banner hue="amber">{say('player.broken', { count: playing.broken })}</Banner>}
        <Stage
          {...{ manifest, url, playing, poster: playback }}
          caption={track === null || cues === null ? '' : captionAt(cues, playing.at)}
        />
        <SeekBar playing={playing} length={manifest.length} chapters={facts.chapters} activity={facts.activity} />
        <Controls
          playing={playing}
          length={manifest.length}
          captions={playback.captions}
          caption={track}
          onCaption={setTrack}
          onFull={full}
        />
        {playback.mayDownload && !manifest.hasVideo && <p className="soft small">{say('player.noVideo')}</p>}
        {firstTrack !== null && <Transcript cues={cues} at={playing.at} seek={clock.seek} />}
      </div>
      <div className={s.side}>
        <RecordingSearch manifest={manifest} playing={playing} />
        {facts.chapters.length > 1 && (
          <Panel id="chapters" title={say('player.chapters')} flush="flush">
            <Chapters playing={playing} chapters={facts.chapters} names={facts.names} />
          </Panel>
        )}
        <PlayedChat events={manifest.events} playing={playing} />
      </div>
    </div>
  );
}
