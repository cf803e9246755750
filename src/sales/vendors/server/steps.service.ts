/** The steps of a vendor: applied, then rejected or active, then suspended, active again, or terminated. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { findOperatorAccount } from '#core/accounts/server/accounts.service.ts';
import { changeStanding, findStanding, lockStanding, numberOfCustomers } from '#core/accounts/server/standing.service.ts';
import { requireProof } from '#core/identity/server/sessions/proof.service.ts';
import { firstGrant, firstPool, grantOf, mayApply, mayStep, needsReason, perKey, type Pool, poolOf } from '../vendors.rules.ts';
import type { vendorsCalls, VendorView } from '../vendors.contract.ts';
import { ensureBrand } from './brands.queries.ts';
import { givenBy, mailOwners, newReferral, operatorOf, usedBy, userOf } from './access.service.ts';
import { letGo } from './ending.service.ts';
import { vendorMails } from './vendors.mail.ts';
import { changeVendor, deleteVendor, insertVendor, lockVendor, vendorById } from './vendors.queries.ts';
import { viewOf } from './vendor-view.service.ts';
import type { Application, VendorRow } from './vendors.table.ts';

type Applicant = { accountId: string; application: Application; appliedBy: string | null };

async function insertApplicant(ctx: Ctx, tx: Db, from: Applicant): Promise<void> {
  const at = new Date(ctx.now());
  await insertVendor(tx, {
    ...from,
    state: 'applied',
    appliedAt: at,
    changedAt: at,
    contractVersion: null,
    approvedBy: null,
    approvedAt: null,
    reason: null,
    pool: {},
    starter: {},
    referralCode: newReferral(),
    revision: 1,
  });
}

/** Makes the account a vendor. Throws `not_possible` for one that was brought in by another vendor: vendors have none. */
async function approve(ctx: Ctx, tx: Db, to: { accountId: string; contractVersion: string; pool: Pool }): Promise<void> {
  const account = await lockStanding(tx, to.accountId);
  if (account === null || account.kind !== 'customer' || account.vendorAccountId !== null) throw new Failure('not_possible');
  const at = new Date(ctx.now());
  await changeVendor(tx, to.accountId, {
    state: 'active',
    contractVersion: to.contractVersion,
    approvedBy: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
    approvedAt: at,
    reason: null,
    pool: to.pool,
    starter: firstGrant,
    changedAt: at,
  });
  await changeStanding(tx, to.accountId, { kind: 'vendor' });
  await ensureBrand(tx, to.accountId, at);
}

/** For an account that the operator makes a vendor at once. */
export async function firstStep(ctx: Ctx, tx: Db, made: Applicant & { contractVersion: string; pool: Pool }): Promise<void> {
  const { contractVersion, pool, ...applicant } = made;
  await insertApplicant(ctx, tx, applicant);
  await approve(ctx, tx, { accountId: made.accountId, contractVersion, pool });
}

/** For an account that was made as a vendor's from the start, by the operator's command line: nothing of it is limited until somebody says so. */
export async function ensureVendor(ctx: Ctx, tx: Db, of: { accountId: string; ownerId: string | null }): Promise<void> {
  if ((await lockVendor(tx, of.accountId)) !== null) return;
  const at = new Date(ctx.now());
  await insertApplicant(ctx, tx, {
    accountId: of.accountId,
    appliedBy: of.ownerId,
    application: { about: '', website: '', expected: 0 },
  });
  await changeVendor(tx, of.accountId, {
    state: 'active',
    contractVersion: '1',
    approvedAt: at,
    pool: perKey(() => null),
    starter: firstGrant,
    changedAt: at,
  });
  await ensureBrand(tx, of.accountId, at);
}

/** The owner of a customer account asks. Throws `owner_only`, `not_possible`. */
export async function apply(ctx: Ctx, body: Parsed<typeof vendorsCalls.apply>['body']): Promise<{ done: true }> {
  const actor = userOf(ctx);
  if (actor.role !== 'owner') throw new Failure('owner_only');
  if (actor.accountKind !== 'customer') throw new Failure('not_possible');
  await ctx.limits.use(`vendor-apply:${actor.accountId}`, { max: 3, windowSeconds: 86_400 });
  // nobody who serves an account writes vendors, hence the system's hands
  await ctx.system.write(async (tx) => {
    const before = await lockVendor(tx, actor.accountId);
    const account = await lockStanding(tx, actor.accountId);
    if (account === null || account.vendorAccountId !== null || !mayApply(before?.state ?? null))
      throw new Failure('not_possible');
    if (before !== null) await deleteVendor(tx, actor.accountId);
    await insertApplicant(ctx, tx, { accountId: actor.accountId, application: body, appliedBy: actor.userId });
    await record(ctx, tx, { action: 'vendors.applied', subjectKind: 'account', subjectId: actor.accountId });
    const operator = await findOperatorAccount(tx);
    if (operator !== null)
      await mailOwners(ctx, tx, {
        accountId: operator.id,
        template: vendorMails.applied,
        data: { organisation: account.name },
        path: `/vendors/edit-vendor/${actor.accountId}`,
      });
    await ctx.bus.push(tx, { topic: 'operator:news', kind: 'account' });
  });
  return { done: true };
}

/** What follows each step: the note, and the word in the mail. */
const deeds = {
  rejected: { action: 'vendors.rejected' },
  suspended: { action: 'vendors.suspended' },
  terminated: { action: 'vendors.terminated' },
  approved: { action: 'vendors.approved' },
  restored: { action: 'vendors.restored' },
} as const;

type Step = Parsed<typeof vendorsCalls.step>['body'];

async function take(ctx: Ctx, tx: Db, { row, taken }: { row: VendorRow; taken: Step }): Promise<void> {
  const { to, reason, contractVersion } = taken;
  if (row.state === 'applied' && to === 'active') {
    if (contractVersion === undefined) throw new Failure('contract_needed');
    return approve(ctx, tx, { accountId: row.accountId, contractVersion, pool: firstPool });
  }
  const at = new Date(ctx.now());
  await changeVendor(tx, row.accountId, { state: to, reason: to === 'active' ? null : (reason ?? null), changedAt: at });
  if (to === 'terminated') await letGo(ctx, tx, row.accountId);
}

/** Takes a step and tells the vendor's owners. Throws `not_possible` for one that makes no sense. */
export async function step(ctx: Ctx, input: { id: string; body: Step }): Promise<VendorView> {
  operatorOf(ctx);
  await requireProof(ctx);
  const { to, reason } = input.body;
  if (needsReason(to) && reason === undefined) throw new Failure('reason_needed', { fields: { 'body.reason': 'reason_needed' } });
  return ctx.system.write(async (tx) => {
    const row = await lockVendor(tx, input.id);
    if (row === null) throw notFound();
    if (!mayStep(row.state, to)) throw new Failure('not_possible', { data: { from: row.state, to } });
    await take(ctx, tx, { row, taken: input.body });
    const state = to === 'active' ? (row.state === 'applied' ? 'approved' : 'restored') : to;
    const deed = deeds[state];
    await record(ctx, tx, { action: deed.action, subjectKind: 'account', subjectId: row.accountId, data: { from: row.state } });
    await record(ctx, tx, {
      action: deed.action,
      subjectKind: 'account',
      subjectId: row.accountId,
      accountId: row.accountId,
      data: { from: row.state },
    });
    await mailOwners(ctx, tx, {
      accountId: row.accountId,
      template: vendorMails.standing,
      data: { state, reason: reason ?? '' },
      path: to === 'active' || to === 'suspended' ? '/vendors' : '/dashboard',
    });
    await ctx.bus.push(tx, { topic: `account:${row.accountId}`, kind: 'account-state', data: { state: to } });
    const changed = await vendorById(tx, row.accountId);
    return viewOf(tx, changed ?? row);
  });
}

/** What the own account is as a vendor. */
export async function standing(ctx: Ctx): Promise<ResultIn<typeof vendorsCalls.standing>> {
  const actor = userOf(ctx);
  const row = await vendorById(ctx.db.read, actor.accountId);
  const account = await findStanding(ctx.db.read, actor.accountId);
  const sells = row !== null && (row.state === 'active' || row.state === 'suspended');
  return {
    state: row?.state ?? null,
    reason: row?.reason ?? null,
    mayApply:
      actor.role === 'owner' &&
      actor.accountKind === 'customer' &&
      account?.vendorAccountId === null &&
      mayApply(row?.state ?? null),
    pool: sells ? poolOf(row.pool) : null,
    // customers cannot be seen with the vendor's own eyes
    given: sells ? await givenBy(ctx.system.read, actor.accountId) : null,
    used: sells ? await usedBy(ctx.system.read, actor.accountId) : null,
    starter: sells ? grantOf(row.starter) : null,
    referral: sells ? row.referralCode : null,
    customers: sells ? await numberOfCustomers(ctx.system.read, { vendorAccountId: actor.accountId, search: null }) : 0,
  };
}
