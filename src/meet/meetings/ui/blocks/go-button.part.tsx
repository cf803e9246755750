import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { RowButton } from '#kit/ui/table/row-parts.tsx';
import { track } from '#kit/ui/track.ts';
import { WithWayOut } from '#kit/ui/way-out.tsx';
import type { RoomOf } from '#meet/rooms/ui/blocks/room-slots.part.tsx';
import { meetingsApi } from '../meetings-api.hook.ts';
import { useMeetingsRefresh } from '../meetings-data.hook.ts';
import { meetingsText } from '../meetings-text.hook.ts';
import s from '#meet/rooms/ui/blocks/room-slots.module.css';
import { useGoToMeeting } from './go-to-meeting.hook.ts';

type ButtonLook = 'primary' | 'row';

type GoingState = { busy: 'busy' | 'no'; trouble: string };

/** Starts or joins once, as soon as it stands; `onDone` gets the words of a refusal. What it needs is asked for here, not by fifty rows. */
function Way({ room, onDone }: { room: RoomOf; onDone: (trouble: string) => void }) {
  const say = meetingsText();
  const api = useApi(meetingsApi);
  const go = useGoToMeeting();
  const refresh = useMeetingsRefresh();
  const failureText = useFailureText(say);
  const run = async () => {
    try {
      const joins = room.live !== null && !room.rights.start;
      const ticket = joins
        ? await api.meetings.joinMeeting({ params: { id: room.live?.meetingId ?? '' } })
        : await api.meetings.start({ params: { id: room.id } });
      if (room.live === null) track('start_meeting');
      await go(ticket.url, { back: window.location.pathname });
      await refresh();
      onDone('');
    } catch (error) {
      onDone(failureText(error));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each press
  useEffect(() => void run(), []);
  return null;
}

const joins = (room: RoomOf) =>
  room.live !== null && (room.rights.start || room.role === 'participant' || room.role === 'moderator');

/** Join while the room is live, else Start. Nothing for those who may do neither. */
export function GoButton({ room, look }: { room: RoomOf; look: ButtonLook }) {
  const say = meetingsText();
  const [{ busy, trouble }, setGoing] = useState<GoingState>({ busy: 'no', trouble: '' });
  const run = () => setGoing({ busy: 'busy', trouble: '' });
  const starts = room.rights.start && (room.live !== null || room.restsSince === null);
  const word = joins(room) ? 'join' : starts ? 'start' : null;
  if (word === null) return null;
  return (
    <span className={s.go} data-look={look}>
      {busy === 'busy' && <Way room={room} onDone={(words) => setGoing({ busy: 'no', trouble: words })} />}
      {trouble !== '' && (
        <span className={s.trouble} role="alert">
          <WithWayOut>{trouble}</WithWayOut>
        </span>
      )}
      {look === 'row' ? (
        RowButton({
          look: word === 'start' ? 'quiet' : 'outlined',
          label: say(`go.${word}Of`, { name: room.name }),
          ...(word === 'start' && { sign: 'play' as const }),
          state: busy === 'busy' ? 'busy' : 'ready',
          onPress: run,
          children: say(`go.${word}`),
        })
      ) : (
        <Button
          variant="filled"
          loading={busy === 'busy'}
          leftSection={word === 'start' ? <IconPlayerPlay size={16} stroke={1.75} /> : undefined}
          onClick={run}
        >
          {say(`go.${word}`)}
        </Button>
      )}
    </span>
  );
}
