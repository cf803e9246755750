/** Whose link a new customer followed. The browser remembers it in a cookie from the first page on, for ninety days. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { recordAll } from '#core/audit/server/audit.service.ts';
import { findOwners } from '#core/accounts/server/accounts.service.ts';
import { changeStanding, findStanding, lockStanding } from '#core/accounts/server/standing.service.ts';
import { atMost, grantOf, leftOf, poolOf } from '../vendors.rules.ts';
import { givenBy } from './access.service.ts';
import { lockVendor, vendorByReferral } from './vendors.queries.ts';

export const referralCookie = 'atrium_ref';
export const referralDays = 90;
export const isReferral = (text: string): boolean => /^[\w-]{8,24}$/.test(text);

/**
 * Makes a new account the customer of the vendor whose link its owner followed, with what the vendor lets newcomers begin with as far as
 * the pool has it. Nothing happens without such a link, when somebody signed in makes the account, or when the owner is the vendor.
 */
export async function attribute(ctx: Ctx, tx: Db, accountId: string): Promise<void> {
  const code = ctx.cookies[referralCookie];
  if (ctx.actor.kind !== 'nobody' || code === undefined || !isReferral(code)) return;
  const found = await vendorByReferral(tx, code);
  if (found === null) return;
  const vendor = await lockVendor(tx, found.accountId);
  const account = await lockStanding(tx, accountId);
  if (vendor?.state !== 'active' || account === null || account.kind !== 'customer' || account.vendorAccountId !== null) return;
  // one that is suspended or closes is nobody's vendor meanwhile
  if ((await findStanding(tx, vendor.accountId))?.state !== 'active') return;
  const owners = await findOwners(tx, vendor.accountId);
  if ((await findOwners(tx, accountId)).some((id) => owners.includes(id))) return;
  const grant = atMost(leftOf(poolOf(vendor.pool), await givenBy(tx, vendor.accountId)), grantOf(vendor.starter));
  await changeStanding(tx, accountId, { vendorAccountId: vendor.accountId, entitlements: { ...account.stored, ...grant } });
  const deed = { action: 'vendors.customer-attributed', subjectKind: 'account', subjectId: accountId };
  await recordAll(ctx, tx, [
    { ...deed, accountId },
    { ...deed, accountId: vendor.accountId },
  ]);
  await ctx.bus.push(tx, { topic: `account:${vendor.accountId}`, kind: 'customer' });
}
