import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { clockText } from '../recording-words.hook.ts';
import { recordingsText } from '../recordings-text.hook.ts';
import type { PlayerManifest } from './manifest.hook.ts';
import type { PlayingState } from './player-state.hook.ts';
import { type SearchHit, searchRecording } from './recording-search.hook.ts';
import { chatOf } from './time-line.hook.ts';
import s from './player.module.css';

/** One field for what was written, in the chat or on the board, and what stood on slides. */
export function RecordingSearch({ manifest, playing }: { manifest: PlayerManifest; playing: PlayingState }) {
  const say = recordingsText();
  const [query, setQuery] = useState('');
  const [last, setLast] = useState<SearchHit | null>(null);
  const { events, slides, board } = manifest;
  const hits = useMemo(() => searchRecording(manifest, query), [manifest, query]);
  const seek = (hit: SearchHit) => {
    setLast(hit);
    playing.clock.seek(hit.at);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    const next = hits[last === null ? 0 : hits.indexOf(last) + 1] ?? hits[0];
    if (key === 'Enter' && next !== undefined) seek(next);
  };
  if (chatOf(events).length + board.texts.length === 0 && slides.visits.every(({ text }) => text === '')) return null;
  return (
    <search className={s.search}>
      <TextInput
        type="search"
        aria-label={say('player.search')}
        placeholder={say('player.search')}
        leftSection={<IconSearch size={16} stroke={1.75} />}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <p className="quiet small" role="status">
        {query.trim() !== '' && say('player.hits', { count: hits.length })}
      </p>
      {hits.length > 0 && (
        <ol className={s.chapters}>
          {hits.map((hit, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two messages may have the same time and words
            <li key={`${hit.at} ${index}`} aria-current={hit === last || undefined}>
              <Button variant="subtle" fullWidth justify="flex-start" onClick={() => seek(hit)}>
                <bdi dir="ltr" className="num">
                  {clockText(hit.at)}
                </bdi>{' '}
                <span className={s.hitFrom}>{hit.page === null ? hit.from : say('player.page', { page: hit.page })}</span>{' '}
                <bdi>{hit.line}</bdi>
              </Button>
            </li>
          ))}
        </ol>
      )}
    </search>
  );
}
