/** What other domains tell recordings. */
import type { Ctx } from '#kit/server/ctx.ts';
import { serverOf } from '#meet/servers/server/servers.service.ts';
import { askFor } from './ingest.service.ts';
import { countHeldOn } from './recordings.queries.ts';
import { take } from './take.service.ts';

/** Recordings of all accounts whose files are on that server and nowhere else, for the operator's pool. */
export const recordingsHeldOn = (ctx: Ctx, serverId: string): Promise<number> => countHeldOn(ctx.system.read, serverId);

/** A server says that a recording is ready: it is asked what it has. Unknown servers and ids change nothing. Throws when it does not answer. */
export async function noteReady(ctx: Ctx, told: { serverId: string; recordId: string }): Promise<void> {
  if (told.recordId === '') return;
  const server = await serverOf(ctx, told.serverId);
  if (server === null) return;
  for (const said of await askFor(ctx, server, [told.recordId])) await take(ctx, server, said);
}
