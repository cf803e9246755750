import { handsTopic } from '@atrium/engine/topics/hands/hands.topic.ts';
import { type Reaction, reactionsTopic, SHOWN_MS } from '@atrium/engine/topics/reactions/reactions.topic.ts';
import { spotlightTopic } from '@atrium/engine/topics/spotlight/spotlight.topic.ts';
import { leftBy, ranBy, type TimerState, timerTopic } from '@atrium/engine/topics/timer/timer.topic.ts';
import { stepTopic, type TopicMessage } from '@atrium/engine/protocol/topic-step';
import * as z from 'zod/mini';

/** What the player shows of topics. */
export type PlayedTopics = {
  /** Member ids, first raised first. */
  hands: readonly string[];
  /** Member ids. */
  spotlight: readonly string[];
  /** New reactions by member id. */
  reactions: ReadonlyMap<string, Reaction>;
  /** `ms`: what is left, or of a stopwatch what has run. */
  timer: { ms: number; state: 'running' | 'paused' | 'over' } | null;
};

const at = z.number();
const line = z.discriminatedUnion('type', [
  z.object({ at, type: z.literal('resume'), wall: z.number() }),
  z.object({ at, type: z.literal('topic'), topic: z.string(), by: z.nullable(z.string()), event: z.unknown() }),
  z.object({ at, type: z.literal('topic-state'), topic: z.string(), rev: z.number(), state: z.unknown() }),
]);
type TopicLine = z.infer<typeof line>;
const noStates = {
  hands: handsTopic.empty,
  reactions: reactionsTopic.empty,
  spotlight: spotlightTopic.empty,
  timer: timerTopic.empty,
};
type ShownStates = typeof noStates;

function step(states: ShownStates, message: TopicMessage): ShownStates {
  switch (message.topic) {
    case 'hands':
      return { ...states, hands: stepTopic(handsTopic, states.hands, message) };
    case 'reactions':
      return { ...states, reactions: stepTopic(reactionsTopic, states.reactions, message) };
    case 'spotlight':
      return { ...states, spotlight: stepTopic(spotlightTopic, states.spotlight, message) };
    case 'timer':
      return { ...states, timer: stepTopic(timerTopic, states.timer, message) };
    default:
      return states;
  }
}

/** `wall`: what the clock of the meeting showed at that time of the recording; topics count by it. */
type TopicMoment = { at: number; wall: number; states: ShownStates };

const wallAt = (moment: TopicMoment, time: number): number => moment.wall + time - moment.at;

function next(before: TopicMoment, one: TopicLine): TopicMoment {
  if (one.type === 'resume') return { ...before, at: one.at, wall: one.wall };
  const wall = wallAt(before, one.at);
  const { topic } = one;
  const states =
    one.type === 'topic'
      ? step(before.states, { t: 'topic-event', topic, rev: 0, event: one.event, by: one.by, at: wall })
      : step(before.states, { t: 'topic-state', topic, rev: one.rev, state: one.state });
  return { at: one.at, wall, states };
}

function shownTimer(timer: TimerState, now: number): PlayedTopics['timer'] {
  if (timer === null) return null;
  const left = leftBy(timer, now);
  if (left === 0) return { ms: 0, state: 'over' };
  // A second that has begun is still there, as in the meeting.
  const ms = left === null ? ranBy(timer, now) : Math.ceil(left / 1000) * 1000;
  return { ms, state: timer.since === null ? 'paused' : 'running' };
}

const beginning: TopicMoment = { at: 0, wall: 0, states: noStates };

/** Comes to the states of the topics by the reducers of the meeting. Recordings from before there were topics show none. */
export function topicsOf(events: readonly unknown[]): (time: number) => PlayedTopics {
  const moments = [beginning];
  for (const one of events) {
    const parsed = z.safeParse(line, one);
    if (parsed.success) moments.push(next(moments.at(-1) ?? beginning, parsed.data));
  }
  return (time) => {
    const moment = moments.findLast((one) => one.at <= time) ?? beginning;
    const now = wallAt(moment, time);
    const { hands, reactions, spotlight, timer } = moment.states;
    const fresh = reactions.filter((one) => now - one.at < SHOWN_MS);
    return {
      hands: hands.map(({ member }) => member),
      spotlight: spotlight.map(({ member }) => member),
      reactions: new Map(fresh.map(({ by, reaction }) => [by, reaction])),
      timer: shownTimer(timer, now),
    };
  };
}
