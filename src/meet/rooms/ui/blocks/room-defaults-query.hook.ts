import { callQuery } from '#kit/ui/query/query.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import { roomsApi, type RoomsClient } from '../rooms-data.hook.ts';

const ask = (api: RoomsClient) =>
  callQuery({ area: 'bigbluebutton', name: 'rooms.defaults', call: () => api.rooms.defaults(), input: null });
/** What new rooms of the account start with. */
export const roomDefaultsQuery = {
  ask,
  needs: ({ api, queries }: LoadContext): readonly Promise<unknown>[] => [queries.ensureQueryData(ask(api(roomsApi)))],
};
