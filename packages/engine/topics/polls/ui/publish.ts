import { ANONYMOUS_LEAST, type PollView } from '#topics/polls/poll-schemas.ts';
import { optionWords, percentOf, usePollsCommand, usePollsText } from '#topics/polls/ui/polls-text.ts';
import { useMeeting } from '#ui/room-context.tsx';
import { may } from '#ui/state.ts';

/** Shows the figures to everybody: on the slide that is shown, and as a message in the words of who publishes. */
export function usePublish(): (poll: PollView) => Promise<void> {
  const text = usePollsText();
  const send = usePollsCommand();
  const meeting = useMeeting();
  return async (poll) => {
    const state = meeting.store.get();
    const { shown } = state.topics.slides;
    if ((await send({ do: 'publish', poll: poll.id, on: shown })) !== 'ok') return;
    // figures that would say who chose what are not written down either
    const counted = meeting.store.get().topics.polls.polls.find(({ id }) => id === poll.id) ?? poll;
    if (!may(state, 'chat') || counted.counts === null || isTooFew(counted)) return;
    const lines = counted.counts.map((count, at) =>
      text('chatLine', { answer: optionWords(text, counted, at), count, percent: percentOf(count, counted.voted) }),
    );
    const head = text('chatHead', { question: counted.question || text('poll') });
    await meeting.command('chat', { do: 'say', text: [head, ...lines].join('\n') });
  };
}

export const isTooFew = ({ anonymous, voted }: PollView): boolean => anonymous && voted < ANONYMOUS_LEAST;
