/** What later domains bring to the screens of people. */
import { loadable } from '#kit/ui/query/loadable.tsx';
import { roomsForPeople as rooms } from '#meet/rooms/ui/blocks/rooms-for-people.hook.ts';
import { PeopleOver as Over } from '#sales/overflow/ui/blocks/over-slots.part.tsx';

const Keys = loadable(async () => (await import('#connect/rest/ui/blocks/person-keys.part.tsx')).PersonKeys);
export const userSlots = { rooms, Keys, Over };
