/** What the library asks of the domains that come after it. */
import type { AttachmentNeighbours } from '#core/files/server/attachments.service.ts';
import type { LibraryNeighbours } from '#core/files/server/views.service.ts';
import { postsShowing } from '#publish/blog/server/pictures.service.ts';
import { roomsShowing } from '#meet/presentations/server/room-presentations.service.ts';

export const libraryNeighbours: LibraryNeighbours & AttachmentNeighbours = {
  permissionsToAttach: ['tickets.create', 'tickets.manage', 'chat.use', 'mailbox.use', 'tasks.use'],
  usesOf: async (ctx, fileIds) => {
    const [rooms, posts] = await Promise.all([roomsShowing(ctx, fileIds), postsShowing(ctx, fileIds)]);
    return new Map(fileIds.map((id) => [id, [...(rooms.get(id) ?? []), ...(posts.get(id) ?? [])]]));
  },
};
