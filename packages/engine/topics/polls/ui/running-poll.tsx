import { IconClockPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { PollView } from '#topics/polls/poll-schemas.ts';
import { PollBars, PollQuestionText } from '#topics/polls/ui/poll-bars.tsx';
import s from '#topics/polls/ui/polls.module.css';
import { usePollsCommand, usePollsText } from '#topics/polls/ui/polls-text.ts';
import { usePublish } from '#topics/polls/ui/publish.ts';
import { useNow } from '#ui/now.ts';
import { Button, Hidden } from '#ui/parts.tsx';
import { useMeetingState } from '#ui/room-context.tsx';

/** Seconds that are added with a press. */
const MORE = 30;
const ANNOUNCED_EVERY = 10_000;

/** What comes in, for those who may end it. */
export function RunningPoll({ poll }: { poll: PollView }) {
  const text = usePollsText();
  const send = usePollsCommand();
  const publish = usePublish();
  const progress = text('progress', { voted: poll.voted, invited: poll.invited });
  const endAndShow = async () => {
    if ((await send({ do: 'end', poll: poll.id })) === 'ok') await publish(poll);
  };
  return (
    <section className={s.form} aria-label={text('running')}>
      <div className={s.scroll}>
        <PollQuestionText poll={poll} as="h3" />
        <PollBars poll={poll} />
        <p className={s.progress}>
          {progress}
          <EndsIn poll={poll} />
        </p>
        {poll.anonymous && <p className={s.note}>{text('secret')}</p>}
        <Announced words={progress} />
      </div>
      <div className={s.acts}>
        <Button icon={IconClockPlus} onClick={() => void send({ do: 'end-in', poll: poll.id, seconds: MORE })}>
          {text('more')}
        </Button>
        <Button onClick={() => void send({ do: 'end', poll: poll.id })}>{text('end')}</Button>
        <Button look="accent" onClick={() => void endAndShow()}>
          {text('endAndShow')}
        </Button>
      </div>
    </section>
  );
}

/** Counts down where an end was set. */
export function EndsIn({ poll }: { poll: PollView }) {
  const text = usePollsText();
  const { skew } = useMeetingState();
  const now = useNow(1_000) + skew;
  if (poll.endsAt === null) return null;
  return <span>{text('endsIn', { seconds: Math.max(0, Math.ceil((poll.endsAt - now) / 1_000)) })}</span>;
}

/** Figures that change with each answer are read out now and then only. */
function Announced({ words }: { words: string }) {
  const [said, setSaid] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setSaid(words), ANNOUNCED_EVERY);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <Hidden>
      <span role="status">{said}</span>
    </Hidden>
  );
}
