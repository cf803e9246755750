import { Suspense, useEffect, useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { NextDatesProps } from './next-dates-panel.part.tsx';

const NextDatesPanel = loadable(async () => (await import('./next-dates-panel.part.tsx')).NextDatesPanel);

/** Comes after the page is there. */
function Later(props: NextDatesProps) {
  const { can } = useAuth();
  const [state, setState] = useState<'first' | 'there'>('first');
  useEffect(() => setState('there'), []);
  if (state === 'first' || !can('rooms.view')) return null;
  return (
    <Suspense>
      <NextDatesPanel {...props} />
    </Suspense>
  );
}

type ShownRoom = { id: string; rights: { edit: boolean } };
/** The next dates of a room, for its page. */
export const RoomDates = ({ room }: { room: ShownRoom }) => <Later room={room} />;
/** The next dates of all rooms that one sees, for the home page; nothing where there are none. */
export const NextDates = () => <Later room={null} />;
