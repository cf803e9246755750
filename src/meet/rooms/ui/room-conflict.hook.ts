import { useState } from 'react';
import type { Failure } from '#kit/errors.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import type { RoomDetail } from '../rooms.contract.ts';
import { draftOf, type RoomDraft } from './room-draft.hook.ts';
import { roomsApi } from './rooms-data.hook.ts';

export type RoomConflictState = {
  /** The version that the next save builds on. */
  version: number;
  /** What somebody else saved meanwhile; null while nobody did. `by` null: somebody whose name we do not know. */
  theirs: { draft: RoomDraft; by: string | null; at: number } | null;
  /** Takes the refusal and fetches what is there now. */
  found: (failure: Failure) => Promise<void>;
};

/** Two people change one room: the second one sees what the first one saved, and decides. */
export function useConflict(room: RoomDetail | null): RoomConflictState {
  const api = useApi(roomsApi);
  const [state, setState] = useState<Pick<RoomConflictState, 'version' | 'theirs'>>({
    version: room?.version ?? 0,
    theirs: null,
  });
  return {
    ...state,
    found: async ({ data }) => {
      if (room === null) return;
      const now = await api.rooms.get({ params: { id: room.id } });
      const by = typeof data['by'] === 'string' ? data['by'] : null;
      setState({ version: now.version, theirs: { draft: draftOf(now), by, at: now.updatedAt } });
    },
  };
}
