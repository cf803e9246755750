import { useQueries } from '@tanstack/react-query';
import { useRoomSource } from './blocks/user-slots.hook.ts';
import { iamText } from './iam-text.hook.ts';

/** Names of rooms by id; one that is gone or out of sight is named by the end of its id. */
export function useRoomNames(ids: readonly string[]): (id: string) => string {
  const say = iamText();
  const { nameOf } = useRoomSource();
  const found = useQueries({
    queries: ids.map((id) => ({ queryKey: ['IAMUser', 'room', id], queryFn: () => nameOf(id) })),
  });
  return (id) => {
    const at = found[ids.indexOf(id)];
    if (at?.data === null) return say('sets.roomGone', { id: `\u2066…${id.slice(-6)}\u2069` });
    return at?.data ?? '…';
  };
}
