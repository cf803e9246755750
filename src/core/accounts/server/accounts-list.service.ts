/** All accounts, for the operator. */
import { notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { idCursor, pageById } from '#kit/server/db/cursor.ts';
import type { AccountState } from '../accounts.rules.ts';
import { accountsPage, countAccounts, countComers } from './accounts.queries.ts';
import { type AccountWithoutRights, accountOf } from './accounts.service.ts';

function requireOverseer({ actor }: Ctx): void {
  if (actor.kind === 'system') return;
  if (actor.kind !== 'user' || actor.accountKind !== 'operator' || !actor.scope.includes('users.manage'))
    throw notAllowed('users.manage');
}

export type AccountPage = { items: AccountWithoutRights[]; next: string | null; total?: number | undefined };

/** Accounts of the installation, newest first, for the operator's command line and lists. */
export async function listAccounts(
  ctx: Ctx,
  query: { search?: string; state?: AccountState; cursor?: string; limit?: number },
): Promise<AccountPage> {
  requireOverseer(ctx);
  const limit = query.limit ?? 50;
  const filter = { search: query.search ?? null, state: query.state ?? null };
  const rows = await accountsPage(ctx.system.read, filter, { before: idCursor.read(query.cursor), limit: limit + 1 });
  const { shown, next } = pageById(rows, limit);
  return {
    items: shown.map(accountOf),
    next,
    total: await countAccounts(ctx.system.read, filter),
  };
}

/** How many accounts of customers and vendors were made since `since` (epoch milliseconds), or ever; undefined: more than are counted. */
export async function countAccountsSince(ctx: Ctx, since: number | null): Promise<number | undefined> {
  requireOverseer(ctx);
  return countComers(ctx.system.read, since);
}
