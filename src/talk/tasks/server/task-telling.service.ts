/** Who hears of a card: those it is given to, those a comment calls, and those it is due for. */
import { formatDate, formatDay } from '#kit/dates.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import { localeOf } from '#core/identity/identity.rules.ts';
import { notify } from '#core/outbox/server/notices.service.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import { oneLineOf } from '#talk/tickets/tickets.rules.ts';
import type { TaskBoardRow, TaskCardRow } from './tasks.table.ts';
import { taskMails } from './tasks.mail.ts';

const cardPath = ({ id, boardId }: TaskCardRow): string => `/task_board?board=${boardId}&card=${id}`;
const kinds = { assigned: 'taskAssigned', mentioned: 'taskMentioned', due: 'taskDue' } as const;
/** At most one mail about a card in an hour, so that nobody floods a colleague. */
const mailEveryMs = 3_600_000;

function dueText({ dueOn, dueAt }: TaskCardRow, { locale, timeZone }: { locale: string; timeZone: string }): string {
  if (dueAt !== null) return formatDate(dueAt, 'fullDayTime', { locale, zone: timeZone });
  return dueOn === null ? '' : formatDay(dueOn, 'fullDay', locale);
}

export type TaskNews = {
  what: keyof typeof kinds;
  card: TaskCardRow;
  board: Pick<TaskBoardRow, 'accountId' | 'name'>;
  to: readonly string[];
  /** Name of the person who did it; the first words of a comment. */
  by?: string;
  words?: string;
};
export async function tellOfCard(ctx: Ctx, tx: Db, { what, card, board, to, by = '', words = '' }: TaskNews): Promise<void> {
  const { accountId, name } = board;
  const said = { by, card: card.title, board: name };
  for (const userId of to) {
    // people stand in no account, hence the system's eyes
    const person = await findPerson(ctx.system.read, userId);
    if (person?.state !== 'active') continue;
    await notify(ctx, tx, { userId, accountId, kind: kinds[what], data: said, link: cardPath(card) });
    const locale = localeOf(person.locale);
    const dueDate = dueText(card, { locale, timeZone: person.timeZone });
    const hour = Math.floor(ctx.now() / mailEveryMs);
    await sendMail(ctx, tx, {
      ...{ template: taskMails[what], to: person.email, locale, path: cardPath(card), about: card.id, accountId, userId },
      data: { name: person.name, from: by, task: card.title, board: name, dueDate, excerpt: oneLineOf(words, 300) },
      reader: { userId, accountId },
      onceKey: `tasks:${what}:${card.id}:${userId}:${hour}`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  }
}
