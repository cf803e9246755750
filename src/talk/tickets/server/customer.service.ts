/** What stands beside a ticket of a customer: asked with the eyes of the customer's owner, to read alone. */
import * as z from 'zod/mini';
import { notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { findAccount } from '#core/accounts/server/accounts.service.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { meetingsQuery } from '#meet/meetings/meetings.contract.ts';
import { list as listMeetings } from '#meet/meetings/server/meetings.service.ts';
import { serverList } from '#meet/servers/server/servers.service.ts';
import { list as listInvoices } from '#sales/billing/server/invoices.service.ts';
import { subscription } from '#sales/billing/server/subscription.service.ts';
import type { TicketCustomer } from '../tickets-views.contract.ts';
import { findTicket, staffOf } from './place.service.ts';
import { supportOf } from './promise.service.ts';
import { ticketsOfAccount } from './tickets.queries.ts';
import type { TicketRow } from './tickets.table.ts';

type TicketCustomerKey = { id: string; kind: UserActor['accountKind'] };
/** The caller has decided that the reader may look; `policy` of the reader says nothing there. */
export function eyesOf(ctx: Ctx, actor: UserActor, { id, kind }: TicketCustomerKey): Ctx {
  const { policy: _own, impersonator: _none, ...person } = actor;
  const scope = scopeFor({ accountKind: kind, role: 'owner', permissions: [] });
  return { ...ctx, db: ctx.system, actor: { ...person, accountId: id, accountKind: kind, role: 'owner', scope } };
}

async function owed(eyes: Ctx): Promise<TicketCustomer['owes']> {
  const { items } = await listInvoices(eyes, { state: 'open', limit: 100 });
  const sums = new Map<string, TicketCustomer['owes'][number]>();
  for (const { currency, remaining, overdue } of items) {
    const key = `${currency} ${overdue}`;
    const sum = sums.get(key) ?? { currency, minor: 0, overdue };
    sums.set(key, { ...sum, minor: sum.minor + remaining });
  }
  return [...sums.values()];
}
/** The last five meetings of the account. */
export async function meetingsOf(eyes: Ctx): Promise<TicketCustomer['meetings']> {
  const { items } = await listMeetings(eyes, z.parse(meetingsQuery, { view: 'account', limit: 5 }));
  return items.map(({ id, name, startedAt, peak, people, state }) => {
    const live = state === 'live' || state === 'starting';
    return { id, name, startedAt, people: live ? people : peak, live };
  });
}
/** Servers are the operator's: a vendor's staff hears of none. */
async function ailingServers(ctx: Ctx, actor: UserActor): Promise<TicketCustomer['servers']> {
  if (actor.accountKind !== 'operator') return [];
  const ailing = (await serverList(ctx)).filter(({ state, health }) => state === 'enabled' && health !== 'healthy');
  return ailing.slice(0, 5).map(({ name, health }) => ({ name, state: health }));
}
type CustomerTickets = TicketCustomer['tickets'];
/** The newest tickets of an account with its seller. */
export async function latestTickets(
  ctx: Ctx,
  of: { sellerId: string; accountId: string; limit: number },
): Promise<CustomerTickets> {
  const rows = await ticketsOfAccount(ctx.db.read, of);
  return rows.map(({ id, number, subject, state, updatedAt }) => ({
    id,
    number,
    subject,
    state,
    updatedAt: updatedAt.getTime(),
  }));
}
const earlier = async (ctx: Ctx, { id, sellerId, accountId }: TicketRow): Promise<CustomerTickets> => {
  const rows = await latestTickets(ctx, { sellerId, accountId, limit: 6 });
  return rows.filter((row) => row.id !== id).slice(0, 5);
};

export async function customerFor(ctx: Ctx, id: string): Promise<TicketCustomer> {
  const actor = staffOf(ctx);
  const row = await findTicket(ctx, id);
  const account = await findAccount(ctx.system.read, row.accountId);
  if (account === null) throw notFound();
  const eyes = eyesOf(ctx, actor, account);
  const buys = account.kind !== 'operator';
  const [owes, meetings, servers, tickets, plan] = await Promise.all([
    buys ? owed(eyes) : [],
    meetingsOf(eyes),
    ailingServers(ctx, actor),
    earlier(ctx, row),
    buys ? planName(eyes) : null,
  ]);
  const { entitlements, name, kind, createdAt, locale, timeZone } = account;
  return {
    account: { id: account.id, name, kind, since: createdAt, locale, timeZone },
    ...{ plan, owes, meetings, servers, tickets },
    supportLevel: entitlements.prioritySupport ? 'priority' : 'standard',
    firstResponseMinutes: (await supportOf(ctx.system.read, account.id)).minutes,
  };
}
const planName = async (eyes: Ctx): Promise<string | null> => (await subscription(eyes)).subscription?.planName ?? null;
