import { IconRefresh, IconTrash } from '@tabler/icons-react';
import type { PollView } from '#topics/polls/poll-schemas.ts';
import { PollBars, PollQuestionText } from '#topics/polls/ui/poll-bars.tsx';
import s from '#topics/polls/ui/polls.module.css';
import { optionWords, usePollsCommand, usePollsText } from '#topics/polls/ui/polls-text.ts';
import { isTooFew, usePublish } from '#topics/polls/ui/publish.ts';
import { Button, IconButton } from '#ui/parts.tsx';
import { useMeetingState } from '#ui/room-context.tsx';
import { may } from '#ui/state.ts';

/** A poll that is over, with what can be done about it. */
export function PollResult({ poll }: { poll: PollView }) {
  const text = usePollsText();
  const state = useMeetingState();
  const leads = may(state, 'poll');
  const hasFigures = poll.counts !== null || poll.typed !== null;
  return (
    <li className={s.result}>
      <PollQuestionText poll={poll} as="h3" />
      <PollBars poll={poll} />
      <p className={s.progress}>{text('progress', { voted: poll.voted, invited: poll.invited })}</p>
      {leads && isTooFew(poll) && <p className={s.note}>{text('tooFew')}</p>}
      {!leads && !hasFigures && <p className={s.note}>{text('hidden')}</p>}
      {poll.votes !== null && poll.votes.length > 0 && <Answers poll={poll} votes={poll.votes} />}
      {leads && <Acts poll={poll} />}
    </li>
  );
}

function Answers({ poll, votes }: { poll: PollView; votes: NonNullable<PollView['votes']> }) {
  const text = usePollsText();
  return (
    <details className={s.who}>
      <summary>{text('who')}</summary>
      <ul>
        {votes.map(({ name, choices, typed }) => (
          <li key={name}>
            <bdi>{name}</bdi>
            <bdi>{typed || choices.map((at) => optionWords(text, poll, at)).join(', ')}</bdi>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Acts({ poll }: { poll: PollView }) {
  const text = usePollsText();
  const send = usePollsCommand();
  const publish = usePublish();
  const { topics } = useMeetingState();
  const { id, kind, question, options, right, several, anonymous, live } = poll;
  const isPublished = poll.published !== null;
  const where = topics.slides.shown === null ? 'publishChat' : 'publish';
  return (
    <div className={s.resultActs}>
      <Button
        size="xs"
        aria-pressed={isPublished}
        onClick={() => void (isPublished ? send({ do: 'unpublish', poll: id }) : publish(poll))}
      >
        {text(isPublished ? 'unpublish' : where)}
      </Button>
      <IconButton
        icon={IconRefresh}
        size={28}
        label={text('again')}
        title={text('again')}
        onClick={() =>
          void send({ do: 'start', poll: { kind, question, options, right: right ?? [], several, anonymous, live } })
        }
      />
      <IconButton
        icon={IconTrash}
        size={28}
        label={text('remove')}
        title={text('remove')}
        onClick={() => void send({ do: 'remove', poll: id })}
      />
    </div>
  );
}
