import { useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import {
  IconArrowDown,
  IconEar,
  IconHandStop,
  IconMicrophone,
  IconMicrophoneOff,
  IconPresentation,
  IconShield,
  IconVideo,
  IconVolume,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Face, Panel } from '#kit/ui/bits.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { useDurationText, useTimeText } from '#kit/ui/time.tsx';
import type { MeetingDetail } from '../meetings.contract.ts';
import { meetingsApi } from './meetings-api.hook.ts';
import { meetingQuery } from './meetings-data.hook.ts';
import { meetingsText } from './meetings-text.hook.ts';
import { useSteer } from './steer.hook.ts';
import s from '#meet/rooms/ui/blocks/room-slots.module.css';

type MeetingAttendee = NonNullable<MeetingDetail['attendees']>[number];

const signs = {
  presenter: IconPresentation,
  moderator: IconShield,
  camera: IconVideo,
  speaks: IconVolume,
  voice: IconMicrophone,
  listens: IconEar,
  silent: IconMicrophoneOff,
};
function Sign({ of }: { of: keyof typeof signs }) {
  const label = meetingsText()(`who.${of}`);
  const Icon = signs[of];
  return (
    <span role="img" aria-label={label} title={label} data-sign={of}>
      <Icon size={16} stroke={1.75} aria-hidden />
    </span>
  );
}

const soundOf = ({ speaking, voice, listenOnly }: MeetingAttendee) =>
  speaking ? 'speaks' : voice ? 'voice' : listenOnly ? 'listens' : 'silent';
/** What somebody is and does, as icons: the name keeps its room. */
const Signs = ({ person }: { person: MeetingAttendee }) => (
  <span className={s.signs}>
    {person.presenter && <Sign of="presenter" />}
    {person.role === 'moderator' && <Sign of="moderator" />}
    {person.video && <Sign of="camera" />}
    <Sign of={soundOf(person)} />
  </span>
);

/** A hand that is up, with the way to take it down for those who lead. */
function Hand({ meeting, person }: { meeting: MeetingDetail; person: MeetingAttendee }) {
  const say = meetingsText();
  const desk = useSteer(meeting.id);
  if (person.handAt === null) return null;
  if (meeting.steering === null)
    return <IconHandStop size={16} stroke={1.75} role="img" aria-label={say('who.hand')} className={s.hand} />;
  return (
    <Button
      size="xs"
      variant="light"
      className={s.lower}
      leftSection={<IconHandStop size={15} stroke={1.75} />}
      loading={desk.busy !== ''}
      aria-label={say('who.lower', { name: person.name })}
      title={say('who.lower', { name: person.name })}
      onClick={() => void desk.steer('hand', { lowerHand: person.key })}
    >
      <IconArrowDown size={14} stroke={1.75} aria-hidden />
    </Button>
  );
}

/** How long somebody spoke, where the server tells. */
function Talk({ person }: { person: MeetingAttendee }) {
  const say = meetingsText();
  const duration = useDurationText();
  if (person.talkedMs === null || person.talkedMs < 30_000) return null;
  return <span className={`tiny quiet ${s.talk}`}>{say('who.talked', { time: duration(person.talkedMs / 60_000) })}</span>;
}

/** Raised hands first, in the order in which they went up. */
const byHand = (a: MeetingAttendee, b: MeetingAttendee) =>
  (a.handAt ?? Number.POSITIVE_INFINITY) - (b.handAt ?? Number.POSITIVE_INFINITY) || 0;

/** Milliseconds between two looks at a meeting whose server tells hands and talk, which nobody pushes. */
const lookEvery = 4_000;

/** Who is in a live meeting, as the server last said. */
export function WhoIsIn({ id, aside }: { id: string; aside?: ReactNode }) {
  const say = meetingsText();
  const time = useTimeText();
  const api = useApi(meetingsApi);
  const { data } = useQuery({
    ...meetingQuery(api, id),
    refetchInterval: ({ state }) => (state.data?.steering?.live === true ? lookEvery : false),
  });
  useLiveRefresh({ area: 'bigbluebutton', kinds: ['meeting'] });
  const people = data?.attendees ?? null;
  return (
    <Panel id="who" title={say('who.title', { count: people?.length ?? data?.people ?? 0 })} aside={aside} flush="flush">
      {data !== undefined && people === null && (
        <p className={`small quiet ${s.note}`}>{say('who.noAnswer', { time: time(data.asOf, 'time') })}</p>
      )}
      {people?.length === 0 && <p className={`small quiet ${s.note}`}>{say('who.nobody')}</p>}
      <ul className={s.who}>
        {(people ?? []).toSorted(byHand).map((person) => (
          <li key={person.key}>
            <Face name={person.name} size={28} />
            <span className="grow cut">
              <bdi className="strong small">{person.name}</bdi>
              <Talk person={person} />
            </span>
            {data !== undefined && <Hand meeting={data} person={person} />}
            <Signs person={person} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
