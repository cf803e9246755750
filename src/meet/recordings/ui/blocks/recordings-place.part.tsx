import { Suspense, useEffect, useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { hasScope } from '#kit/ui/auth/session-user.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import type { RoomOf } from '#meet/rooms/ui/blocks/room-slots.part.tsx';
import { recordingsApi } from '../recordings-api.hook.ts';
import { newestQuery } from '../recordings-data.hook.ts';
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

const sharedRoles: readonly RoomOf['role'][] = ['co-owner', 'moderator', 'participant'];
// a room that is shared may be of another account, and then only "mine" knows it
const ofRoom = (room: RoomOf) => ({
  roomId: room.id,
  view: sharedRoles.includes(room.role) ? ('mine' as const) : ('all' as const),
});

/** Loads them with the page: on a phone much stands below them. */
export async function loadRoomRecordings({ api, queries, user }: LoadContext, room: RoomOf): Promise<void> {
  if (!hasScope(user?.scope, 'recordings.view')) return;
  await Promise.all([RecordingsOf.preload(), queries.prefetchQuery(newestQuery(api(recordingsApi), ofRoom(room)))]);
}

/** The recordings of a room, for its page. */
export function RoomRecordings({ room }: { room: RoomOf }) {
  const { can } = useAuth();
  return can('recordings.view') ? (
    <Suspense>
      <RecordingsOf of={ofRoom(room)} whenNone={room.lastMeetingAt === null ? 'nothing' : 'said'} />
    </Suspense>
  ) : null;
}

/** The recordings of a meeting, for its page; nothing where there are none. */
export function MeetingRecordings({ meetingId }: { meetingId: string }) {
  return <Later of={{ meetingId, view: 'all' }} whenNone="nothing" />;
}

/** The newest of all recordings that one sees, for the home page; nothing where there are none. */
export function NewestRecordings({ view }: { view: 'mine' | 'all' }) {
  return <Later of={{ view }} whenNone="nothing" />;
}
