/** What the pool of servers asks of the domains that come after it. All of it is the operator's view, hence `ctx.system`. */
import { findAccountNames } from '#core/accounts/server/accounts.service.ts';
import { reservations, sizeSources } from '#meet/meetings/server/place.service.ts';
import { watchedMeetingsOn } from '#meet/meetings/server/polling/pool.queries.ts';
import { settleEnded } from '#meet/meetings/server/settle.service.ts';
import { roomOf } from '#meet/rooms/server/live.service.ts';
import type { PoolNeighbours } from '#meet/servers/server/pool-view.service.ts';
import { recordingsHeldOn } from '#meet/recordings/server/recordings.service.ts';

export const serverNeighbours: PoolNeighbours = {
  meetingsOn: async (ctx, serverId) => {
    const rows = await watchedMeetingsOn(ctx.system.read, serverId);
    const accounts = await findAccountNames(
      ctx.system.read,
      rows.map((row) => row.accountId),
    );
    return rows.map(({ id, name, accountId, people, startedAt }) => {
      return { id, name, account: accounts.get(accountId) ?? '', people, startedAt: startedAt?.getTime() ?? null };
    });
  },
  settleMeetingsOn: async (ctx, serverId) => {
    for (const row of await watchedMeetingsOn(ctx.system.read, serverId)) await settleEnded(ctx, row.id, 'host');
  },
  recordingsOn: recordingsHeldOn,
  reservations: (ctx) => reservations(ctx, ctx.system.read),
  roomFor: async (ctx, roomId) => {
    const room = await roomOf(ctx.system.read, roomId);
    if (room === null) return null;
    const runs = { accountId: room.accountId, roomId };
    return { accountId: room.accountId, size: await sizeSources(ctx.system.read, { runs, hint: null, maximum: room.maxPeople }) };
  },
};
