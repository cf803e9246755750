import { Suspense, useEffect, useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { SharedRoom } from '../group-sharing.part.tsx';

const GroupSharing = loadable(async () => (await import('../group-sharing.part.tsx')).GroupSharing);

/** Groups that are given a room of the reader's own account, for its page. It comes after the page is there. */
export function RoomGroups({ room }: { room: SharedRoom & { account: object | null } }) {
  const { can } = useAuth();
  const [state, setState] = useState<'first' | 'there'>('first');
  useEffect(() => setState('there'), []);
  if (state === 'first' || room.account !== null || !can('groups.view')) return null;
  return (
    <Suspense>
      <GroupSharing room={room} />
    </Suspense>
  );
}
