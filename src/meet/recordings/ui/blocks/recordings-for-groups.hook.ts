import type { RoomSource } from '#core/iam/ui/blocks/user-slots.hook.ts';
import { Failure } from '#kit/errors.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import { recordingsApi } from '../recordings-api.hook.ts';

/** What the screens of groups ask of recordings. */
export function recordingsForGroups(api: LoadContext['api']): RoomSource {
  const { recordings } = api(recordingsApi);
  return {
    find: async (search) => {
      const query = { view: 'all', limit: 100, ...(search.trim() === '' ? {} : { search: search.trim() }) } as const;
      const { items } = await recordings.list({ query });
      return items.map(({ id, name }) => ({ id, name }));
    },
    nameOf: async (id) => {
      try {
        return (await recordings.get({ params: { id } })).name;
      } catch (error) {
        if (error instanceof Failure && (error.code === 'not_found' || error.code === 'not_allowed')) return null;
        throw error;
      }
    },
  };
}
