/** Reminders of cards that are due: to those they are given to, else to their makers. */
import type { Ctx } from '#kit/server/ctx.ts';
import { whoSees } from './board-access.service.ts';
import { boardById } from './boards.queries.ts';
import { takeCardReminders } from './cards.queries.ts';
import { tellOfCard } from './task-telling.service.ts';

const batch = 50;
/** Across accounts, hence the system. A reminder is taken and sent in one transaction. Returns how many there were. */
export async function remindOfCards(ctx: Ctx): Promise<number> {
  return ctx.system.write(async (tx) => {
    const due = await takeCardReminders(tx, new Date(ctx.now()), batch);
    for (const card of due) {
      const board = await boardById(tx, card.boardId);
      if (board === null || board.archivedAt !== null || card.archivedAt !== null || card.doneAt !== null) continue;
      const to = await whoSees(ctx, board, card.people.length > 0 ? card.people : [card.createdBy]);
      await tellOfCard(ctx, tx, { what: 'due', card, board, to });
    }
    return due.length;
  });
}
