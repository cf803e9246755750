/** Presentations that a server did not load when its meeting began are sent to it once more. */
import type { Ctx } from '#kit/server/ctx.ts';
import { takeLateDocuments } from '#meet/presentations/server/meeting-presentations.service.ts';
import { clientFor, serverOf } from '#meet/servers/server/servers.service.ts';
import { meetingById } from './meetings.queries.ts';

export async function sendLatePresentations(ctx: Ctx): Promise<void> {
  for (const [meetingId, documents] of await takeLateDocuments(ctx)) {
    const meeting = await meetingById(ctx.system.read, meetingId);
    if (meeting?.state !== 'live' || meeting.serverId === null) continue;
    const server = await serverOf(ctx, meeting.serverId);
    if (server === null) continue;
    // what it does not take shows in the room as missing
    await clientFor(ctx, server)
      .insertDocument(meetingId, documents)
      .catch((error: unknown) => ctx.log.warn({ error, meeting: meetingId }, 'a server took no presentation'));
  }
}
