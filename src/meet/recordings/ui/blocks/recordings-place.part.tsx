import { Suspense, useEffect, useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { RoomOf } from '#meet/rooms/ui/blocks/room-slots.part.tsx';
import type { RecordingsOfProps } from './recordings-of.part.tsx';

const RecordingsOf = loadable(async () => (await import('./recordings-of.part.tsx')).RecordingsOf);

/** Comes after the page is there: it stands last in its column and is no reason to wait. */
function Later(props: RecordingsOfProps) {
  const { can } = useAuth();
  const [state, setState] = useState<'first' | 'there'>('first');
  useEffect(() => setState('there'), []);
  if (state === 'first' || !can('recordings.view')) return null;
  return (
    <Suspense>
      <RecordingsOf {...props} />
    </Suspense>
  );
}

/** The recordings of a room, for its page. */
export function RoomRecordings({ room }: { room: RoomOf }) {
  const shared = room.role === 'co-owner' || room.role === 'moderator' || room.role === 'participant';
  // a room that is shared may be of another account, and then only "mine" knows it
  return (
    <Later of={{ roomId: room.id, view: shared ? 'mine' : 'all' }} whenNone={room.lastMeetingAt === null ? 'nothing' : 'said'} />
  );
}

/** The recordings of a meeting, for its page; nothing where there are none. */
export function MeetingRecordings({ meetingId }: { meetingId: string }) {
  return <Later of={{ meetingId, view: 'all' }} whenNone="nothing" />;
}

/** The newest of all recordings that one sees, for the home page; nothing where there are none. */
export function NewestRecordings({ view }: { view: 'mine' | 'all' }) {
  return <Later of={{ view }} whenNone="nothing" />;
}
