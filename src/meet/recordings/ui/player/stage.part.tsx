import { Loader } from '@mantine/core';
import { IconMicrophoneOff } from '@tabler/icons-react';
import { lazy, Suspense, useCallback } from 'react';
import { Face } from '#kit/ui/bits.tsx';
import type { Playback } from '../../playback.contract.ts';
import { recordingsText } from '../recordings-text.hook.ts';
import { besideUrl } from './beside-url.hook.ts';
import type { PlayerManifest, PlayerTrack } from './manifest.hook.ts';
import type { PlayerClock } from './player-clock.hook.ts';
import type { PlayingState } from './player-state.hook.ts';
import { isOn, mainPicture, momentAt, namesOf, type PlayerPerson } from './time-line.hook.ts';
import type { PlayedTopics } from './topics.hook.ts';
import { Poster } from './poster.part.tsx';
import { PersonSigns, TimerSign } from './topic-signs.part.tsx';
import s from './player.module.css';

// most recordings have no slides
const SlideStage = lazy(async () => ({ default: (await import('./slide-stage.part.tsx')).SlideStage }));

/** Pages whose pictures are loaded before they are shown. */
const pagesAhead = 2;
/** Files are opened a little before they are heard and seen. Milliseconds. */
const openBefore = 5000;

type TrackProps = { track: PlayerTrack; url: string; clock: PlayerClock };

function Sound({ track, url, clock, sound }: TrackProps & { sound: 'on' | 'off' }) {
  const hold = useCallback((element: HTMLAudioElement | null) => clock.attach(track.file, element), [clock, track.file]);
  return <audio ref={hold} src={url} preload="auto" muted={sound === 'off'} data-track={track.file} data-start={track.start} />;
}

type PictureProps = TrackProps & {
  topics: PlayedTopics;
  name: string;
  person: PlayerPerson | null;
  talks: boolean;
  place: 'main' | 'side' | 'off';
};

function Picture({ track, url, clock, name, person, talks, place, topics }: PictureProps) {
  const say = recordingsText();
  const hold = useCallback((element: HTMLVideoElement | null) => clock.attach(track.file, element), [clock, track.file]);
  return (
    <figure className={s.picture} data-place={place} data-talks={talks || undefined} data-source={track.source}>
      <video ref={hold} src={url} preload="auto" muted playsInline data-track={track.file} data-start={track.start} />
      {track.source === 'cam' && <PersonSigns member={track.member} topics={topics} />}
      <figcaption>
        {person?.muted === 'muted' && track.source === 'cam' && (
          <IconMicrophoneOff size={14} stroke={2} aria-label={say('player.muted')} />
        )}
        <bdi>{track.source === 'screen' ? say('player.screenOf', { name }) : name}</bdi>
      </figcaption>
    </figure>
  );
}

/** Somebody without a camera. */
function Without({ person, talks, topics }: { person: PlayerPerson; talks: boolean; topics: PlayedTopics }) {
  const say = recordingsText();
  return (
    <figure className={s.picture} data-place="side" data-talks={talks || undefined} data-source="none">
      <Face name={person.name} size={44} />
      <PersonSigns member={person.id} topics={topics} />
      <figcaption>
        {person.muted === 'muted' && <IconMicrophoneOff size={14} stroke={2} aria-label={say('player.muted')} />}
        <bdi>{person.name}</bdi>
      </figcaption>
    </figure>
  );
}

type StageProps = {
  manifest: PlayerManifest;
  url: string;
  playing: PlayingState;
  caption: string;
  poster: Pick<Playback, 'name' | 'poster'>;
};

/** The screen, the slide or who talks first, everybody else beside it. */
export function Stage({ manifest, url, playing, caption, poster }: StageProps) {
  const say = recordingsText();
  const { at, clock, sound } = playing;
  const { people, speaking } = momentAt(manifest.events, at);
  const topics = manifest.topicsAt(at);
  const names = namesOf(manifest.events);
  const main = mainPicture(manifest.tracks, { time: at, speaking, spotlight: topics.spotlight });
  const slide = main?.source === 'screen' ? null : manifest.slides.at(at);
  const drawn = slide === null ? [] : manifest.board.elementsAt(at, slide.visit);
  const large = slide === null ? main : null;
  const open = manifest.tracks.filter((track) => isOn(track, at) || isOn(track, at + openBefore));
  const seen = new Set(open.filter((track) => track.source === 'cam' && isOn(track, at)).map((track) => track.member));
  const placeOf = (track: PlayerTrack) => (track.file === large?.file ? 'main' : isOn(track, at) ? 'side' : 'off');
  return (
    <div className={s.stage} data-main={slide === null ? (large?.source ?? 'none') : 'slides'}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people without a pointer must be able to scroll it */}
      <section className={s.pictures} tabIndex={0} aria-label={say('player.pictures')}>
        {manifest.slides.visits.length > 0 && (
          <Suspense>
            <SlideStage
              {...{ url, slide, drawn }}
              next={manifest.slides.visits.filter((one) => one.at > at).slice(0, pagesAhead)}
            />
          </Suspense>
        )}
        {open
          .filter((track) => track.kind === 'video')
          .map((track) => (
            <Picture
              key={track.file}
              track={track}
              url={besideUrl(url, track.file)}
              clock={clock}
              name={names.get(track.member) ?? ''}
              person={people.find((one) => one.id === track.member) ?? null}
              talks={speaking.includes(track.member) && track.source === 'cam'}
              place={placeOf(track)}
              topics={topics}
            />
          ))}
        {people
          .filter((one) => !seen.has(one.id))
          .map((one) => (
            <Without key={one.id} person={one} talks={speaking.includes(one.id)} topics={topics} />
          ))}
      </section>
      {open
        .filter((track) => track.kind === 'audio')
        .map((track) => (
          <Sound key={track.file} track={track} url={besideUrl(url, track.file)} clock={clock} sound={sound} />
        ))}
      {at === 0 && playing.playing === 'paused' && (
        <Poster name={poster.name} picture={poster.poster} over={slide === null ? 'pictures' : 'slide'} onPlay={playing.toggle} />
      )}
      {topics.timer !== null && <TimerSign timer={topics.timer} />}
      {caption !== '' && (
        <p className={s.caption} dir="auto" data-caption>
          {caption}
        </p>
      )}
      {playing.playing === 'playing' && playing.waiting === 'waiting' && (
        <span className={s.waiting} role="status">
          <Loader size={32} color="white" />
          <span className="hidden">{say('player.loading')}</span>
        </span>
      )}
    </div>
  );
}
