/** A vendor as the operator sees it. The caller checks the permission. */
import type { Db } from '#kit/server/db/db.ts';
import { logoPath } from '#core/accounts/server/brand.service.ts';
import { findAccountNames } from '#core/accounts/server/accounts.service.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import { findCustomerCounts, findCustomers } from '#core/accounts/server/standing.service.ts';
import { findInvitedOwners } from '#core/iam/server/owner-invitation.service.ts';
import { poolOf } from '../vendors.rules.ts';
import type { VendorItem, VendorLook, VendorView } from '../vendors.contract.ts';
import { givenBy, usedBy } from './access.service.ts';
import { brandById } from './brands.queries.ts';
import type { BrandRecord, VendorRow } from './vendors.table.ts';

export async function itemOf(db: Db, row: VendorRow, known: { name: string; customers: number }): Promise<VendorItem> {
  return {
    id: row.accountId,
    name: known.name,
    state: row.state,
    customers: known.customers,
    pool: poolOf(row.pool),
    given: await givenBy(db, row.accountId),
    appliedAt: row.appliedAt.getTime(),
    changedAt: row.changedAt.getTime(),
  };
}

/** Customers that are named beside how many there are. */
const NEWEST = 5;
const lookOf = (row: BrandRecord | null): VendorLook => ({
  name: row?.name ?? null,
  accent: row?.accent ?? null,
  senderName: row?.senderName ?? null,
  replyTo: row?.replyTo ?? null,
  host: row?.host ?? null,
  logo: row?.logoHash == null ? null : logoPath(row.logoHash),
});

/** One vendor with its application. */
export async function viewOf(db: Db, row: VendorRow): Promise<VendorView> {
  const { accountId } = row;
  const names = await findAccountNames(db, [accountId]);
  const counts = await findCustomerCounts(db, [accountId]);
  const by = row.appliedBy === null ? null : await findPerson(db, row.appliedBy);
  const look = lookOf(await brandById(db, accountId));
  const newest = await findCustomers(db, { vendorAccountId: accountId, search: null }, { before: null, limit: NEWEST });
  const invited = (await findInvitedOwners(db, [accountId])).get(accountId);
  return {
    ...(await itemOf(db, row, { name: names.get(accountId) ?? '', customers: counts.get(accountId) ?? 0 })),
    application: {
      about: row.application.about ?? '',
      website: row.application.website ?? '',
      expected: row.application.expected ?? 0,
    },
    appliedBy: by === null ? null : { name: by.name, email: by.email },
    invited: invited === undefined ? null : { name: invited.name, email: invited.email },
    contractVersion: row.contractVersion,
    reason: row.reason,
    host: look.host,
    look,
    newest: newest.map(({ id, name, state }) => ({ id, name, state })),
    used: await usedBy(db, accountId),
    revision: row.revision,
  };
}
