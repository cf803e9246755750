/** Who sees which figures of which days. */
import { dayIn } from '#kit/dates.ts';
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { limitReached } from '#core/accounts/refusal.rules.ts';
import { type AccountWithoutRights, findAccount } from '#core/accounts/server/accounts.service.ts';
import { daysBetween, shownFrom } from '#meet/usage/usage.rules.ts';
import { analyticsLimits } from '../measures.rules.ts';
import type { DaySpan } from '../periods.rules.ts';

export function figuresReaderOf(ctx: Ctx, permission: 'analytics.view' | 'analytics.explore'): UserActor {
  if (ctx.actor.kind !== 'user') throw new Failure('not_signed_in');
  if (!ctx.actor.scope.includes(permission)) throw notAllowed(permission);
  return ctx.actor;
}

/** Names of people of all meetings are for those who see the attendance of all of them. */
export const seesNames = ({ scope, policy }: UserActor): boolean =>
  scope.includes('attendance.view') && (policy === undefined || policy.reach('attendance.view').is === 'everything');

type FiguresAccount = AccountWithoutRights & {
  today: string /** The first day that its plan shows; null: all. */;
  first: string | null;
};
export async function findFiguresAccount(ctx: Ctx, { accountId }: UserActor): Promise<FiguresAccount> {
  const account = await findAccount(ctx.db.read, accountId);
  if (account === null) throw notFound();
  const today = dayIn(ctx.now(), account.timeZone);
  return { ...account, today, first: shownFrom(today, account.entitlements.analyticsDays) };
}

/** What the plan shows of a span; days to come are left out. Throws `bad_span`, and `limit_reached` where nothing is shown. */
export function shownSpan(span: DaySpan, { id, today, first, entitlements }: FiguresAccount): DaySpan {
  const until = span.until > today ? today : span.until;
  if (span.from > span.until || span.from > today || daysBetween(span.from, until) > analyticsLimits.days)
    throw new Failure('bad_span');
  if (first !== null && until < first) {
    const wanted = daysBetween(until, today);
    throw limitReached({ accountId: id, limit: 'analyticsDays', max: entitlements.analyticsDays, wanted });
  }
  return { from: first !== null && span.from < first ? first : span.from, until };
}
