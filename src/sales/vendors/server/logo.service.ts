/** A vendor's logo. Uploads are redrawn, so that only pixels are stored. */
import { createHash } from 'node:crypto';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { redrawPicture } from '@atrium/pages/redraw-picture';
import { record } from '#core/audit/server/audit.service.ts';
import type { BrandView } from '../vendors.contract.ts';
import { vendorLimits } from '../vendors.rules.ts';
import { vendorOf } from './access.service.ts';
import { brandView } from './brand.service.ts';
import { brandById, changeBrand, ensureBrand, lockBrand, logoByHash } from './brands.queries.ts';

/** First bytes of the kinds that are taken; a drawing (SVG) can hold script and is none of them. */
function kindOf(bytes: Buffer): 'png' | 'jpeg' | 'webp' | null {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png';
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  return bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP'
    ? 'webp'
    : null;
}

/** Pixels that are decoded at most: a small file can unfold into gigabytes. */
const mostPixels = 24_000_000;

/** The picture as WebP of at most 480 × 160 pixels, without anything that stood beside the pixels. Throws `not_a_picture`, `picture_too_large`. */
export async function redrawn(bytes: Buffer, accountId: string): Promise<Buffer> {
  if (bytes.length > vendorLimits.logoBytes) throw new Failure('picture_too_large');
  if (kindOf(bytes) === null) throw new Failure('not_a_picture');
  const wish = { width: 480, height: 160, fit: 'inside', kind: 'webp', quality: 90, mostPixels } as const;
  const drawn = await redrawPicture(bytes, wish, accountId);
  if (drawn === null) throw new Failure('not_a_picture');
  return drawn;
}

/** Sets the logo or takes it away. */
export async function setLogo(ctx: Ctx, input: { picture: string | null }): Promise<BrandView> {
  const actor = vendorOf(ctx);
  await ctx.limits.use(`vendor-logo:${actor.accountId}`, { max: 30, windowSeconds: 3600 });
  const logo = input.picture === null ? null : await redrawn(Buffer.from(input.picture, 'base64'), actor.accountId);
  // two vendors may have the same picture: the address contains the account's id, hashed
  const logoHash = logo === null ? null : createHash('sha256').update(actor.accountId).update(logo).digest('hex').slice(0, 40);
  // nobody who serves an account writes vendors, hence the system's hands
  return ctx.system.write(async (tx) => {
    await ensureBrand(tx, actor.accountId, new Date(ctx.now()));
    await changeBrand(tx, actor.accountId, { logo, logoHash, changedAt: new Date(ctx.now()) });
    await record(ctx, tx, { action: 'vendors.logo-changed', subjectKind: 'account', subjectId: actor.accountId });
    const row = await lockBrand(tx, actor.accountId);
    if (row === null) throw notFound();
    return brandView(row, ctx.now());
  });
}

/** The picture that an account shows its customers as their vendor; null when it has none, or is no vendor. */
export async function findLogoOf(ctx: Ctx, accountId: string): Promise<Buffer | null> {
  const brand = await brandById(ctx.system.read, accountId);
  return brand?.logoHash == null ? null : logoByHash(ctx.system.read, brand.logoHash);
}

/** The picture behind an address, for anybody who has it; null when there is none. */
export async function findLogo(ctx: Ctx, hash: string): Promise<Buffer | null> {
  return /^[0-9a-f]{40}$/.test(hash) ? logoByHash(ctx.system.read, hash) : null;
}
