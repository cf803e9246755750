import { pollsTopic } from '#topics/polls/polls.topic.ts';
import english from '#topics/polls/text/en-US.json' with { type: 'json' };
import { PollItem, PollPill, PollQuestionPlace, PollsBody, PollsTab, SlideFiguresPlace } from '#topics/polls/ui/poll-parts.tsx';
import type { TopicUi } from '#ui/topics/plug.ts';

export const pollsUi: TopicUi = {
  name: pollsTopic.name,
  english,
  places: {
    More: PollItem,
    Top: PollPill,
    Tab: PollsTab,
    Panel: PollsBody,
    OverSlide: SlideFiguresPlace,
    Room: PollQuestionPlace,
  },
};
