/** The operator's view of vendors. It spans accounts, hence the system's eyes throughout. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { idCursor, pageOf } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { findAccountNames } from '#core/accounts/server/accounts.service.ts';
import { findCustomerCounts } from '#core/accounts/server/standing.service.ts';
import { requireProof } from '#core/identity/server/sessions/proof.service.ts';
import { type Pool, poolKeys } from '../vendors.rules.ts';
import type { vendorsCalls, VendorView } from '../vendors.contract.ts';
import { givenBy, operatorOf } from './access.service.ts';
import { makeOfferedAccount } from './owned-account.service.ts';
import { firstStep } from './steps.service.ts';
import { itemOf, viewOf } from './vendor-view.service.ts';
import { changeVendor, countVendors, lockVendor, vendorById, vendorsPage } from './vendors.queries.ts';

export async function list(
  ctx: Ctx,
  query: Parsed<typeof vendorsCalls.list>['query'],
): Promise<ResultIn<typeof vendorsCalls.list>> {
  operatorOf(ctx);
  const { read } = ctx.system;
  const search = query.search?.trim() ?? '';
  const filter = { search: search === '' ? null : search, state: query.state ?? null };
  const rows = await vendorsPage(read, filter, { before: idCursor.read(query.cursor), limit: query.limit + 1 });
  const { shown, next } = pageOf(rows, query.limit, (last) => idCursor.write(last.accountId));
  const ids = shown.map((row) => row.accountId);
  const [names, counts] = await Promise.all([findAccountNames(read, ids), findCustomerCounts(read, ids)]);
  return {
    items: await Promise.all(
      shown.map((row) => itemOf(read, row, { name: names.get(row.accountId) ?? '', customers: counts.get(row.accountId) ?? 0 })),
    ),
    next,
    total: await countVendors(read, filter),
  };
}

export async function get(ctx: Ctx, id: string): Promise<VendorView> {
  operatorOf(ctx);
  const row = await vendorById(ctx.system.read, id);
  if (row === null) throw notFound();
  return viewOf(ctx.system.read, row);
}

/** Makes a vendor's account, approved at once. Its owner is asked by mail, whether the address is known or not: the answer does not tell. */
export async function add(ctx: Ctx, body: Parsed<typeof vendorsCalls.add>['body']): Promise<VendorView> {
  const actor = operatorOf(ctx);
  await requireProof(ctx);
  await ctx.limits.use(`vendor-add:${actor.accountId}`, { max: 50, windowSeconds: 86_400 });
  return ctx.system.write(async (tx) => {
    const accountId = await makeOfferedAccount(ctx, tx, { ...body, by: actor, vendor: null });
    const about = { about: '', website: '', expected: 0 };
    await firstStep(ctx, tx, {
      accountId,
      application: about,
      appliedBy: null,
      contractVersion: body.contractVersion,
      pool: body.pool,
    });
    await record(ctx, tx, { action: 'vendors.added', subjectKind: 'account', subjectId: accountId });
    const row = await vendorById(tx, accountId);
    if (row === null) throw new Error('the vendor was not made');
    return viewOf(tx, row);
  });
}

/** Throws `pool_exceeded` with what was given away of the first thing that the new pool holds too little of. */
async function requireCovers(tx: Db, vendorId: string, pool: Pool): Promise<void> {
  const given = await givenBy(tx, vendorId);
  for (const key of poolKeys) {
    const limit = pool[key];
    if (limit !== null && limit < given[key])
      throw new Failure('pool_exceeded', {
        data: { key, given: given[key], wish: limit },
        fields: { [`body.pool.${key}`]: 'pool_given' },
      });
  }
}

export async function edit(ctx: Ctx, input: { id: string; body: Parsed<typeof vendorsCalls.edit>['body'] }): Promise<VendorView> {
  operatorOf(ctx);
  const { pool, contractVersion, revision } = input.body;
  return ctx.system.write(async (tx) => {
    const row = await lockVendor(tx, input.id);
    if (row === null) throw notFound();
    if (row.revision !== revision) throw new Failure('changed_meanwhile', { data: { version: row.revision } });
    if (row.state !== 'active' && row.state !== 'suspended') throw new Failure('not_possible');
    if (pool !== undefined) await requireCovers(tx, row.accountId, pool);
    await changeVendor(tx, row.accountId, {
      ...(pool === undefined ? {} : { pool }),
      ...(contractVersion === undefined ? {} : { contractVersion }),
      changedAt: new Date(ctx.now()),
    });
    await record(ctx, tx, {
      action: 'vendors.changed',
      subjectKind: 'account',
      subjectId: row.accountId,
      data: pool === undefined ? {} : { ...pool },
    });
    const changed = await vendorById(tx, row.accountId);
    return viewOf(tx, changed ?? row);
  });
}
