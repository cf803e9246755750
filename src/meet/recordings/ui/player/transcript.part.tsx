import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { memo, useMemo, useState } from 'react';
import { foldText } from '#kit/search-text.ts';
import { Panel } from '#kit/ui/bits.tsx';
import { Bone } from '#kit/ui/feedback.tsx';
import { clockText } from '../recording-words.hook.ts';
import { recordingsText } from '../recordings-text.hook.ts';
import type { PlayerCue } from './caption-text.hook.ts';
import { useFollowedList } from './followed-list.hook.ts';
import s from './player.module.css';

type LinesProps = { cues: readonly PlayerCue[]; current: PlayerCue | undefined; seek: (ms: number) => void };

/** Kept apart from the time that runs: an hour has thousands of lines. */
const Lines = memo(function Lines({ cues, current, seek }: LinesProps) {
  const say = recordingsText();
  const list = useFollowedList({ index: current === undefined ? -1 : cues.indexOf(current), place: 'middle' });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it must scroll without a pointer
    <ol className={s.transcript} ref={list} tabIndex={0} aria-label={say('player.transcript')}>
      {cues.map((cue, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two speakers may begin at the same time with the same words
        <li key={`${cue.from} ${index}`} aria-current={cue === current || undefined}>
          <button type="button" onClick={() => seek(cue.from)}>
            <bdi dir="ltr" className="num">
              {clockText(cue.from)}
            </bdi>
            <span dir="auto">{cue.text}</span>
          </button>
        </li>
      ))}
    </ol>
  );
});

/** What was spoken, from the captions; `cues` null: still loading. Times in milliseconds. */
export function Transcript({ cues, at, seek }: { cues: readonly PlayerCue[] | null; at: number; seek: (ms: number) => void }) {
  const say = recordingsText();
  const [query, setQuery] = useState('');
  const words = foldText(query).trim();
  const shown = useMemo(
    () => (words === '' ? cues : (cues?.filter(({ text }) => foldText(text).includes(words)) ?? null)),
    [cues, words],
  );
  return (
    <Panel
      id="transcript"
      title={say('player.transcript')}
      flush="flush"
      aside={
        <TextInput
          type="search"
          size="sm"
          className={s.transcriptSearch ?? ''}
          aria-label={say('player.searchTranscript')}
          placeholder={say('player.searchTranscript')}
          leftSection={<IconSearch size={16} stroke={1.75} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      }
    >
      <div className={s.transcriptBox}>
        <p className={words === '' ? 'hidden' : `quiet small ${s.hits}`} role="status">
          {words !== '' && shown !== null && say('player.hits', { count: shown.length })}
        </p>
        {shown === null ? (
          <div className={s.hits}>
            <Bone w="60%" />
          </div>
        ) : (
          <Lines cues={shown} current={shown.findLast((cue) => cue.from <= at)} seek={seek} />
        )}
      </div>
    </Panel>
  );
}
