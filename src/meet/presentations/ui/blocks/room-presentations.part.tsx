import { Suspense, useEffect, useState } from 'react';
import { loadable } from '#kit/ui/query/loadable.tsx';

const PresentationsPanel = loadable(async () => (await import('../presentations-panel.part.tsx')).PresentationsPanel);
const PollsPanel = loadable(async () => (await import('../polls-panel.part.tsx')).PollsPanel);
type ShownRoom = { id: string; live: object | null };

/** What is prepared in a room for its meetings, for its page. It comes after the page is there. */
export function RoomPresentations({ room }: { room: ShownRoom }) {
  const [state, setState] = useState<'first' | 'there'>('first');
  useEffect(() => setState('there'), []);
  if (state === 'first') return null;
  return (
    <Suspense>
      <PresentationsPanel roomId={room.id} running={room.live !== null} />
      <PollsPanel roomId={room.id} running={room.live !== null} />
    </Suspense>
  );
}
