/** What other domains tell recordings. */
import type { ReachedThing } from '#kit/reach.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { partsIn } from '#meet/rooms/server/access.service.ts';
import type { RoomAsker } from '#meet/rooms/rooms.rules.ts';
import { serverOf } from '#meet/servers/server/servers.service.ts';
import { askFor } from './ingest.service.ts';
import { isOwnRecording, namesOfRecording, roleFor } from '../recordings.rules.ts';
import { countHeldOn, recordingsByIds } from './recordings.queries.ts';
import { take } from './take.service.ts';

/** A recording of the actor's account as statements name it, and whether it is that person's own for the action; null when there is none. */
export async function recordingThing(
  ctx: Ctx,
  asker: NonNullable<RoomAsker>,
  asked: { action: string; id: string },
): Promise<ReachedThing | null> {
  const [row] = await recordingsByIds(ctx.db.read, [asked.id]);
  if (row === undefined || row.accountId !== asker.accountId) return null;
  const room = row.roomId === null ? null : await partsIn(ctx, asker, row.roomId);
  const facts = { ...row, tagKeys: room?.row.tagKeys ?? [] };
  return { names: namesOfRecording(facts), own: isOwnRecording(roleFor(asker, facts, room?.part ?? null), asked.action) };
}

/** Recordings of all accounts whose files are on that server and nowhere else, for the operator's pool. */
export const recordingsHeldOn = (ctx: Ctx, serverId: string): Promise<number> => countHeldOn(ctx.system.read, serverId);

/** A server says that a recording is ready: it is asked what it has. Unknown servers and ids change nothing. Throws when it does not answer. */
export async function noteReady(ctx: Ctx, told: { serverId: string; recordId: string }): Promise<void> {
  if (told.recordId === '') return;
  const server = await serverOf(ctx, told.serverId);
  if (server === null) return;
  for (const said of await askFor(ctx, server, [told.recordId])) await take(ctx, server, said);
}
