/** The look that readers of an account see instead of the product's own: that of the vendor who brought it in. */
import type { Db } from '#kit/server/db/db.ts';
import { entitlementsOf } from '../accounts.rules.ts';
import { brandRowOf, type RunsOnRow, runsOnRowOf } from './brand.queries.ts';

/** `accent` is `#rrggbb`; `logo` a path of this site; `host` leads here and was checked. */
export type VendorBrand = {
  vendorId: string;
  name: string;
  accent: string | null;
  logo: string | null;
  senderName: string | null;
  replyTo: string | null;
  host: string | null;
};

/** Where a logo is read. Its hash is part of the address, so that browsers may keep it. */
export const logoPath = (hash: string): string => `/brand/${hash}.webp`;

/** Null where the product's own look is shown. Any eyes may ask. */
export async function brandFor(db: Db, accountId: string): Promise<VendorBrand | null> {
  const row = await brandRowOf(db, accountId);
  if (row === null) return null;
  return {
    vendorId: row.vendor_id,
    name: row.name,
    accent: row.accent,
    logo: row.logo_hash === null ? null : logoPath(row.logo_hash),
    senderName: row.sender_name,
    replyTo: row.reply_to,
    host: row.host,
  };
}

function heldIn(row: RunsOnRow, where: 'stored' | 'plan' | 'raised' | 'extra'): { removeFooter?: boolean } {
  const removeFooter = row[where];
  return removeFooter === null ? {} : { removeFooter };
}

/**
 * The name after "runs on", at the doors of an account's rooms and under its mails: the vendor who brought it in, else the operator. Null
 * where its plan takes that line away, and for the operator itself. Works under any account's row-level security.
 */
export async function runsOn(db: Db, accountId: string): Promise<string | null> {
  const row = await runsOnRowOf(db, accountId);
  if (row === null) return null;
  const { kind, service, name } = row;
  const held = {
    stored: heldIn(row, 'stored'),
    plan: row.planned ? heldIn(row, 'plan') : null,
    raised: heldIn(row, 'raised'),
    extra: heldIn(row, 'extra'),
    service,
  };
  return entitlementsOf(kind, held).removeFooter ? null : name;
}
