import { Suspense, useEffect, useState } from 'react';
import { loadable } from '#kit/ui/query/loadable.tsx';

const PresentationsPanel = loadable(async () => (await import('../presentations-panel.part.tsx')).PresentationsPanel);
const PollsPanel = loadable(async () => (await import('../polls-panel.part.tsx')).PollsPanel);
const GroupsPanel = loadable(async () => (await import('../groups-panel.part.tsx')).GroupsPanel);
type ShownRoom = { id: string; live: object | null; account: object | null; rights: { edit: boolean } };

/** What is prepared in a room for its meetings, for its page. It comes after the page is there. */
export function RoomPresentations({ room }: { room: ShownRoom }) {
  const [state, setState] = useState<'first' | 'there'>('first');
  useEffect(() => setState('there'), []);
  if (state === 'first') return null;
  return (
    <Suspense>
      <PresentationsPanel roomId={room.id} running={room.live !== null} />
      <PollsPanel roomId={room.id} running={room.live !== null} />
      {room.rights.edit && room.account === null && <GroupsPanel roomId={room.id} running={room.live !== null} />}
    </Suspense>
  );
}
