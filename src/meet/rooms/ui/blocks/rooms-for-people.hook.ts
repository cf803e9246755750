import type { RoomSource } from '#core/iam/ui/blocks/user-slots.hook.ts';
import { Failure } from '#kit/errors.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import { roomsApi } from '../rooms-data.hook.ts';

/** What the screens of people ask of rooms. */
export function roomsForPeople(api: LoadContext['api']): RoomSource {
  const { rooms } = api(roomsApi);
  return {
    find: async (search) => {
      const query = {
        view: 'all',
        sort: 'name',
        limit: 100,
        ...(search.trim() === '' ? {} : { search: search.trim() }),
      } as const;
      const { items } = await rooms.list({ query });
      return items.map(({ id, name }) => ({ id, name }));
    },
    tags: async () => {
      try {
        return (await rooms.tags()).items.map(({ tag }) => tag);
      } catch (error) {
        if (error instanceof Failure && error.code === 'not_allowed') return [];
        throw error;
      }
    },
    nameOf: async (id) => {
      try {
        return (await rooms.get({ params: { id } })).name;
      } catch (error) {
        if (error instanceof Failure && (error.code === 'not_found' || error.code === 'not_allowed')) return null;
        throw error;
      }
    },
  };
}
