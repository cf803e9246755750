/** Reminders before a date, to everybody who did not decline and knows the account. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import { roomOf } from '#meet/rooms/server/live.service.ts';
import { dateLine } from './dates.queries.ts';
import { hostOf, timesIn } from './inviting.service.ts';
import { personalRoomPath } from './room-invitations.service.ts';
import { meetingReminder } from './schedule.mail.ts';
import { inviteesOf, seriesById, takeReminders } from './schedule.queries.ts';
import type { DateRow } from './schedule.table.ts';

const batch = 50;

async function remind(ctx: Ctx, tx: Db, date: DateRow): Promise<number> {
  const [series, line] = [await seriesById(tx, date.meetingId), await dateLine(tx, date)];
  const room = series === null ? null : await roomOf(tx, series.roomId);
  // what began, or is not to be, needs no reminder
  const gone = series === null || series.cancelledAt !== null || line === null || room === null || room.deletedAt !== null;
  if (gone || date.startsAt.getTime() <= ctx.now()) return 0;
  const people = (await inviteesOf(tx, series.id)).filter(({ answer, known }) => known && answer !== 'declined');
  const [host, names] = [
    await hostOf(ctx, series),
    await findNames(
      tx,
      people.flatMap(({ userId }) => userId ?? []),
    ),
  ];
  for (const { id, email, locale, userId } of people)
    await sendMail(ctx, tx, {
      template: meetingReminder,
      to: email,
      locale,
      accountId: series.accountId,
      about: series.id,
      path: personalRoomPath(ctx, { slug: room.slug, inviteeId: id }),
      data: {
        ...timesIn(locale, { startsAt: line.startsAt, minutes: (line.endsAt - line.startsAt) / 60_000, zone: series.zone }),
        ...{ guest: (userId === null ? undefined : names.get(userId)) ?? email, host: host.name, meeting: line.title },
        ...{ phone: 'none', pin: '' },
      },
      onceKey: `schedule:reminder:${id}:${date.recurrence}:${date.startsAt.getTime()}`,
      ...(userId === null ? {} : { userId, reader: { userId, accountId: series.accountId } }),
    });
  return people.length;
}

/** Sends what is due, across accounts, hence the system. Returns how many dates there were. */
export async function remindDue(ctx: Ctx): Promise<number> {
  return ctx.system.write(async (tx) => {
    const due = await takeReminders(tx, new Date(ctx.now()), batch);
    for (const date of due) await remind(ctx, tx, date);
    return due.length;
  });
}
export const isMoreDue = (taken: number): boolean => taken === batch;
