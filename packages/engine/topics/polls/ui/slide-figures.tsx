import { PollBars, PollQuestionText } from '#topics/polls/ui/poll-bars.tsx';
import s from '#topics/polls/ui/polls.module.css';
import { useMeetingState } from '#ui/room-context.tsx';

/** The published figures of polls that lie on the page that is shown. */
export function SlideFigures() {
  const { polls, slides } = useMeetingState().topics;
  const here = polls.polls.findLast(
    ({ published }) => published?.on?.deck === slides.shown?.deck && published?.on?.page === slides.shown?.page,
  );
  if (here === undefined || here.published?.on === null || (here.counts === null && here.typed === null)) return null;
  return (
    <aside className={s.onSlide}>
      <PollQuestionText poll={here} />
      <PollBars poll={here} />
    </aside>
  );
}
