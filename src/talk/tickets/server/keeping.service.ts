/** What time does to tickets: those on hold wake, solved ones are closed when nobody wrote for long enough, mails of unknown senders go. */
import type { Ctx } from '#kit/server/ctx.ts';
import { dayMs, nextTicketState, type TicketDeed, ticketLimits } from '../tickets.rules.ts';
import { moveTicket } from './moving.service.ts';
import { heldUntil, lockTicket, resolvedBefore } from './tickets.queries.ts';
import type { TicketRow } from './tickets.table.ts';
import { dropOldUnknownMails } from './unknown-mail-waiting.service.ts';

async function moveAll(ctx: Ctx, rows: readonly TicketRow[], deed: TicketDeed): Promise<void> {
  for (const { id, updatedAt } of rows)
    await ctx.system.write(async (tx) => {
      const row = await lockTicket(tx, id);
      // somebody did something with it meanwhile
      if (row === null || row.updatedAt.getTime() !== updatedAt.getTime() || nextTicketState(row.state, deed) === null) return;
      await moveTicket(ctx, tx, { row, deed });
    });
}
/** Across accounts, some at a time; the next run goes on. */
export async function keepTickets(ctx: Ctx): Promise<void> {
  const { read } = ctx.system;
  await moveAll(ctx, await heldUntil(read, new Date(ctx.now())), 'wake');
  await moveAll(ctx, await resolvedBefore(read, new Date(ctx.now() - ticketLimits.reopenDays * dayMs)), 'close');
  await dropOldUnknownMails(ctx);
}
