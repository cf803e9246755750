/** How accounts stand with money, for lists of accounts: what they hold, and what they owe to the account of the reader. */
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { type AccountsQuestion, debtorsOf, holdersOf, type Owed, owedBy, type PlanHeld, plansHeld } from './standings.queries.ts';

/** `plan`: what the account holds; `owes`: in the smallest unit of each currency. */
export type Standing = {
  plan: { id: string; name: string; state: PlanHeld['state'] } | null;
  owes: Omit<Owed, 'accountId'>[];
};

/** For staff who keep the operator's invoices, and for vendors. */
export const maySeeStandings = ({ accountKind, scope }: Pick<UserActor, 'accountKind' | 'scope'>): boolean =>
  scope.includes(accountKind === 'operator' ? 'invoices.manage' : 'vendors.manage') && accountKind !== 'customer';

export async function findStandings(ctx: Ctx, actor: UserActor, accountIds: readonly string[]): Promise<Map<string, Standing>> {
  if (accountIds.length === 0 || !maySeeStandings(actor)) return new Map();
  const { read } = ctx.system;
  const [plans, sums] = await Promise.all([
    plansHeld(read, accountIds),
    owedBy(read, { sellerId: actor.accountId, accountIds, now: new Date(ctx.now()) }),
  ]);
  return new Map(
    accountIds.map((id): [string, Standing] => {
      const held = plans.find(({ accountId }) => accountId === id);
      const owes = sums.filter(({ accountId }) => accountId === id);
      return [
        id,
        {
          plan: held === undefined ? null : { id: held.planId, name: held.planName, state: held.state },
          owes: owes.map(({ currency, minor, overdue }) => ({ currency, minor, overdue })),
        },
      ];
    }),
  );
}

export type StandingFilter = { plan?: string | undefined; balance?: 'open' | 'overdue' | undefined };
/** The accounts that stand so, as parts of a question; nothing narrows for those who may not see it. */
export function accountsStanding(ctx: Ctx, actor: UserActor, { plan, balance }: StandingFilter): AccountsQuestion[] {
  if (!maySeeStandings(actor)) return [];
  const now = new Date(ctx.now());
  return [
    ...(plan === undefined ? [] : [holdersOf(plan)]),
    ...(balance === undefined ? [] : [debtorsOf({ sellerId: actor.accountId, balance, now })]),
  ];
}
