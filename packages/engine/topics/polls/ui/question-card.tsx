import { IconChartBar } from '@tabler/icons-react';
import { useState } from 'react';
import { type PollView, POLLS } from '#topics/polls/poll-schemas.ts';
import { PollBars, PollQuestionText } from '#topics/polls/ui/poll-bars.tsx';
import s from '#topics/polls/ui/polls.module.css';
import { hasLetters, letterOf, optionWords, usePollsCommand, usePollsText } from '#topics/polls/ui/polls-text.ts';
import { EndsIn } from '#topics/polls/ui/running-poll.tsx';
import { useAnswerKeys } from '#topics/polls/ui/answer-keys.ts';
import { Button, Hidden } from '#ui/parts.tsx';
import { useMeetingState } from '#ui/room-context.tsx';
import { may } from '#ui/state.ts';

/** What is asked, over the lower edge of the stage, until it was answered. Who presents asks, and sees the answers in the panel. */
export function QuestionCard() {
  const state = useMeetingState();
  const poll = state.topics.polls.polls.find(({ endedAt }) => endedAt === null);
  return poll === undefined || may(state, 'present') ? null : <Question key={poll.id} poll={poll} />;
}

function Question({ poll }: { poll: PollView }) {
  const text = usePollsText();
  const [isChanging, setChanging] = useState(false);
  const { mine } = poll;
  const answers = mine === null || isChanging;
  return (
    <section className={s.card} aria-label={text('poll')}>
      <span role="status">
        <Hidden>{text('asked', { question: poll.question || text('poll') })}</Hidden>
      </span>
      <header>
        <IconChartBar size={16} stroke={1.75} aria-hidden="true" />
        <PollQuestionText poll={poll} />
        <span className={s.progress}>
          <EndsIn poll={poll} />
        </span>
      </header>
      {answers ? (
        <Answer poll={poll} onSent={() => setChanging(false)} />
      ) : (
        <p className={s.mine}>
          {text('answered', { answer: mine.typed || mine.choices.map((at) => nameOf(text, poll, at)).join(', ') })}
          <Button size="xs" onClick={() => setChanging(true)}>
            {text('change')}
          </Button>
        </p>
      )}
      {!answers && <PollBars poll={poll} />}
      {poll.counts === null && <small>{text(poll.anonymous ? 'secret' : 'later')}</small>}
    </section>
  );
}

const nameOf = (text: ReturnType<typeof usePollsText>, poll: PollView, at: number): string =>
  hasLetters(poll) ? letterOf(at) : optionWords(text, poll, at);

type AnswerProps = { poll: PollView; onSent(): void };

function Answer(props: AnswerProps) {
  if (props.poll.kind === 'typed') return <TypedAnswer {...props} />;
  return props.poll.several ? <SeveralAnswers {...props} /> : <OneAnswer {...props} />;
}

function useVote({ poll, onSent }: AnswerProps) {
  const send = usePollsCommand();
  return async (choices: number[], typed: string) => {
    if ((await send({ do: 'vote', poll: poll.id, choices, typed })) === 'ok') onSent();
  };
}

function OneAnswer(props: AnswerProps) {
  const { poll } = props;
  const text = usePollsText();
  const vote = useVote(props);
  useAnswerKeys(poll.options.length, (at) => void vote([at], ''));
  return (
    <fieldset className={s.choices}>
      <legend>{text('chooseOne')}</legend>
      {poll.options.map((option, at) => (
        <button
          key={letterOf(at)}
          type="button"
          aria-pressed={poll.mine?.choices.includes(at) ?? false}
          onClick={() => void vote([at], '')}
        >
          {hasLetters(poll) && <b>{letterOf(at)}</b>}
          {(!hasLetters(poll) || option !== '') && <bdi>{optionWords(text, poll, at)}</bdi>}
        </button>
      ))}
    </fieldset>
  );
}

function SeveralAnswers(props: AnswerProps) {
  const { poll } = props;
  const text = usePollsText();
  const vote = useVote(props);
  const [chosen, setChosen] = useState<readonly number[]>(poll.mine?.choices ?? []);
  const turn = (at: number) =>
    setChosen((before) => (before.includes(at) ? before.filter((one) => one !== at) : [...before, at]));
  useAnswerKeys(poll.options.length, turn);
  return (
    <form
      className={s.choices}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.length > 0) void vote([...chosen], '');
      }}
    >
      <p>{text('chooseSeveral')}</p>
      {poll.options.map((option, at) => (
        <button key={letterOf(at)} type="button" aria-pressed={chosen.includes(at)} onClick={() => turn(at)}>
          {hasLetters(poll) && <b>{letterOf(at)}</b>}
          {(!hasLetters(poll) || option !== '') && <bdi>{optionWords(text, poll, at)}</bdi>}
        </button>
      ))}
      <Button look="accent" type="submit" disabled={chosen.length === 0}>
        {text('send')}
      </Button>
    </form>
  );
}

function TypedAnswer(props: AnswerProps) {
  const text = usePollsText();
  const vote = useVote(props);
  const [typed, setTyped] = useState(props.poll.mine?.typed ?? '');
  return (
    <form
      className={s.type}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '') void vote([], typed);
      }}
    >
      <input
        aria-label={text('yourAnswer')}
        placeholder={text('yourAnswer')}
        maxLength={POLLS.typed}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button look="accent" type="submit" disabled={typed.trim() === ''}>
        {text('send')}
      </Button>
    </form>
  );
}
