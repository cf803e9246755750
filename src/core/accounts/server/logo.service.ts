/** The logo of an account: checked, redrawn and kept as a file that everybody may read. */
import { Readable } from 'node:stream';
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { newId } from '#kit/server/ids.ts';
import { redrawPicture } from '@atrium/pages/redraw-picture';
import { record } from '#core/audit/server/audit.service.ts';
import type { AccountView } from '../accounts.contract.ts';
import { notInPlan } from '../refusal.rules.ts';
import { isLogoPath, LOGO_BOX, LOGO_BYTES, logosPath, mayEditAccount } from '../accounts.rules.ts';
import { changeAccountRow, lockAccount } from './accounts.queries.ts';
import { entitlementsFor, getAccount } from './accounts.service.ts';

/** More pixels than any logo has; a small file that unpacks to more is refused before it is unpacked. */
const maxPixels = 40_000_000;

const badPicture = () => new Failure('bad_picture', { fields: { 'body.picture': 'bad_picture' } });

/** What the first bytes say the file is; null for everything that we do not take, SVG among it. */
export function pictureType(bytes: Uint8Array): 'png' | 'jpeg' | 'webp' | null {
  const head = Buffer.from(bytes.subarray(0, 12));
  if (head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png';
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  return head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : null;
}

/**
 * Redraws the picture, small enough for a page's head, so that only pixels are stored: no location and no other metadata of the file.
 * Throws `bad_picture` for what is no PNG, JPEG or WebP, or is too big.
 */
export async function redrawLogo(bytes: Uint8Array, accountId: string): Promise<Buffer> {
  if (bytes.length === 0 || bytes.length > LOGO_BYTES || pictureType(bytes) === null) throw badPicture();
  const wish = { ...LOGO_BOX, fit: 'inside', kind: 'png', quality: 100, mostPixels: maxPixels } as const;
  const drawn = await redrawPicture(Buffer.from(bytes), wish, accountId);
  if (drawn === null) throw badPicture();
  return drawn;
}

/** Where a logo of this path lies in the store. */
const fileOf = (path: string): string => `logos/${path.slice(logosPath.length)}`;

/** Keeps a logo for an account and returns its path. The account's row is the caller's to change. */
export async function keepLogo(ctx: Ctx, input: { accountId: string; bytes: Uint8Array }): Promise<string> {
  const path = `${logosPath}${input.accountId}/${newId(ctx.now())}.png`;
  await filesOf(ctx.config).put(fileOf(path), Readable.from([await redrawLogo(input.bytes, input.accountId)]));
  return path;
}

/** Throws a logo away that no account shows any more. */
export async function dropLogo(ctx: Ctx, path: string | null | undefined): Promise<void> {
  if (typeof path === 'string' && isLogoPath(path)) await filesOf(ctx.config).remove(fileOf(path));
}

/** The bytes of a logo, for everybody; null when there is none of that name. */
export async function readLogo(ctx: Pick<Ctx, 'config'>, name: string): Promise<{ content: Readable; bytes: number } | null> {
  const path = logosPath + name;
  const facts = isLogoPath(path) ? await filesOf(ctx.config).stat(fileOf(path)) : null;
  return facts === null ? null : { content: await filesOf(ctx.config).get(facts.name), bytes: facts.bytes };
}

async function changeLogo(ctx: Ctx, logo: string | null): Promise<AccountView> {
  const { actor } = ctx;
  if (actor.kind !== 'user' || !isId(actor.accountId)) throw notFound();
  const old = await ctx.db.write(async (tx) => {
    const row = await lockAccount(tx, actor.accountId);
    if (row === null) throw notFound();
    await changeAccountRow(tx, { id: row.id, version: row.version }, { branding: { ...row.branding, logo } });
    await record(ctx, tx, {
      action: logo === null ? 'accounts.logo-removed' : 'accounts.logo-set',
      subjectKind: 'account',
      subjectId: row.id,
    });
    await ctx.bus.push(tx, { topic: `account:${row.id}`, kind: 'account-changed' });
    return row.branding.logo;
  });
  await dropLogo(ctx, old);
  return getAccount(ctx);
}

/** Sets the logo of the present account. `picture` is base64. Throws `bad_picture`. */
export async function setLogo(ctx: Ctx, input: { picture: string }): Promise<AccountView> {
  const { actor } = ctx;
  if (actor.kind !== 'user') throw new Failure('not_signed_in');
  if (!mayEditAccount(actor.scope)) throw notAllowed('account.edit');
  if (!(await entitlementsFor(ctx.db.read, actor.accountId)).branding) throw notInPlan(actor.accountId, 'branding');
  await ctx.limits.use(`logo:${actor.accountId}`, { max: 30, windowSeconds: 3600 });
  const path = await keepLogo(ctx, { accountId: actor.accountId, bytes: Buffer.from(input.picture, 'base64') });
  try {
    return await changeLogo(ctx, path);
  } catch (error) {
    await dropLogo(ctx, path);
    throw error;
  }
}

export async function removeLogo(ctx: Ctx): Promise<AccountView> {
  if (ctx.actor.kind !== 'user') throw new Failure('not_signed_in');
  if (!mayEditAccount(ctx.actor.scope)) throw notAllowed('account.edit');
  return changeLogo(ctx, null);
}
