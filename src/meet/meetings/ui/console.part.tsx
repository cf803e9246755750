import { Button } from '@mantine/core';
import { IconDoorOff, IconUsers } from '@tabler/icons-react';
import { type ComponentType, Suspense, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { Ltr, PageHead, Panel } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Link, LinkButton } from '#kit/ui/link.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { Duration, Time } from '#kit/ui/time.tsx';
import { useServerName } from '#meet/servers/ui/blocks/server-name.hook.ts';
import type { MeetingDetail } from '../meetings.contract.ts';
import { Attendance } from './attendance.part.tsx';
import { JoinMeeting } from './join-meeting.part.tsx';
import { MeetingState } from './meeting-table.part.tsx';
import { minutesOf, reasonWord } from './meeting-words.hook.ts';
import { meetingsApi } from './meetings-api.hook.ts';
import { useMeetingsRefresh } from './meetings-data.hook.ts';
import { meetingsText } from './meetings-text.hook.ts';
import { useSeat } from './seat.hook.ts';
import { PollResults } from './polls/poll-results.part.tsx';
import { SteeringPanel } from './steering.part.tsx';
import { WhoIsIn } from './who-is-in.part.tsx';
import s from './console.module.css';
import inside from './inside.module.css';

type Props = { meeting: MeetingDetail };
/** What the page of a meeting shows of later domains, which it does not know. */
export type MeetingSlots = {
  Recordings: ComponentType<{ meetingId: string }>;
  /** Leads to support with the meeting; brings its code itself. */
  Help: ComponentType<{ meetingId: string }>;
  /** Makes a task of the meeting. */
  Tasks: ComponentType<{ meeting: { id: string; name: string } }>;
};
/** The meeting itself is a large part: it comes when somebody goes in. */
const Inside = loadable(async () => (await import('./inside.part.tsx')).Inside);
const running = (meeting: MeetingDetail) => meeting.state === 'live' || meeting.state === 'starting';

function EndButton({ meeting }: Props) {
  const say = meetingsText();
  const ask = useAsk();
  const api = useApi(meetingsApi);
  const refresh = useMeetingsRefresh();
  const failureText = useFailureText(say);
  const [trouble, setTrouble] = useState('');
  const end = async () => {
    const sure = await ask({
      title: say('end.title', { name: meeting.name }),
      facts: [
        { id: 'people', icon: IconUsers, text: say('end.people', { count: meeting.people }) },
        { id: 'again', icon: IconDoorOff, text: say('end.again') },
      ],
      verb: say('end.verb'),
      safe: say('end.safe'),
    });
    if (!sure) return;
    setTrouble('');
    await api.meetings.end({ params: { id: meeting.id } }).catch((error: unknown) => setTrouble(failureText(error)));
    await refresh();
  };
  return (
    <>
      {trouble !== '' && (
        <span className={s.trouble} role="alert">
          {trouble}
        </span>
      )}
      <Button onClick={() => void end()}>{say('end.open')}</Button>
    </>
  );
}

function Facts({ meeting }: Props) {
  const say = meetingsText();
  const { now } = useReader();
  const nameOf = useServerName();
  const reason = reasonWord(say, meeting.endReason);
  const facts = [
    ...(meeting.startedBy === null ? [] : [{ id: 'by' as const, value: meeting.startedBy.name }]),
    { id: 'began' as const, value: <Time at={meeting.startedAt ?? meeting.createdAt} look="zoned" /> },
    ...(meeting.endedAt === null ? [] : [{ id: 'ended' as const, value: <Time at={meeting.endedAt} look="zoned" /> }]),
    ...(meeting.startedAt === null
      ? []
      : [{ id: 'length' as const, value: <Duration minutes={minutesOf(meeting, meeting.endedAt ?? now)} /> }]),
    ...(reason === null ? [] : [{ id: 'reason' as const, value: reason }]),
    { id: 'peak' as const, value: <Ltr>{meeting.peak}</Ltr> },
    { id: 'total' as const, value: <Ltr>{meeting.total}</Ltr> },
    ...(meeting.limits.maxPeople === null ? [] : [{ id: 'most' as const, value: <Ltr>{meeting.limits.maxPeople}</Ltr> }]),
    ...(meeting.limits.maxMinutes === null
      ? []
      : [{ id: 'longest' as const, value: <Duration minutes={meeting.limits.maxMinutes} /> }]),
    ...(meeting.account === null ? [] : [{ id: 'account' as const, value: meeting.account.name }]),
    ...(meeting.server === null ? [] : [{ id: 'server' as const, value: <bdi>{nameOf(meeting.server.name)}</bdi> }]),
  ];
  return (
    <Panel id="facts" title={say('console.facts')}>
      <dl className={s.facts}>
        {facts.map((fact) => (
          <div key={fact.id}>
            <dt>{say(`fact.${fact.id}`)}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function InviteMore({ link }: { link: string }) {
  const say = meetingsText();
  return (
    <Panel id="invite" title={say('console.invite')}>
      <div className={s.link}>
        <Ltr className="cut grow small">{link.replace(/^https?:\/\//, '')}</Ltr>
        <CopyButton text={link} size="xs" />
      </div>
    </Panel>
  );
}

/** What stands beside the meeting while one is in it. */
function Beside({ meeting }: Props) {
  return (
    <>
      <h2 className={inside.name}>
        <bdi>{meeting.name}</bdi>
        <MeetingState meeting={meeting} look="pill" />
      </h2>
      {meeting.rights.end && (
        <div className={inside.acts}>
          <EndButton meeting={meeting} />
        </div>
      )}
      {running(meeting) && <WhoIsIn id={meeting.id} />}
      {meeting.steering !== null && <SteeringPanel meeting={meeting} steering={meeting.steering} />}
      {running(meeting) && meeting.link !== null && <InviteMore link={meeting.link} />}
    </>
  );
}

type ConsoleProps = Props & { slots: MeetingSlots };
/** One meeting: who is in, joining, ending and inviting while it runs; who was there afterwards. Inside, the meeting itself leads. */
export function Console({ meeting, slots }: ConsoleProps) {
  useLiveRefresh({ area: 'bigbluebutton', kinds: ['meeting', 'room'], rooms: meeting.room === null ? [] : [meeting.room.slug] });
  const { seat, leave } = useSeat();
  if (seat === null) return <Outside meeting={meeting} slots={slots} />;
  return (
    <Suspense>
      <Inside seat={seat} settings={meeting.roomSettings} onLeave={leave}>
        <Beside meeting={meeting} />
      </Inside>
    </Suspense>
  );
}

function Outside({ meeting, slots }: ConsoleProps) {
  const say = meetingsText();
  const { room } = meeting;
  return (
    <>
      <PageHead
        title={
          <span className={s.title}>
            <bdi>{meeting.name}</bdi>
            <MeetingState meeting={meeting} look="pill" />
          </span>
        }
        sub={
          room !== null && (
            <Link className="link small" to={`/rooms/${room.id}`}>
              {say('console.room')}
            </Link>
          )
        }
      >
        {meeting.rights.end && <EndButton meeting={meeting} />}
        {meeting.rights.join && <JoinMeeting meeting={meeting} look="primary" />}
        {!running(meeting) && room !== null && (
          <LinkButton to={`/rooms/${room.id}`} variant="filled">
            {say('console.toRoom')}
          </LinkButton>
        )}
      </PageHead>
      {meeting.state === 'detached' && <Banner hue="amber">{say('console.detached')}</Banner>}
      <div className={s.grid}>
        <div className={s.col}>
          {running(meeting) && <WhoIsIn id={meeting.id} />}
          {meeting.rights.attendance && <Attendance meeting={meeting} />}
          {meeting.rights.attendance && <PollResults meeting={meeting} />}
        </div>
        <div className={s.col}>
          {meeting.steering !== null && <SteeringPanel meeting={meeting} steering={meeting.steering} />}
          {running(meeting) && meeting.link !== null && <InviteMore link={meeting.link} />}
          <Facts meeting={meeting} />
          {!running(meeting) && <slots.Recordings meetingId={meeting.id} />}
          {meeting.account === null && (
            <div className={s.more}>
              <slots.Tasks meeting={meeting} />
              <slots.Help meetingId={meeting.id} />
            </div>
          )}
        </div>
      </div>
    </>
  );
}
