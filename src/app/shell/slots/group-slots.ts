/** What may be shared with a group, by the domains that have it. */
import { recordingsForGroups } from '#meet/recordings/ui/blocks/recordings-for-groups.hook.ts';
import { roomsForPeople } from '#meet/rooms/ui/blocks/rooms-for-people.hook.ts';

export const [rooms, recordings] = [roomsForPeople, recordingsForGroups];
