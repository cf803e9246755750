/** The engines that this installation runs itself, as servers of the pool. */
import type { Ctx } from '#kit/server/ctx.ts';
import { allServers, changeServer } from './servers.queries.ts';
import { engineName } from './servers.service.ts';

/** The name of the n-th engine, counted from 1: `engine`, `engine-2`, … It is the first part of its address too. */
export const engineNameOf = (number: number): string => (number === 1 ? engineName : `${engineName}-${number}`);

/** How many engines were running here before. */
export async function enginesKnown(ctx: Ctx): Promise<number> {
  return (await allServers(ctx.system.read)).filter((server) => server.kind === 'engine' && server.stateReason !== notStarted)
    .length;
}

const notStarted = 'not_started';

/** Takes engines out of the pool that are not started any more, and back in when they are again. What a person disabled stays so. */
export async function keepEngines(ctx: Ctx, names: readonly string[]): Promise<void> {
  await ctx.system.write(async (tx) => {
    for (const server of await allServers(tx)) {
      if (server.kind !== 'engine') continue;
      const runs = names.includes(server.name);
      const changedAt = new Date(ctx.now());
      if (!runs && server.state !== 'disabled')
        await changeServer(tx, server.id, { state: 'disabled', stateReason: notStarted, changedAt });
      if (runs && server.stateReason === notStarted)
        await changeServer(tx, server.id, { state: 'enabled', stateReason: null, changedAt });
    }
  });
}
