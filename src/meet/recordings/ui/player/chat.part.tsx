import { Face, Panel } from '#kit/ui/bits.tsx';
import { clockText } from '../recording-words.hook.ts';
import { recordingsText } from '../recordings-text.hook.ts';
import { useFollowedList } from './followed-list.hook.ts';
import type { ShownEvent } from './manifest.hook.ts';
import type { PlayingState } from './player-state.hook.ts';
import { chatOf } from './time-line.hook.ts';
import s from './player.module.css';

/** What was written; it follows the time, and each line leads to its place. */
export function PlayedChat({ events, playing }: { events: readonly ShownEvent[]; playing: PlayingState }) {
  const say = recordingsText();
  const lines = chatOf(events);
  const said = lines.filter((one) => one.at <= playing.at).length;
  const list = useFollowedList({ index: said - 1, place: 'end' });
  if (lines.length === 0) return null;
  return (
    <Panel id="chat" title={say('player.chat')} flush="flush">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people without a pointer must be able to scroll it */}
      <ol className={s.chat} ref={list} tabIndex={0} aria-label={say('player.chat')}>
        {lines.map((one, index) => (
          <li key={one.id} data-later={index >= said || undefined}>
            <Face name={one.name} size={24} />
            <span className="grow">
              <b>
                <bdi>{one.name}</bdi>
              </b>{' '}
              <button type="button" className={s.jump} onClick={() => playing.clock.seek(one.at)}>
                <bdi dir="ltr" className="num">
                  {clockText(one.at)}
                </bdi>
              </button>
              <span className={s.words} dir="auto">
                {one.text}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
