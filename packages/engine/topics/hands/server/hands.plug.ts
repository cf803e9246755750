import type * as z from 'zod/mini';
import type { Meeting } from '#server/model.ts';
import { noteHand } from '#server/statistics.ts';
import type { TopicPlug } from '#server/topics/plug.ts';
import { announceUser } from '#server/webhooks.ts';
import { type HandsState, handsTopic } from '#topics/hands/hands.topic.ts';

type HandsCommand = z.infer<typeof handsTopic.command>;
type HandsEvent = z.infer<typeof handsTopic.event>;

/** The raised hands of a meeting, in their order. */
export const handsOf = (meeting: Meeting): HandsState =>
  handsTopic.state.parse(meeting.topics.get(handsTopic.name)?.state() ?? []);

const lowered = (hands: HandsState, who: (member: string) => boolean): HandsEvent[] =>
  hands.flatMap(({ member }): HandsEvent[] => (who(member) ? [{ is: 'lowered', member }] : []));

/** Takes hands down from outside of the meeting. */
export function lowerHands(meeting: Meeting, who: (member: string) => boolean): void {
  for (const event of lowered(handsOf(meeting), who)) meeting.topics.get(handsTopic.name)?.add(event);
}

export const handsPlug: TopicPlug<HandsCommand, HandsEvent, HandsState> = {
  topic: handsTopic,
  feature: 'raiseHand',
  needs({ seat, command }) {
    const isOwn = command.do === 'raise' || (command.do === 'lower' && (command.member ?? seat.id) === seat.id);
    return isOwn ? null : 'lower-hands';
  },
  decide({ seat, state, command }) {
    if (command.do === 'raise') {
      const isUp = state.some(({ member }) => member === seat.id);
      return isUp ? [] : [{ is: 'raised', member: seat.id }];
    }
    const target = command.do === 'lower' ? (command.member ?? seat.id) : null;
    return lowered(state, (member) => target === null || member === target);
  },
  about: ({ event }) => [event.member],
  recorded: (state, agreed) => state.filter(({ member }) => agreed(member)),
  left: (state, gone) => lowered(state, (member) => member === gone),
  happened({ engine, meeting }, { event }) {
    const seat = meeting.seats.get(event.member);
    if (seat === undefined) return;
    if (event.is === 'raised') noteHand(seat);
    announceUser(engine, seat, { id: 'user-raise-hand-changed', more: { 'raise-hand': event.is === 'raised' } });
  },
};
