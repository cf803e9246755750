/** What may be shared with a group, by the domains that have it. */
export { recordingsForGroups as recordings } from '#meet/recordings/ui/blocks/recordings-for-groups.hook.ts';
export { roomsForPeople as rooms } from '#meet/rooms/ui/blocks/rooms-for-people.hook.ts';
