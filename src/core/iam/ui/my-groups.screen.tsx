import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Face, PageHead, Panel } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import { useTimeText } from '#kit/ui/time.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import type { MyGroup } from '../groups.contract.ts';
import s from './group.module.css';
import { mineQuery, myInvitationsQuery, useGroupsRefresh } from './groups-data.hook.ts';
import { iamText } from './iam-text.hook.ts';
import { mineText, useMineWords } from './mine-text.hook.ts';
import { usersApi } from './user-data.hook.ts';

type GroupWork = {
  busy: string;
  failure: string;
  run: (what: { key: string; done: string }, work: () => Promise<unknown>) => void;
};
/** One answer at a time; afterwards everything that it may change is refetched. */
function useAnswers(): GroupWork {
  const toast = useToast();
  const refresh = useGroupsRefresh('own');
  const failureText = useFailureText(useMineWords());
  const [state, setState] = useState({ busy: '', failure: '' });
  const answer = async ({ key, done }: { key: string; done: string }, work: () => Promise<unknown>) => {
    setState({ busy: key, failure: '' });
    const failure = await work().then(
      () => '',
      (error: unknown) => failureText(error),
    );
    if (failure === '') toast({ text: done });
    await refresh();
    setState({ busy: '', failure });
  };
  return { ...state, run: (what, work) => void answer(what, work) };
}

type RowProps = { name: string; text: ReactNode; children: ReactNode };
function Row({ name, text, children }: RowProps) {
  return (
    <li>
      <Face name={name} size={32} />
      <span className={s.grow}>
        <bdi className="strong">{name}</bdi>
        <span className="small quiet" dir="auto">
          {text}
        </span>
      </span>
      <span className={s.acts}>{children}</span>
    </li>
  );
}

type AskProps = {
  id: string;
  name: string;
  text: string;
  work: GroupWork;
  joined: string;
  send: (answer: 'accept' | 'decline') => Promise<unknown>;
};
function Question({ id, name, text, work, joined, send }: AskProps) {
  const mine = mineText();
  const [no, yes] = [`decline ${id}`, `accept ${id}`];
  return (
    <Row name={name} text={text}>
      <Button
        variant="subtle"
        aria-label={mine('mine.declineOf', { name })}
        loading={work.busy === no}
        onClick={() => work.run({ key: no, done: mine('mine.declined', { name }) }, () => send('decline'))}
      >
        {mine('mine.decline')}
      </Button>
      <Button
        variant="filled"
        aria-label={mine('mine.acceptOf', { name })}
        loading={work.busy === yes}
        onClick={() => work.run({ key: yes, done: joined }, () => send('accept'))}
      >
        {mine('mine.accept')}
      </Button>
    </Row>
  );
}

function Joined({ group, work }: { group: MyGroup; work: GroupWork }) {
  const say = iamText();
  const mine = mineText();
  const time = useTimeText();
  const { groups } = useApi(usersApi);
  const ask = useAsk();
  const { id, name, description } = group;
  const leave = async () => {
    const sure = await ask({
      title: mine('mine.leaveTitle', { name }),
      lead: mine('mine.leaveLead'),
      verb: mine('mine.leave'),
      safe: mine('mine.stay'),
    });
    if (sure)
      work.run({ key: `leave ${id}`, done: mine('mine.left', { name }) }, () =>
        groups.answer({ params: { id }, body: { answer: 'leave' } }),
      );
  };
  const text = (
    <DotLine>
      {description}
      {say('groups.count', { count: group.people })}
      {say('groups.since', { when: time(group.since, 'day') })}
    </DotLine>
  );
  return (
    <Row name={name} text={text}>
      <Button
        size="xs"
        variant="subtle"
        aria-label={mine('mine.leaveOf', { name })}
        loading={work.busy === `leave ${id}`}
        onClick={() => void leave()}
      >
        {mine('mine.leave')}
      </Button>
    </Row>
  );
}

/** Keeps a name from turning the direction of the sentence around it. */
const isolate = (name: string): string => `\u2068${name}\u2069`;

/** `/users/groups/my-groups`: what asks me, and the groups that I am in. */
export function Screen() {
  const mine = mineText();
  const api = useApi(usersApi);
  const time = useTimeText();
  const { user } = useAuth();
  const { data } = useQuery(mineQuery(api));
  const { data: offers } = useQuery({ ...myInvitationsQuery(api), enabled: user?.acting === undefined });
  const work = useAnswers();
  useLiveRefresh({ area: 'IAMUser', kinds: ['notice'] });
  const asked = (data?.items ?? []).filter((one) => one.state === 'asked');
  const joined = (data?.items ?? []).filter((one) => one.state === 'in');
  const places = offers?.items ?? [];
  const account = user?.account?.name ?? '';
  return (
    <>
      <PageHead title={mine('mine.title')} />
      <div className={s.banner}>{work.failure !== '' && <Banner hue="red">{work.failure}</Banner>}</div>
      <div className={s.col}>
        {asked.length + places.length > 0 && (
          <Panel id="asked" title={mine('mine.waiting')} flush="flush">
            <ul className={s.list}>
              {asked.map(({ id, name, invitedBy }) => (
                <Question
                  key={id}
                  id={id}
                  name={name}
                  text={mine('mine.askText', { inviter: isolate(invitedBy ?? account), account })}
                  work={work}
                  joined={mine('mine.joined', { name })}
                  send={(answer) => api.groups.answer({ params: { id }, body: { answer } })}
                />
              ))}
              {places.map(({ id, accountName: name, inviterName, expiresAt }) => (
                <Question
                  key={id}
                  id={id}
                  name={name}
                  text={mine('mine.placeText', { inviter: isolate(inviterName), when: time(expiresAt, 'day') })}
                  work={work}
                  joined={mine('mine.place', { name })}
                  send={(answer) => api.iam.answerInvitation({ params: { id }, body: { answer } })}
                />
              ))}
            </ul>
          </Panel>
        )}
        {joined.length > 0 && (
          <Panel id="joined" title={mine('mine.in')} flush="flush">
            <ul className={s.list}>
              {joined.map((group) => (
                <Joined key={group.id} group={group} work={work} />
              ))}
            </ul>
          </Panel>
        )}
      </div>
      {data !== undefined && joined.length + asked.length + places.length === 0 && (
        <EmptyState title={mine('mine.emptyTitle')} text={mine('mine.emptyText')} />
      )}
    </>
  );
}

export const load = async ({ api, queries, user }: LoadContext) => {
  const client = api(usersApi);
  await Promise.all([
    queries.ensureQueryData(mineQuery(client)),
    // what waits for the customer is not for somebody who acts in their name
    ...(user?.acting === undefined ? [queries.ensureQueryData(myInvitationsQuery(client))] : []),
  ]);
  return null;
};
