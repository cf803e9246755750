/** What other domains tell recordings. */
import type { Ctx } from '#kit/server/ctx.ts';
import { serverOf } from '#meet/servers/server/servers.service.ts';
import { askFor } from './ingest.service.ts';
import { take } from './take.service.ts';

/** A server says that a recording is ready: it is asked what it has. Unknown servers and ids change nothing. Throws when it does not answer. */
export async function noteReady(ctx: Ctx, told: { serverId: string; recordId: string }): Promise<void> {
  if (told.recordId === '') return;
  const server = await serverOf(ctx, told.serverId);
  if (server === null) return;
  for (const said of await askFor(ctx, server, [told.recordId])) await take(ctx, server, said);
}
