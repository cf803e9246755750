/** A vendor and its customers. They are other accounts, so the system looks, and every question names the vendor. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { idCursor, pageById } from '#kit/server/db/cursor.ts';
import { record, recordForBoth } from '#core/audit/server/audit.service.ts';
import { changeStanding, findCustomers, lockStanding, totalOfCustomers } from '#core/accounts/server/standing.service.ts';
import { tellLimits } from '#core/accounts/server/plan.service.ts';
import { type Grant, grantOf } from '../vendors.rules.ts';
import type { CustomerItem, vendorsCalls } from '../vendors.contract.ts';
import { takeFromPool, vendorOf } from './access.service.ts';
import { makeOfferedAccount } from './owned-account.service.ts';
import { changeVendor, lockVendor, usesOf } from './vendors.queries.ts';

const monthMs = 30 * 86_400_000;

export async function customers(
  ctx: Ctx,
  query: Parsed<typeof vendorsCalls.customers>['query'],
): Promise<ResultIn<typeof vendorsCalls.customers>> {
  const actor = vendorOf(ctx);
  const { read } = ctx.system;
  const search = query.search?.trim() ?? '';
  const of = { vendorAccountId: actor.accountId, search: search === '' ? null : search };
  const rows = await findCustomers(read, of, { before: idCursor.read(query.cursor), limit: query.limit + 1 });
  const { shown, next } = pageById(rows, query.limit);
  const span = { since: new Date(ctx.now() - monthMs), now: new Date(ctx.now()) };
  const uses = new Map(
    (
      await usesOf(
        read,
        shown.map((row) => row.id),
        span,
      )
    ).map((use) => [use.id, use]),
  );
  return {
    items: shown.map((row): CustomerItem => {
      const use = uses.get(row.id);
      return {
        id: row.id,
        name: row.name,
        state: row.state,
        grant: grantOf(row.stored),
        use: {
          rooms: use?.rooms ?? 0,
          people: use?.people ?? 0,
          meetingsNow: use?.meetings_now ?? 0,
          peopleNow: use?.people_now ?? 0,
          recordedBytes: use?.recorded ?? 0,
          meetings: use?.meetings ?? 0,
          minutes: use?.minutes ?? 0,
        },
        createdAt: row.createdAt,
      };
    }),
    next,
    total: await totalOfCustomers(read, of),
  };
}

/** Makes a customer out of the pool and invites its owner. Throws `vendor_not_active`, `pool_exceeded`. */
export async function addCustomer(ctx: Ctx, body: Parsed<typeof vendorsCalls.addCustomer>['body']): Promise<{ id: string }> {
  const actor = vendorOf(ctx);
  await ctx.limits.use(`vendor-customers:${actor.accountId}`, { max: 200, windowSeconds: 86_400 });
  return ctx.system.write(async (tx) => {
    await takeFromPool(tx, { vendorId: actor.accountId, grant: body.grant, without: null });
    const accountId = await makeOfferedAccount(ctx, tx, {
      ...body,
      timeZone: actor.timeZone,
      by: actor,
      vendor: { id: actor.accountId, grant: body.grant },
    });
    await record(ctx, tx, {
      action: 'vendors.customer-added',
      subjectKind: 'account',
      subjectId: accountId,
      data: { ...body.grant },
    });
    await ctx.bus.push(tx, { topic: `account:${actor.accountId}`, kind: 'customer' });
    return { id: accountId };
  });
}

/** Gives a customer more or less. Throws `pool_exceeded`; another vendor's customer is not there. */
export async function grant(ctx: Ctx, input: { id: string; grant: Grant }): Promise<{ grant: Grant }> {
  const actor = vendorOf(ctx);
  return ctx.system.write(async (tx) => {
    // the vendor first, then the account, as where customers are made: so that no two wait for each other
    await takeFromPool(tx, { vendorId: actor.accountId, grant: input.grant, without: input.id });
    const account = await lockStanding(tx, input.id);
    if (account === null || account.vendorAccountId !== actor.accountId) throw notFound();
    if (account.state === 'closed') throw new Failure('vendor_not_active');
    await changeStanding(tx, account.id, { entitlements: { ...account.stored, ...input.grant } });
    const deed = { action: 'vendors.granted', subjectKind: 'account', subjectId: account.id, data: { ...input.grant } };
    await recordForBoth(ctx, tx, { ...deed, accountId: account.id });
    await tellLimits(ctx, tx, account.id);
    return { grant: input.grant };
  });
}

/** What a customer who signs up by the referral link begins with, as far as the pool has it. */
export async function setStarter(ctx: Ctx, starter: Grant): Promise<{ done: true }> {
  const actor = vendorOf(ctx);
  await ctx.system.write(async (tx) => {
    if ((await lockVendor(tx, actor.accountId)) === null) throw notFound();
    await changeVendor(tx, actor.accountId, { starter });
    await record(ctx, tx, {
      action: 'vendors.starter-changed',
      subjectKind: 'account',
      subjectId: actor.accountId,
      data: { ...starter },
    });
  });
  return { done: true };
}
