import { reactionWords } from '@atrium/engine/topics/reactions/ui/reactions-text.ts';
import { IconAlarm, IconHandStop, IconPlayerPause } from '@tabler/icons-react';
import { clockText } from '../recording-words.hook.ts';
import { reactionsText, recordingsText, timerText } from '../recordings-text.hook.ts';
import type { PlayedTopics } from './topics.hook.ts';
import s from './player.module.css';

/** The raised hand and the newest reaction of a person, on the picture. */
export function PersonSigns({ member, topics }: { member: string; topics: PlayedTopics }) {
  const say = recordingsText();
  const sayReaction = reactionsText();
  const place = topics.hands.indexOf(member) + 1;
  const reaction = topics.reactions.get(member);
  return (
    <>
      {place > 0 && (
        <span className={s.hand}>
          <IconHandStop size={14} stroke={2} aria-hidden="true" />
          <bdi aria-hidden="true">{place}</bdi>
          <span className="hidden">{say('player.hand', { place })}</span>
        </span>
      )}
      {reaction !== undefined && (
        <span className={s.reaction} role="img" aria-label={sayReaction(reactionWords[reaction])}>
          {reaction}
        </span>
      )}
    </>
  );
}

export function TimerSign({ timer }: { timer: NonNullable<PlayedTopics['timer']> }) {
  const say = timerText();
  const paused = timer.state === 'paused';
  const Icon = paused ? IconPlayerPause : IconAlarm;
  return (
    <p className={s.timer} data-over={timer.state === 'over' || undefined}>
      <Icon size={14} stroke={2} aria-hidden="true" />
      <span className="hidden">{say(paused ? 'paused' : 'timer')}</span>
      {timer.state === 'over' ? say('over') : <bdi dir="ltr">{clockText(timer.ms)}</bdi>}
    </p>
  );
}
