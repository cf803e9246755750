import { Button } from '@mantine/core';
import { IconCheck, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { download } from '#kit/ui/table/csv.ts';
import type { PollResult } from '#meet/meetings/attendance.contract.ts';
import type { MeetingDetail } from '#meet/meetings/meetings.contract.ts';
import { meetingsApi } from '../meetings-api.hook.ts';
import { attendanceQuery } from '../meetings-data.hook.ts';
import { pollsCsv, usePollWords } from './poll-words.hook.ts';
import s from './poll-results.module.css';

type BarProps = { answer: string; count: number; voted: number; right: 'right' | 'other' };
function Bar({ answer, count, voted, right }: BarProps) {
  const { say } = usePollWords();
  const percent = voted === 0 ? 0 : Math.round((count / voted) * 100);
  return (
    <li data-right={right === 'right' || undefined}>
      <span className={s.barHead}>
        <bdi>{answer}</bdi>
        {right === 'right' && (
          <span className={s.right}>
            <IconCheck size={14} stroke={2} aria-hidden="true" />
            {say('polls.right')}
          </span>
        )}
        <span className={s.figures}>
          <Ltr>{`${count} · ${percent}%`}</Ltr>
        </span>
      </span>
      <i aria-hidden="true" style={{ inlineSize: `${Math.min(100, percent)}%` }} />
    </li>
  );
}

function Bars({ poll }: { poll: PollResult }) {
  const { say, optionOf } = usePollWords();
  const { figures, options, right, voted } = poll;
  if (figures === null) return <p className="small quiet">{say('polls.tooFew')}</p>;
  return (
    <ul className={s.bars}>
      {options.map((option, at) => (
        <Bar
          // biome-ignore lint/suspicious/noArrayIndexKey: answers have no id, may be the same twice, and never move
          key={`${at} ${option}`}
          answer={optionOf(poll, at)}
          count={figures.counts[at] ?? 0}
          voted={voted}
          right={right.includes(at) ? 'right' : 'other'}
        />
      ))}
      {figures.typed.map(({ text, count }) => (
        <Bar key={text} answer={text} count={count} voted={voted} right="other" />
      ))}
    </ul>
  );
}

/** What was asked in a meeting that is over, and how people answered. */
export function PollResults({ meeting }: { meeting: MeetingDetail }) {
  const words = usePollWords();
  const { say, questionOf } = words;
  const { data } = useQuery(attendanceQuery(useApi(meetingsApi), meeting.id));
  const polls = data?.polls ?? [];
  if (polls.length === 0) return null;
  const day = new Date(meeting.createdAt).toISOString().slice(0, 10);
  const csv = (
    <Button
      size="xs"
      variant="subtle"
      aria-label={say('polls.csv')}
      leftSection={<IconDownload size={15} stroke={1.75} />}
      onClick={() => download(`polls-${day}-${meeting.id.slice(-6)}.csv`, pollsCsv(words, polls))}
    >
      <bdi>CSV</bdi>
    </Button>
  );
  return (
    <Panel id="polls" title={say('polls.title')} flush="flush" aside={csv}>
      <ol className={s.polls}>
        {polls.map((poll, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they come in the order in which they were asked, which is final
          <li key={at}>
            <h3>
              <bdi>{questionOf(poll, at)}</bdi>
            </h3>
            <p className="tiny quiet">
              <DotLine>
                {poll.invited === 0
                  ? say('polls.voted', { count: poll.voted })
                  : say('polls.answered', { voted: poll.voted, invited: Math.max(poll.voted, poll.invited) })}
                {poll.anonymous && say('polls.anonymous')}
              </DotLine>
            </p>
            <Bars poll={poll} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}
