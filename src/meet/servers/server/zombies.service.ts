/** Meetings that ran on a server although they must not, in that server's history. */
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { insertEvents } from './servers.queries.ts';

/** `over`: it was over for us; `replaced`: another meeting began in its place while the server was away; `elsewhere`: it runs on another server. */
export type ZombieReason = 'over' | 'replaced' | 'elsewhere';

/** Notes that a meeting was ended on the server because it must not run there. */
export const noteZombie = (ctx: Ctx, serverId: string, reason: ZombieReason): Promise<void> =>
  ctx.system.write((tx) =>
    insertEvents(tx, [
      {
        id: newId(ctx.now()),
        serverId,
        at: new Date(ctx.now()),
        kind: 'zombie',
        was: 'running',
        became: 'ended',
        reason,
        byUser: null,
      },
    ]),
  );
