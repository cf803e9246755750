import { Button } from '@mantine/core';
import { IconCheck, IconRotate } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useEffect, useState } from 'react';
import { Ltr, PageHead } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { LinkButton } from '#kit/ui/link.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { useTimeText } from '#kit/ui/time.tsx';
import type { IssueDetail } from '../tickets-views.contract.ts';
import { Conversation } from './conversation.part.tsx';
import { IssueSide } from './issue-side.part.tsx';
import { TicketTasks } from './ticket-tasks.hook.ts';
import { IssueStatus } from './blocks/ticket-status.part.tsx';
import s from './ticket.module.css';
import { issueQuery, issuesApi, newIssuePath, useIssuesRefresh } from './tickets-data.hook.ts';
import { ticketsText } from './tickets-text.hook.ts';
import { Writer } from './blocks/writer.part.tsx';
import { useWriting } from './blocks/writing.hook.ts';

/** Solving asks nothing and can be taken back. */
function useIssueSteps({ id }: IssueDetail) {
  const say = ticketsText();
  const toast = useToast();
  const failureText = useFailureText(say);
  const refresh = useIssuesRefresh();
  const { issues } = useApi(issuesApi);
  const [trouble, setTrouble] = useState<string | null>(null);
  const params = { id };
  const step = async (call: () => Promise<unknown>) => {
    setTrouble(null);
    try {
      await call();
    } catch (error) {
      setTrouble(failureText(error));
    }
    await refresh();
  };
  const reopen = () => step(() => issues.reopen({ params }));
  const solve = () =>
    step(async () => {
      await issues.solve({ params });
      toast({ text: say('ticket.isSolved'), undo: reopen });
    });
  return { trouble, solve, reopen };
}

/** Marks it as read, once for each state of it that is looked at. */
function useSeen({ id, unread, updatedAt }: IssueDetail): void {
  const { issues } = useApi(issuesApi);
  const queries = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the ticket is seen once
  useEffect(() => {
    if (!unread) return;
    void issues
      .seen({ params: { id } })
      .then(() => queries.invalidateQueries({ queryKey: ['issues'], refetchType: 'none' }))
      // the dot stays, and the next look takes it away
      .catch(() => null);
  }, [id, updatedAt, unread]);
}

function Answering({ issue }: { issue: IssueDetail }) {
  const say = ticketsText();
  const time = useTimeText();
  const refresh = useIssuesRefresh();
  const { issues } = useApi(issuesApi);
  const writing = useWriting(`ticket:${issue.id}`);
  const send = () =>
    void writing.send(async (body) => {
      await issues.reply({ params: { id: issue.id }, body });
      await refresh();
    });
  if (!issue.rights.reply)
    return (
      <Banner
        hue="blue"
        action={
          <LinkButton to={newIssuePath} size="xs">
            {say('list.add')}
          </LinkButton>
        }
      >
        {say('next.closed')}
      </Banner>
    );
  return (
    <div>
      <Writer
        writing={writing}
        label={say('ticket.write', { name: issue.seller })}
        attach={issue.rights.attach}
        onSend={send}
        button={
          <Button variant="filled" loading={writing.sending} onClick={send}>
            {say('talk.sendButton')}
          </Button>
        }
      />
      <p className={s.below}>
        {issue.state === 'solved' && issue.reopensUntil !== null
          ? say('next.solved', { date: time(issue.reopensUntil, 'day') })
          : say(issue.state === 'your_turn' ? 'next.your_turn' : 'next.with_us')}
      </p>
    </div>
  );
}

function IssuePage({ issue }: { issue: IssueDetail }) {
  const say = ticketsText();
  const time = useTimeText();
  const Tasks = use(TicketTasks);
  usePageTitle(issue.subject);
  useSeen(issue);
  const { trouble, solve, reopen } = useIssueSteps(issue);
  return (
    <>
      <PageHead
        title={<bdi>{issue.subject}</bdi>}
        sub={
          <>
            <IssueStatus state={issue.state} look="pill" />
            <Ltr>#{issue.number}</Ltr>
            <span>{say('ticket.opened', { date: time(issue.createdAt, 'full') })}</span>
          </>
        }
      >
        {Tasks !== null && <Tasks ticket={issue} />}
        {issue.rights.reopen && (
          <Button leftSection={<IconRotate size={16} stroke={1.75} />} onClick={() => void reopen()}>
            {say('ticket.reopen')}
          </Button>
        )}
        {issue.rights.solve && (
          <Button leftSection={<IconCheck size={16} stroke={2} />} onClick={() => void solve()}>
            {say('ticket.solve')}
          </Button>
        )}
      </PageHead>
      {trouble !== null && <Banner hue="red">{trouble}</Banner>}
      <div className={s.page}>
        <div className={s.talk}>
          <Conversation ticketId={issue.id} entries={issue.entries} seller={issue.seller} />
          <Answering key={issue.id} issue={issue} />
        </div>
        <IssueSide issue={issue} />
      </div>
    </>
  );
}

/** One ticket for its customer. */
export function Issue({ id }: { id: string }) {
  const { data } = useQuery(issueQuery(useApi(issuesApi), id));
  useLiveRefresh({ area: 'issues', kinds: ['ticket'] });
  return data === undefined ? null : <IssuePage issue={data} />;
}
