import { IconCheck } from '@tabler/icons-react';
import type { PollView } from '#topics/polls/poll-schemas.ts';
import s from '#topics/polls/ui/polls.module.css';
import { hasLetters, letterOf, optionWords, percentOf, usePollsText } from '#topics/polls/ui/polls-text.ts';
import { Hidden, Ltr } from '#ui/parts.tsx';

/** How often each answer was chosen, in the order of the answers. */
export function PollBars({ poll }: { poll: PollView }) {
  const text = usePollsText();
  const { counts, options, right, voted, typed } = poll;
  if (typed !== null)
    return (
      <ul className={s.typed}>
        {typed.map((one) => (
          <li key={one.text}>
            <bdi>{one.text}</bdi>
            <Ltr>{one.count}</Ltr>
          </li>
        ))}
      </ul>
    );
  if (counts === null) return null;
  return (
    <ul className={s.bars}>
      {options.map((_, at) => {
        const answer = optionWords(text, poll, at);
        const count = counts[at] ?? 0;
        const percent = percentOf(count, voted);
        const isRight = right?.includes(at) ?? false;
        return (
          <li key={letterOf(at)} data-right={isRight || undefined}>
            <Hidden>{text(isRight ? 'rightBar' : 'bar', { answer, count, percent })}</Hidden>
            <span className={s.barHead} aria-hidden="true">
              {hasLetters(poll) && <b>{letterOf(at)}</b>}
              {(!hasLetters(poll) || options[at] !== '') && <bdi>{answer}</bdi>}
              {isRight && <IconCheck size={16} stroke={2} />}
              <span className={s.figures}>
                <Ltr>{`${count} · ${percent}%`}</Ltr>
              </span>
            </span>
            <i aria-hidden="true" style={{ inlineSize: `${percent}%` }} />
          </li>
        );
      })}
    </ul>
  );
}

export function PollQuestionText({ poll, as: Tag = 'p' }: { poll: PollView; as?: 'p' | 'h3' }) {
  const text = usePollsText();
  return <Tag className={s.question}>{poll.question === '' ? text('poll') : <bdi>{poll.question}</bdi>}</Tag>;
}
