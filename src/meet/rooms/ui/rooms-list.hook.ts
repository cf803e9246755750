import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type ListControls, useListState, withListState } from '#kit/ui/table/list-state.ts';
import { roomsShape } from './rooms-data.hook.ts';

/** The list's state; each column is sorted in its one useful direction: names from A, times from the newest. */
export function useRoomsList(): ListControls {
  const list = useListState(roomsShape);
  const [, setSearch] = useSearchParams();
  return useMemo(
    () => ({
      ...list,
      setSort: (by: string) =>
        setSearch((now) => withListState(now, roomsShape, { sort: { by, dir: by === 'name' ? 'up' : 'down' } }), {
          replace: true,
          preventScrollReset: true,
        }),
    }),
    [list, setSearch],
  );
}
