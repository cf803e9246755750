/** The desk of a seller: canned answers, saved views, business hours. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { supportAddress } from '#core/inbound/server/support-address.service.ts';
import type { BusinessHours, CannedAnswer, SavedTicketView, ticketDeskCalls } from '../ticket-desk.contract.ts';
import { ticketLimits } from '../tickets.rules.ts';
import {
  cannedById,
  cannedOf,
  deleteCanned,
  deleteView,
  insertCanned,
  insertView,
  putHours,
  setCanned,
  viewsOf,
} from './desk.queries.ts';
import { staffOf } from './place.service.ts';
import { hoursOf } from './promise.service.ts';
import type { CannedRow } from './tickets.table.ts';

type TicketDeskCalls = typeof ticketDeskCalls;
const cannedView = ({ id, name, body, revision }: CannedRow): CannedAnswer => ({ id, name, text: body, revision });
const hoursView = ({ timeZone, days }: Awaited<ReturnType<typeof hoursOf>>): BusinessHours => ({ timeZone, days: [...days] });

export async function getDesk(ctx: Ctx): Promise<ResultIn<TicketDeskCalls['get']>> {
  const { accountId, scope } = staffOf(ctx);
  const { read } = ctx.db;
  const [canned, views, hours] = await Promise.all([
    cannedOf(read, accountId),
    viewsOf(read, accountId),
    hoursOf(read, accountId),
  ]);
  return {
    canned: canned.map(cannedView),
    views: views.map(({ id, name, filter }) => ({ id, name, filter })),
    hours: hoursView(hours),
    mail: supportAddress(ctx),
    manage: scope.includes('tickets.manage'),
  };
}

const noteDesk = (ctx: Ctx, tx: Db, deed: { action: string; id: string }): Promise<void> =>
  record(ctx, tx, { action: deed.action, subjectKind: 'ticket_desk', subjectId: deed.id });

export async function addCanned(ctx: Ctx, { name, text }: Parsed<TicketDeskCalls['addCanned']>['body']): Promise<CannedAnswer> {
  const { accountId } = staffOf(ctx, 'tickets.manage');
  const row: CannedRow = { id: newId(ctx.now()), accountId, name, body: text, revision: 1, createdAt: new Date(ctx.now()) };
  await ctx.db.write(async (tx) => {
    if ((await cannedOf(tx, accountId)).length >= ticketLimits.canned)
      throw new Failure('too_many_canned', { data: { max: ticketLimits.canned } });
    await insertCanned(tx, row);
    await noteDesk(ctx, tx, { action: 'tickets.canned-changed', id: row.id });
  });
  return cannedView(row);
}
type CannedEdit = { id: string; body: Parsed<TicketDeskCalls['editCanned']>['body'] };
export async function editCanned(ctx: Ctx, { id, body }: CannedEdit): Promise<CannedAnswer> {
  const { accountId } = staffOf(ctx, 'tickets.manage');
  const { name, text, revision } = body;
  return ctx.db.write(async (tx) => {
    const row = await setCanned(tx, { id, accountId, revision }, { name, body: text });
    if (row === null) {
      const there = await cannedById(tx, { id, accountId });
      throw there === null ? notFound() : new Failure('changed_meanwhile', { data: { version: there.revision } });
    }
    await noteDesk(ctx, tx, { action: 'tickets.canned-changed', id });
    return cannedView(row);
  });
}
export async function removeCanned(ctx: Ctx, id: string): Promise<Record<string, never>> {
  const { accountId } = staffOf(ctx, 'tickets.manage');
  await ctx.db.write(async (tx) => {
    if (!(await deleteCanned(tx, { id, accountId }))) throw notFound();
    await noteDesk(ctx, tx, { action: 'tickets.canned-changed', id });
  });
  return {};
}

export async function addView(ctx: Ctx, { name, filter }: Parsed<TicketDeskCalls['addView']>['body']): Promise<SavedTicketView> {
  const { accountId } = staffOf(ctx, 'tickets.manage');
  const row = { id: newId(ctx.now()), accountId, name, filter, createdAt: new Date(ctx.now()) };
  await ctx.db.write(async (tx) => {
    if ((await viewsOf(tx, accountId)).length >= ticketLimits.views)
      throw new Failure('too_many_views', { data: { max: ticketLimits.views } });
    await insertView(tx, row);
  });
  return { id: row.id, name, filter };
}
export async function removeView(ctx: Ctx, id: string): Promise<Record<string, never>> {
  const { accountId } = staffOf(ctx, 'tickets.manage');
  await ctx.db.write(async (tx) => {
    if (!(await deleteView(tx, { id, accountId }))) throw notFound();
  });
  return {};
}

/** Counts from now on: promises that were made keep their moment. */
export async function setHours(ctx: Ctx, { timeZone, days }: BusinessHours): Promise<BusinessHours> {
  const { accountId } = staffOf(ctx, 'tickets.manage');
  if (!isTimeZone(timeZone)) throw new Failure('invalid_input', { fields: { 'body.timeZone': 'invalid' } });
  const wrong = days.findIndex((day) => day !== null && day.to <= day.from);
  if (wrong !== -1) throw new Failure('invalid_input', { fields: { [`body.days.${wrong}`]: 'invalid' } });
  await ctx.db.write(async (tx) => {
    await putHours(tx, { accountId, timeZone, days, changedAt: new Date(ctx.now()) });
    await noteDesk(ctx, tx, { action: 'tickets.hours-changed', id: accountId });
  });
  return { timeZone, days };
}
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
