import { IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { NewPoll, type SlideWords } from '#topics/polls/ui/new-poll.tsx';
import { PollResult } from '#topics/polls/ui/poll-result.tsx';
import { RunningPoll } from '#topics/polls/ui/running-poll.tsx';
import s from '#topics/polls/ui/polls.module.css';
import { usePollsCommand, usePollsText } from '#topics/polls/ui/polls-text.ts';
import { usePageText } from '#topics/slides/ui/page-text.ts';
import { type ShownPage, shownPageOf } from '#topics/slides/ui/shown-page.ts';
import { IconButton } from '#ui/parts.tsx';
import { useMeetingState } from '#ui/room-context.tsx';
import { may } from '#ui/state.ts';

/** For those who may ask: what runs or what to ask, what is prepared, what was asked. For others: what was asked. */
export function PollsPanel() {
  const text = usePollsText();
  const state = useMeetingState();
  const { polls } = state.topics.polls;
  const running = polls.find(({ endedAt }) => endedAt === null);
  const over = polls.filter(({ endedAt }) => endedAt !== null).toReversed();
  const leads = may(state, 'poll');
  const shown = shownPageOf(state.topics.slides);
  return (
    <div className={s.panel}>
      {leads && running && <RunningPoll poll={running} />}
      {leads && !running && (shown ? <PollFromPage shown={shown} /> : <NewPoll slide={{ page: null, text: '' }} />)}
      {leads && <Prepared />}
      {over.length > 0 ? (
        <section className={s.results} aria-label={text('earlier')}>
          <h2>{text('earlier')}</h2>
          <ul>
            {over.map((poll) => (
              <PollResult key={poll.id} poll={poll} />
            ))}
          </ul>
        </section>
      ) : (
        !leads && <p className={s.empty}>{text('none')}</p>
      )}
    </div>
  );
}

function PollFromPage({ shown }: { shown: ShownPage }) {
  const slide: SlideWords = { page: shown.page, text: usePageText(shown) };
  return <NewPoll slide={slide} />;
}

function Prepared() {
  const text = usePollsText();
  const send = usePollsCommand();
  const { prepared } = useMeetingState().topics.polls;
  if (prepared.length === 0) return null;
  return (
    <section className={s.results} aria-label={text('saved')}>
      <h2>{text('saved')}</h2>
      <ul>
        {prepared.map(({ id, ...poll }) => {
          const question = poll.question || poll.options.join(', ') || text('poll');
          return (
            <li key={id} className={s.prepared}>
              <bdi>{question}</bdi>
              <IconButton
                icon={IconPlayerPlay}
                size={28}
                label={text('startThis', { question })}
                onClick={() => void send({ do: 'start', poll, prepared: id })}
              />
              <IconButton
                icon={IconTrash}
                size={28}
                label={text('discard', { question })}
                onClick={() => void send({ do: 'discard', prepared: id })}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
