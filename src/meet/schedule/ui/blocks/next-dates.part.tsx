import { Suspense } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { hasScope } from '#kit/ui/auth/session-user.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { nextDatesApi, nextDatesQuery } from './next-dates-data.hook.ts';
import type { NextDatesProps } from './next-dates-panel.part.tsx';

const NextDatesPanel = loadable(async () => (await import('./next-dates-panel.part.tsx')).NextDatesPanel);

/** For the screen's `load`: what stands below the dates does not move when they come. The page stands without them as well. */
export async function loadNextDates({ api, queries, user }: LoadContext, roomId: string | null): Promise<void> {
  if (!hasScope(user?.scope, 'rooms.view')) return;
  await Promise.all([NextDatesPanel.preload(), queries.prefetchQuery(nextDatesQuery(api(nextDatesApi), roomId))]);
}

function Dates(props: NextDatesProps) {
  const { can } = useAuth();
  return can('rooms.view') ? (
    <Suspense>
      <NextDatesPanel {...props} />
    </Suspense>
  ) : null;
}

type ShownRoom = { id: string; rights: { edit: boolean } };
/** The next dates of a room, for its page. */
export const RoomDates = ({ room }: { room: ShownRoom }) => <Dates room={room} />;
/** The next dates of all rooms that one sees, for the home page. */
export const NextDates = () => <Dates room={null} />;
