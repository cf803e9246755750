/**
 * How many people an account may have in its meetings at once. The poll counts those who are in; people let in a moment ago are not
 * counted yet, so that is noted here, or a class that comes in the same seconds would pass the limit unseen.
 */
import type { Ctx } from '#kit/server/ctx.ts';
import { noteRecent, recentSince, recentUses } from '#kit/server/recent.ts';
import { mayGoOver } from '../meetings.rules.ts';
import { admissionFigures, endOver, lockAdmission, noteOver } from './admission.queries.ts';

/** `person`: the userID of the join, null when there is none; `most`: what the account may, null = no limit. */
export type MeetingAdmission = { accountId: string; meetingId: string; person: string | null; most: number | null };

/**
 * Lets one more person into a meeting of the account, or not. Who is in already, or was just let in, may always come again. A tenth more than the
 * number is let in for a quarter of an hour, so that a lesson does not begin without those who come last.
 */
export async function admit(ctx: Ctx, { accountId, meetingId, person, most }: MeetingAdmission): Promise<'admitted' | 'full'> {
  if (most === null) return 'admitted';
  const now = ctx.now();
  const use = { key: `people:${accountId}`, once: person === null ? null : `${meetingId} ${person}`.slice(0, 300), now };
  return ctx.system.write(async (tx) => {
    await lockAdmission(tx, accountId);
    const since = new Date(recentSince(now));
    const { people, arrived, isIn, overSince } = await admissionFigures(tx, { accountId, meetingId, person, since });
    const { used, known } = await recentUses(tx, use);
    if (isIn || known) return 'admitted';
    const inside = people + Math.max(0, used - arrived);
    if (inside < most && overSince !== null) await endOver(tx, accountId);
    if (inside >= most) {
      if (!mayGoOver({ inside, most, overSince, now })) return 'full';
      if (overSince === null) await noteOver(tx, { accountId, since: new Date(now) });
    }
    await noteRecent(tx, use);
    return 'admitted';
  });
}
