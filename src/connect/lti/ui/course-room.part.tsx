import { Button, Checkbox } from '@mantine/core';
import { Suspense, useState } from 'react';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { LiveStatus } from '#kit/ui/status-shape.tsx';
import { Duration, Time, useTimeText } from '#kit/ui/time.tsx';
import type { CourseVisit } from '../course.contract.ts';
import { courseApi } from './course-api.hook.ts';
import s from './lti.module.css';
import { ltiText } from './lti-text.hook.ts';

const CoursePeople = loadable(async () => (await import('./course-people.part.tsx')).CoursePeople);
type VisitRoom = NonNullable<CourseVisit['room']>;

/** The meeting opens in a tab: cameras are seldom allowed in frames of other sites. */
function useJoining(token: string) {
  const say = ltiText();
  const { course } = useApi(courseApi);
  const failureText = useFailureText(say);
  const [{ url, failure, busy }, setState] = useState({ url: '', failure: '', busy: false });
  const join = async (consent: 'given' | 'none') => {
    // browsers let a page open a tab only while a press is handled; elsewhere a link is left to press
    const tab = window.open('', '_blank');
    // what opens there is no part of the course
    if (tab !== null) tab.opener = null;
    setState({ url: '', failure: '', busy: true });
    try {
      const answer = await course.join({ params: { token }, body: { consent: consent === 'given' } });
      if (tab !== null) tab.location.href = answer.url;
      setState({ url: tab === null ? answer.url : '', failure: '', busy: false });
    } catch (error) {
      tab?.close();
      setState({ url: '', failure: failureText(error), busy: false });
    }
  };
  return { url, failure, busy, join };
}

function RoomState({ room }: { room: VisitRoom }) {
  const say = ltiText();
  const when = useTimeText();
  if (room.state === 'live')
    return (
      <span className="small">
        <LiveStatus>{String(room.people)}</LiveStatus>{' '}
        {room.since !== null && <span className="quiet">{say('visit.since', { time: when(room.since, 'time') })}</span>}
      </span>
    );
  return (
    <span className="small quiet">
      <DotLine>
        {say(`visit.${room.state}`)}
        {room.nextAt !== null && say('visit.next', { time: when(room.nextAt, 'moment') })}
      </DotLine>
    </span>
  );
}

function RoomDoor({ token, room }: { token: string; room: VisitRoom }) {
  const say = ltiText();
  const { url, failure, busy, join } = useJoining(token);
  const [consent, setConsent] = useState(false);
  const [first] = useState(room.state);
  const agreed = consent || !room.record;
  const opens = room.state === 'live' || (room.state === 'idle' && room.canStart);
  return (
    <section className={s.room}>
      <h1>
        <bdi>{room.name}</bdi>
      </h1>
      <RoomState room={room} />
      {/* browsers open no tab without a press, so a start is announced, and a press joins */}
      <p role="status" className={room.state === 'live' ? s.good : undefined}>
        {room.state === 'idle' && !room.canStart && say('visit.waiting')}
        {room.state === 'live' && first !== 'live' && say('visit.begun')}
      </p>
      {failure !== '' && <Banner hue="red">{failure}</Banner>}
      {room.record && (
        <Checkbox
          label={say('visit.consent')}
          checked={consent}
          onChange={({ currentTarget }) => setConsent(currentTarget.checked)}
        />
      )}
      {opens && (
        <Button
          size="lg"
          variant="filled"
          loading={busy}
          disabled={!agreed}
          onClick={() => void join(consent ? 'given' : 'none')}
        >
          {say(room.state === 'live' ? 'visit.join' : 'visit.start')}
        </Button>
      )}
      {url !== '' && (
        <a className="link" href={url} target="_blank" rel="noreferrer">
          {say('visit.openTab')}
        </a>
      )}
    </section>
  );
}

type CourseRoomProps = { token: string; visit: CourseVisit; onChanged: (visit: CourseVisit) => void };
export function CourseRoom({ token, visit, onChanged }: CourseRoomProps) {
  const say = ltiText();
  const { room } = visit;
  if (room === null)
    return (
      <section className={s.room}>
        <h1>{say('page.title')}</h1>
        <p>{say('visit.nothing')}</p>
      </section>
    );
  return (
    <>
      <RoomDoor token={token} room={room} />
      {room.recordings.length > 0 && (
        <section>
          <h2>{say('visit.recordings')}</h2>
          <ul className={s.rows}>
            {room.recordings.map((one) => (
              <li key={one.id}>
                <a className="link" href={one.url} target="_blank" rel="noreferrer">
                  <bdi>{one.name}</bdi>
                </a>
                <span className="quiet">
                  <DotLine>
                    {one.at !== null && <Time at={one.at} />}
                    <Duration minutes={one.minutes} />
                  </DotLine>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {visit.teaches && (
        <Suspense>
          <CoursePeople token={token} visit={visit} onChanged={onChanged} />
        </Suspense>
      )}
    </>
  );
}
