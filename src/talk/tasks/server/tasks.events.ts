/** What boards hear: who left an account has no role there any more, and no board is left without an owner. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { DomainEventListener } from '#kit/server/jobs/events.ts';
import { accountEvents } from '#core/accounts/server/accounts.events.ts';
import { findOwners } from '#core/accounts/server/accounts.service.ts';
import { boardRoles } from '../tasks.rules.ts';
import { deleteMember, lockBoardsOf, membersOf, putMember } from './boards.queries.ts';

async function leaveBoards(ctx: Ctx, tx: Db, of: { accountId: string; userId: string }): Promise<void> {
  const [heir] = (await findOwners(tx, of.accountId)).filter((id) => id !== of.userId);
  for (const { boardId, role } of await lockBoardsOf(tx, of)) {
    await deleteMember(tx, { boardId, userId: of.userId });
    if (role !== 'owner') continue;
    const rest = await membersOf(tx, boardId);
    const [next] = rest.toSorted((one, other) => boardRoles.indexOf(other.role) - boardRoles.indexOf(one.role));
    // the member with the highest role, else an owner of the account
    const userId = next?.userId ?? heir;
    if (userId === undefined || next?.role === 'owner') continue;
    await putMember(tx, { boardId, userId, accountId: of.accountId, role: 'owner', createdAt: new Date(ctx.now()) });
  }
}

export const listeners: DomainEventListener[] = [
  {
    event: accountEvents.memberRemoved,
    name: 'tasks',
    now: async (ctx, tx, { accountId, data: { userId } }) => {
      if (accountId !== null && typeof userId === 'string') await leaveBoards(ctx, tx, { accountId, userId });
    },
  },
];
