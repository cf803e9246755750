/** Names for rows of lists: meetings and what comes of them. */
import type { Ctx } from '#kit/server/ctx.ts';
import { findAccountNames } from '#core/accounts/server/accounts.service.ts';
import { actorOf, namesOf } from '#meet/rooms/server/access.service.ts';
import { serverNames } from '#meet/servers/server/servers.service.ts';

type ById = ReadonlyMap<string, string>;
export type RowNames = { people: ById; accounts: ById; servers: ById };
export type NamedRow = { personId: string | null; accountId: string; serverId: string | null };

/** Accounts and servers are named to the operator only. The rows were allowed already. */
export async function rowNames(ctx: Ctx, rows: readonly NamedRow[]): Promise<RowNames> {
  const people = await namesOf(
    ctx,
    rows.map((row) => row.personId),
  );
  if (actorOf(ctx).accountKind !== 'operator') return { people, accounts: new Map(), servers: new Map() };
  const accounts = await findAccountNames(
    ctx.system.read,
    rows.map((row) => row.accountId),
  );
  const servers = await serverNames(
    ctx,
    rows.flatMap((row) => (row.serverId === null ? [] : [row.serverId])),
  );
  return { people, accounts, servers };
}

/** Null for nobody, and for what has no name for this reader. */
export function named(id: string | null, names: ById): { id: string; name: string } | null {
  const name = id === null ? undefined : names.get(id);
  return id === null || name === undefined ? null : { id, name };
}
