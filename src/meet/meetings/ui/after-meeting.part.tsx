import type { MeetingOver } from '@atrium/engine/ui/house.ts';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Link } from '#kit/ui/link.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import type { MeetingDetail } from '../meetings.contract.ts';
import { meetingsApi } from './meetings-api.hook.ts';
import { afterText } from './after-text.hook.ts';
import { useReturn } from './return-to-meeting.hook.ts';
import s from './after-meeting.module.css';

type Props = { slug: string; meetingId: string | null; over: MeetingOver };

/** Stands on the page after a meeting: who was there and where to go, or the way back into one that was cut off. */
export function AfterMeeting({ slug, meetingId, over }: Props) {
  return over.cutOff === 'cut-off' ? <Return slug={slug} over={over} /> : <Afterwards slug={slug} meetingId={meetingId} />;
}

function Return({ slug, over }: Omit<Props, 'meetingId'>) {
  const say = afterText();
  const { state, now } = useReturn(slug, over);
  return (
    <div className={s.after}>
      <p role="status">{say(`after.${state}`)}</p>
      <div className={s.ways}>
        {state !== 'door' && <Button onClick={now}>{say('after.now')}</Button>}
        <Link className="link" to={`/m/${slug}`}>
          {say('after.room')}
        </Link>
      </div>
    </div>
  );
}

/** The meeting as this person may see it; null for guests, and as long as nothing is known. */
function useMeetingAfter(id: string | null): MeetingDetail | null {
  const { meetings } = useApi(meetingsApi);
  const { loggedIn } = useAuth();
  const [meeting, setMeeting] = useState<MeetingDetail | null>(null);
  useEffect(() => {
    const here = { shown: true };
    if (loggedIn && id !== null)
      meetings.get({ params: { id } }).then(
        (found) => here.shown && setMeeting(found),
        // of another account, or gone: the ways on do not depend on it
        () => null,
      );
    return () => {
      here.shown = false;
    };
  }, [meetings, loggedIn, id]);
  return meeting;
}

function Afterwards({ slug, meetingId }: Omit<Props, 'over'>) {
  const say = afterText();
  const { loggedIn } = useAuth();
  const meeting = useMeetingAfter(meetingId);
  const roomId = meeting?.room?.id;
  return (
    <div className={s.after}>
      {meeting?.rights.attendance === true && (
        <p>
          {say('after.people', { count: meeting.total })}{' '}
          <Link className="link" to={`/rooms/meeting/${meeting.id}`}>
            {say('after.attendance')}
          </Link>
        </p>
      )}
      {meeting?.rights.end === true && meeting.recordingFor !== null && (
        <p>
          {say(`after.recording.${meeting.recordingFor}`)}{' '}
          <Link className="link" to="/recordings/my-recordings">
            {say('after.recordings')}
          </Link>
        </p>
      )}
      <div className={s.ways}>
        <Link className="link" to={roomId === undefined ? `/m/${slug}` : `/rooms/${roomId}`}>
          {say('after.room')}
        </Link>
        {loggedIn && (
          <Link className="link" to="/dashboard">
            {say('after.home')}
          </Link>
        )}
      </div>
    </div>
  );
}
