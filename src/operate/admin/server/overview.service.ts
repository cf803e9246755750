/** How one account is doing, for its operator or reseller: asked with the eyes of its owner, as far as the reader may know. */
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { getKept, keeperOf } from '#core/accounts/server/directory.service.ts';
import { sellerFor } from '#sales/billing/server/access.service.ts';
import { list as listInvoices } from '#sales/billing/server/invoices.service.ts';
import { findStandings, maySeeStandings } from '#sales/billing/server/standings.service.ts';
import { subscription } from '#sales/billing/server/subscription.service.ts';
import { eyesOf, latestTickets, meetingsOf } from '#talk/tickets/server/customer.service.ts';
import { isStaff } from '#talk/tickets/tickets.rules.ts';
import type { AccountOverview } from '../account-views.contract.ts';

const shown = 5;

async function moneyOf(ctx: Ctx, eyes: Ctx, of: { actor: UserActor; id: string }): Promise<AccountOverview['money']> {
  if (!maySeeStandings(of.actor)) return null;
  // what an account pays to somebody else is not the reader's business
  const selling = await sellerFor(ctx.system.read, of.id);
  if (selling.by !== 'self' || selling.seller.accountId !== of.actor.accountId) return null;
  const [{ subscription: held }, { items }, standings] = await Promise.all([
    subscription(eyes),
    listInvoices(eyes, { limit: shown }),
    findStandings(ctx, of.actor, [of.id]),
  ]);
  return {
    plan:
      held === null
        ? null
        : {
            ...{ name: held.planName, state: held.state, period: held.period },
            next: held.next === null ? null : { at: held.next.at, minor: held.next.total, currency: held.currency },
          },
    owes: standings.get(of.id)?.owes ?? [],
    invoices: items,
  };
}

export async function overview(ctx: Ctx, id: string): Promise<AccountOverview> {
  const actor = keeperOf(ctx);
  const { row } = await getKept(ctx, id);
  const eyes = eyesOf(ctx, actor, { id, kind: row.kind });
  const [money, meetings, tickets] = await Promise.all([
    row.kind === 'operator' ? null : moneyOf(ctx, eyes, { actor, id }),
    meetingsOf(eyes),
    isStaff(actor) ? latestTickets(ctx, { sellerId: actor.accountId, accountId: id, limit: shown }) : null,
  ]);
  return {
    ...{ money, tickets },
    meetings: meetings.map(({ id: meetingId, name, startedAt, people, live }) => ({
      ...{ id: meetingId, name, people, live },
      at: startedAt,
    })),
  };
}
