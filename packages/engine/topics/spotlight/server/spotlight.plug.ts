import type * as z from 'zod/mini';
import type { TopicPlug } from '#server/topics/plug.ts';
import { type SpotlightState, spotlightTopic } from '#topics/spotlight/spotlight.topic.ts';

type SpotlightCommand = z.infer<typeof spotlightTopic.command>;
type SpotlightEvent = z.infer<typeof spotlightTopic.event>;

export const spotlightPlug: TopicPlug<SpotlightCommand, SpotlightEvent, SpotlightState> = {
  topic: spotlightTopic,
  feature: 'spotlight',
  needs: () => 'spotlight',
  /** Two hosts may press at once: what is so already is no failure. */
  decide({ seat, state, command: { do: wish, member } }) {
    const chosen = state.some((one) => one.member === member);
    if (wish === 'remove') return chosen ? [{ is: 'removed', member }] : [];
    const person = seat.meeting.seats.get(member);
    if (person === undefined || person.state === 'waiting') return 'unknown-member';
    return chosen ? [] : [{ is: 'added', member }];
  },
  left: (state, gone) => (state.some(({ member }) => member === gone) ? [{ is: 'removed', member: gone }] : []),
  about: ({ event }) => [event.member],
  recorded: (state, agreed) =>
    state.flatMap(({ member, by }) => (agreed(member) ? [{ member, by: by !== null && agreed(by) ? by : null }] : [])),
};
