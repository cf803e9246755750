/** What the operator's people have to look after today, as far as each of them may. */
import type { Ctx } from '#kit/server/ctx.ts';
import { countMailStates } from '#core/outbox/server/outbox.service.ts';
import { actorOf } from '#meet/rooms/server/access.service.ts';
import { serverList } from '#meet/servers/server/servers.service.ts';
import { figures } from '#sales/billing/server/all-invoices.service.ts';
import { countTickets } from '#talk/tickets/server/tickets.service.ts';
import { type Dashboard, todayKinds } from '../dashboard.contract.ts';

type TodayItems = Extract<Dashboard, { kind: 'operator' }>['today'];
type TodayCounts = Partial<Record<TodayItems[number]['kind'], number>>;

async function moneyNow(ctx: Ctx): Promise<{ counts: TodayCounts; overdue: TodayItems[number]['amounts'] }> {
  const { overdue, reported, toRefund } = await figures(ctx);
  return {
    counts: { overdue: overdue.reduce((all, { count }) => all + count, 0), transfers: reported, refunds: toRefund },
    overdue: overdue.map(({ currency, amount }) => ({ currency, minor: amount })),
  };
}
async function ticketsNow(ctx: Ctx): Promise<TodayCounts> {
  const { late, unassigned } = await countTickets(ctx);
  return { lateTickets: late, newTickets: unassigned };
}
const serversNow = async (ctx: Ctx): Promise<TodayCounts> => ({
  silentServers: (await serverList(ctx)).filter(
    ({ state, health }) => state !== 'retired' && state !== 'disabled' && health === 'offline',
  ).length,
});
const mailsNow = async (ctx: Ctx): Promise<TodayCounts> => ({ failedMails: (await countMailStates(ctx))['failed'] ?? 0 });

export async function today(ctx: Ctx): Promise<TodayItems> {
  const { scope } = actorOf(ctx);
  const may = (permission: string) => scope.includes(permission);
  const [money, ...others] = await Promise.all([
    may('invoices.manage') ? moneyNow(ctx) : { counts: {}, overdue: [] },
    may('outbox.view') ? mailsNow(ctx) : {},
    may('servers.manage') ? serversNow(ctx) : {},
    may('tickets.answer') ? ticketsNow(ctx) : {},
  ]);
  const counts: TodayCounts = Object.assign({}, money.counts, ...others);
  return todayKinds.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [{ kind, count, amounts: kind === 'overdue' ? money.overdue : [] }];
  });
}
