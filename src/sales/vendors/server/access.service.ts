/** Who asks, and what a vendor has given away. The first lines of every verb here. */
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Locale } from '#kit/facts.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newToken } from '#kit/server/secrets.ts';
import { findOwners } from '#core/accounts/server/accounts.service.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import { localeOf } from '#core/identity/identity.rules.ts';
import { type MailOut, sendMail } from '#core/outbox/server/outbox.service.ts';
import { type Grant, lacking, leftOf, type PoolKey, poolKeys, poolOf, sumOf } from '../vendors.rules.ts';
import { useUnder } from './pool-use.queries.ts';
import { lockVendor, sharesOf, vendorById } from './vendors.queries.ts';
import type { VendorRow } from './vendors.table.ts';

export function userOf(ctx: Ctx): UserActor {
  if (ctx.actor.kind !== 'user') throw new Failure('not_signed_in');
  return ctx.actor;
}

function managing(ctx: Ctx, kind: 'operator' | 'vendor'): UserActor {
  const actor = userOf(ctx);
  // each side's calls do not exist for the other
  if (actor.accountKind !== kind) throw notFound();
  if (!actor.scope.includes('vendors.manage')) throw notAllowed('vendors.manage');
  return actor;
}
export const operatorOf = (ctx: Ctx): UserActor => managing(ctx, 'operator');
export const vendorOf = (ctx: Ctx): UserActor => managing(ctx, 'vendor');

/** Somebody of either side. */
export function sideOf(ctx: Ctx): UserActor {
  return userOf(ctx).accountKind === 'operator' ? operatorOf(ctx) : vendorOf(ctx);
}

export const newReferral = (): string => newToken(9);

/** What the customers of a vendor hold together; `without` is left out. Read under the vendor's lock where something follows from it. */
export async function givenBy(db: Db, vendorId: string, without: string | null = null): Promise<Grant> {
  return sumOf(await sharesOf(db, vendorId, without));
}

const bytesPerGb = 1_000_000_000;
/** What they use of it at this moment; recordings in GB with a decimal. */
export async function usedBy(db: Db, vendorId: string): Promise<Grant> {
  const { rooms, people, meetings, present, recorded } = await useUnder(db, vendorId);
  const recordingGb = Math.round((recorded / bytesPerGb) * 10) / 10;
  return { rooms, people, meetingsAtOnce: meetings, peopleAtOnce: present, recordingGb };
}

/** Locks the vendor until the transaction ends; lock its customers only afterwards. */
export async function holdVendor(tx: Db, vendorId: string): Promise<void> {
  await lockVendor(tx, vendorId);
}

type Allowed = Readonly<Partial<Record<PoolKey, number | null>>>;
/**
 * The first thing of which a plan allows more than is left of the pool of the account's vendor, and how much that is; a plan without
 * limits fits only into a pool without. `has`: what the account's plan allows already, of which it may keep as much. Null: it fits.
 */
export async function lackInPool(
  db: Db,
  of: { accountId: string; allows: Allowed; has?: Allowed },
): Promise<{ key: PoolKey; left: number } | null> {
  const vendorId = (await findStanding(db, of.accountId))?.vendorAccountId ?? null;
  const row = vendorId === null ? null : await vendorById(db, vendorId);
  if (row === null) return null;
  const left = leftOf(poolOf(row.pool), await givenBy(db, row.accountId, of.accountId));
  const sizeOf = (allowed: Allowed | undefined, key: PoolKey): number => {
    const size = allowed?.[key];
    return size === null ? Number.POSITIVE_INFINITY : (size ?? 0);
  };
  for (const key of poolKeys) {
    const [limit, wish] = [left[key], sizeOf(of.allows, key)];
    if (limit !== null && wish > limit && wish > sizeOf(of.has, key)) return { key, left: limit };
  }
  return null;
}

/**
 * Locks the vendor and sees that the wish fits into what is left of its pool; `without` is the customer whose present grant the wish
 * takes the place of. Throws `vendor_not_active` for a new customer of a vendor that takes none, `pool_exceeded` with the figures.
 */
export async function takeFromPool(tx: Db, wish: { vendorId: string; grant: Grant; without: string | null }): Promise<VendorRow> {
  const row = await lockVendor(tx, wish.vendorId);
  if (row === null) throw notFound();
  if (wish.without === null && row.state !== 'active') throw new Failure('vendor_not_active');
  const lack = lacking(leftOf(poolOf(row.pool), await givenBy(tx, wish.vendorId, wish.without)), wish.grant);
  if (lack !== null) throw new Failure('pool_exceeded', { data: lack, fields: { [`body.grant.${lack.key}`]: 'pool_exceeded' } });
  return row;
}

/** Tells the owners of an account something, each in their language; `data` may depend on it, where it holds days or amounts. */
export async function mailOwners(
  ctx: Ctx,
  tx: Db,
  mail: {
    accountId: string;
    template: MailOut['template'];
    data: Record<string, string> | ((locale: Locale) => Record<string, string>);
    path: string;
  },
): Promise<void> {
  for (const userId of await findOwners(tx, mail.accountId)) {
    const person = await findPerson(tx, userId);
    if (person === null) continue;
    const locale = localeOf(person.locale);
    const data = typeof mail.data === 'function' ? mail.data(locale) : mail.data;
    await sendMail(ctx, tx, {
      template: mail.template,
      to: person.email,
      locale,
      data: { name: person.name, ...data },
      path: mail.path,
      accountId: mail.accountId,
      userId,
    });
  }
}
