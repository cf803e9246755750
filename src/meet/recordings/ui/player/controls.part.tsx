import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import {
  IconBadgeCc,
  IconMaximize,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRewindBackward10,
  IconRewindForward10,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import { cssVars } from '#kit/ui/css-vars.ts';
import { clockText } from '../recording-words.hook.ts';
import { recordingsText } from '../recordings-text.hook.ts';
import type { PlayingState } from './player-state.hook.ts';
import { type PlayerChapter, firstLineWithWords } from './time-line.hook.ts';
import s from './player.module.css';

const rates = ['0.5', '0.75', '1', '1.25', '1.5', '1.75', '2'] as const;
const tenSeconds = 10_000;

/** `url` names the track: one language may have captions and subtitles. */
export type CaptionLanguages = { url: string; lang: string; label: string }[];
type ControlsProps = {
  playing: PlayingState;
  captions: CaptionLanguages;
  caption: string | null;
  onCaption: (url: string | null) => void;
  onFull: () => void;
  length: number;
};

/** Names of people only where several have marked: one name at each chapter says nothing. */
function useChapterWords(chapters: readonly PlayerChapter[], names: Map<string, string>) {
  const say = recordingsText();
  const markers = chapters.filter(({ by }) => by !== null);
  const several = new Set(markers.map(({ by }) => by)).size > 1;
  return (chapter: PlayerChapter): string => {
    const { by, missing, slide } = chapter;
    if (slide !== undefined)
      return `${say('player.page', { page: slide.page })} · ${firstLineWithWords(slide.text) ?? slide.name}`;
    if (missing !== undefined) return say('player.interrupted', { length: clockText(missing) });
    if (by === null) return say('player.beginning');
    const number = markers.indexOf(chapter) + 1;
    const name = several ? (names.get(by) ?? '') : '';
    return name === '' ? say('player.marker', { number }) : say('player.markerBy', { number, name });
  };
}

/** The hill that shows where it was talked, the bar with its chapters, and the place in it. */
export function SeekBar({
  playing,
  length,
  chapters,
  activity,
}: {
  playing: PlayingState;
  length: number;
  chapters: readonly { at: number }[];
  activity: readonly number[];
}) {
  const say = recordingsText();
  const points = activity.map((value, index) => `${(index / Math.max(1, activity.length - 1)) * 100},${24 - value * 22}`);
  const part = (at: number) => `${length > 0 ? (at / length) * 100 : 0}%`;
  return (
    <div className={s.seek} dir="ltr">
      <svg viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true">
        <polygon points={`0,24 ${points.join(' ')} 100,24`} />
      </svg>
      <div className={s.line}>
        <span className={s.done} style={cssVars({ '--part': part(playing.at) })} />
        {chapters
          .filter((one) => one.at > 0)
          .map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a page may be shown at the very place that somebody marked
            <i key={`${one.at} ${index}`} style={cssVars({ '--part': part(one.at) })} />
          ))}
        <input
          type="range"
          min={0}
          max={length}
          step={100}
          value={Math.round(playing.at)}
          aria-label={say('player.place')}
          aria-valuetext={say('player.placeOf', { at: clockText(playing.at), length: clockText(length) })}
          onChange={(event) => playing.clock.seek(Number(event.currentTarget.value))}
        />
      </div>
    </div>
  );
}

function CaptionButton({ captions, caption, onCaption }: Pick<ControlsProps, 'captions' | 'caption' | 'onCaption'>) {
  const say = recordingsText();
  if (captions.length === 0) return null;
  return (
    <NativeSelect
      size="sm"
      className={s.languages ?? ''}
      aria-label={say('player.captions')}
      leftSection={<IconBadgeCc size={18} stroke={1.75} />}
      value={caption ?? ''}
      onChange={(event) => onCaption(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      data={[{ value: '', label: say('player.noCaptions') }, ...captions.map(({ url, label }) => ({ value: url, label }))]}
    />
  );
}

export function Controls({ playing, captions, caption, onCaption, onFull, length }: ControlsProps) {
  const say = recordingsText();
  const runs = playing.playing === 'playing';
  const { sound } = playing;
  return (
    <div className={s.controls} role="toolbar" aria-label={say('player.controls')}>
      <span className={s.run}>
        <ActionIcon size={40} aria-label={say('player.back')} onClick={() => playing.skip(-tenSeconds)}>
          <IconRewindBackward10 size={20} stroke={1.75} />
        </ActionIcon>
        <ActionIcon
          size={44}
          radius={99}
          variant="filled"
          color="accent"
          aria-label={say(runs ? 'player.pause' : 'player.play')}
          onClick={playing.toggle}
        >
          {runs ? <IconPlayerPauseFilled size={20} /> : <IconPlayerPlayFilled size={20} />}
        </ActionIcon>
        <ActionIcon size={40} aria-label={say('player.forward')} onClick={() => playing.skip(tenSeconds)}>
          <IconRewindForward10 size={20} stroke={1.75} />
        </ActionIcon>
        <ActionIcon
          size={40}
          aria-label={say(sound === 'on' ? 'player.soundOff' : 'player.soundOn')}
          onClick={() => playing.setSound(sound === 'on' ? 'off' : 'on')}
        >
          {sound === 'on' ? <IconVolume size={20} stroke={1.75} /> : <IconVolumeOff size={20} stroke={1.75} />}
        </ActionIcon>
        <bdi dir="ltr" className={`num ${s.time}`}>
          <b>{clockText(playing.at)}</b> <span className="quiet">/ {clockText(length)}</span>
        </bdi>
      </span>
      <span className={s.ways}>
        <CaptionButton captions={captions} caption={caption} onCaption={onCaption} />
        <NativeSelect
          size="sm"
          className={s.rate ?? ''}
          aria-label={say('player.speed')}
          value={String(playing.rate)}
          onChange={(event) => playing.setRate(Number(event.currentTarget.value))}
          data={rates.map((value) => ({ value, label: `${value}×` }))}
        />
        <ActionIcon size={40} aria-label={say('player.full')} onClick={onFull}>
          <IconMaximize size={20} stroke={1.75} />
        </ActionIcon>
      </span>
    </div>
  );
}

/** Chapters by pages, and by places that somebody marked. */
export function Chapters({
  playing,
  chapters,
  names,
}: {
  playing: PlayingState;
  chapters: readonly PlayerChapter[];
  names: Map<string, string>;
}) {
  const here = chapters.findLast((one) => one.at <= playing.at);
  const chapterWords = useChapterWords(chapters, names);
  return (
    <ol className={s.chapters}>
      {chapters.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page may be shown at the very place that somebody marked
        <li key={`${one.at} ${index}`} aria-current={one === here ? 'step' : undefined}>
          <Button variant="subtle" fullWidth justify="flex-start" onClick={() => playing.clock.seek(one.at)}>
            <bdi dir="ltr" className="num">
              {clockText(one.at)}
            </bdi>{' '}
            <bdi>{chapterWords(one)}</bdi>
          </Button>
        </li>
      ))}
    </ol>
  );
}
