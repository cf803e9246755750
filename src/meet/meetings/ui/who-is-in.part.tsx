import { useQuery } from '@tanstack/react-query';
import { IconEar, IconMicrophone, IconMicrophoneOff, IconVideo } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useApi } from '#kit/ui/api.tsx';
import { Face, Panel } from '#kit/ui/bits.tsx';
import { useLiveRefresh } from '#kit/ui/live.ts';
import { useTimeText } from '#kit/ui/time.tsx';
import type { MeetingDetail } from '../meetings.contract.ts';
import { meetingsApi } from './meetings-api.hook.ts';
import { meetingQuery } from './meetings-data.hook.ts';
import { meetingsText } from './meetings-text.hook.ts';
import s from '#meet/rooms/ui/blocks/room-slots.module.css';

type Attendee = NonNullable<MeetingDetail['attendees']>[number];

function Sound({ person }: { person: Attendee }) {
  const say = meetingsText();
  const which = person.voice ? 'voice' : person.listenOnly ? 'listens' : 'silent';
  const Icon = { voice: IconMicrophone, listens: IconEar, silent: IconMicrophoneOff }[which];
  return (
    <span className={s.signs}>
      {person.video && <IconVideo size={16} stroke={1.75} role="img" aria-label={say('who.camera')} />}
      <Icon size={16} stroke={1.75} role="img" aria-label={say(`who.${which}`)} />
    </span>
  );
}

/** Who is in a live meeting, as the server last said. */
export function WhoIsIn({ id, aside }: { id: string; aside?: ReactNode }) {
  const say = meetingsText();
  const time = useTimeText();
  const api = useApi(meetingsApi);
  const { data } = useQuery(meetingQuery(api, id));
  useLiveRefresh({ area: 'bigbluebutton', kinds: ['meeting'] });
  const people = data?.attendees ?? null;
  return (
    <Panel id="who" title={say('who.title', { count: people?.length ?? data?.people ?? 0 })} aside={aside} flush="flush">
      {data !== undefined && people === null && (
        <p className={`small quiet ${s.note}`}>{say('who.noAnswer', { time: time(data.asOf, 'time') })}</p>
      )}
      {people?.length === 0 && <p className={`small quiet ${s.note}`}>{say('who.nobody')}</p>}
      <ul className={s.who}>
        {(people ?? []).map((person) => (
          <li key={person.key}>
            <Face name={person.name} size={28} />
            <span className="grow cut">
              <bdi className="strong small">{person.name}</bdi>
            </span>
            {person.presenter && <span className="small quiet">{say('who.presenter')}</span>}
            {person.role === 'moderator' && <span className="small quiet">{say('who.moderator')}</span>}
            <Sound person={person} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
