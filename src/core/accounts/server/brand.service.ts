/** The look that readers of an account see instead of the product's own: that of the vendor who brought it in. */
import type { Db } from '#kit/server/db.ts';
import { brandRowOf } from './brand.queries.ts';

/** `accent` is `#rrggbb`; `logo` a path of this site; `host` leads here and was checked. */
export type Brand = {
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
export async function brandFor(db: Db, accountId: string): Promise<Brand | null> {
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
