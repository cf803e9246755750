import type * as z from 'zod/mini';
import type { TopicPlug } from '#server/topics/plug.ts';
import { type TimerState, timerTopic } from '#topics/timer/timer.topic.ts';

type TimerCommand = z.infer<typeof timerTopic.command>;
type TimerEvent = z.infer<typeof timerTopic.event>;

function eventFor(state: TimerState, command: TimerCommand): TimerEvent | null {
  switch (command.do) {
    case 'start':
      return { is: 'started', seconds: command.seconds };
    case 'extend':
      return state === null || state.seconds === 0 ? null : { is: 'extended', seconds: command.seconds };
    case 'pause':
      return state === null || state.since === null ? null : { is: 'paused' };
    case 'resume':
      return state === null || state.since !== null ? null : { is: 'resumed' };
    case 'remove':
      return state === null ? null : { is: 'removed' };
  }
}

/** Two hosts may press at once: what is so already is no failure. */
export const timerPlug: TopicPlug<TimerCommand, TimerEvent, TimerState> = {
  topic: timerTopic,
  feature: 'timer',
  // a fact of the meeting, and of nobody in it
  about: () => [],
  recorded: (state) => state,
  needs: () => 'timer',
  decide({ state, command }) {
    const event = eventFor(state, command);
    return event === null ? [] : [event];
  },
};
