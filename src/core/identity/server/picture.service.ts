/** One's own picture: uploads are redrawn, so that only pixels are stored. People belong to no account, hence the rights of the system. */
import { createHash } from 'node:crypto';
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { redrawPicture } from '@atrium/pages/redraw-picture';
import { pictureType } from '#core/accounts/server/logo.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { OwnProfile } from '../identity.contract.ts';
import { pictureFacts, pictureOf } from '../picture.rules.ts';
import { deletePicture, pictureBytes, pictureHash, putPicture } from './picture.queries.ts';
import { getProfile } from './profile.service.ts';
import { requireUser } from './sessions/sessions.service.ts';

/** Pixels that are decoded at most: a small file can unfold into gigabytes. */
const mostPixels = 40_000_000;
const badPicture = () => new Failure('bad_picture', { fields: { 'body.picture': 'bad_picture' } });

/** The middle of the picture as a square. Throws `bad_picture` for what is no PNG, JPEG or WebP, or is too big. */
export async function squareOf(bytes: Buffer, userId: string): Promise<Buffer> {
  if (bytes.length === 0 || bytes.length > pictureFacts.bytes || pictureType(bytes) === null) throw badPicture();
  const { side } = pictureFacts;
  const wish = { width: side, height: side, fit: 'cover', kind: 'webp', quality: 85, mostPixels } as const;
  const drawn = await redrawPicture(bytes, wish, userId);
  if (drawn === null) throw badPicture();
  return drawn;
}

/** Sets one's picture, which is base64, or takes it away. */
async function change(ctx: Ctx, picture: Buffer | null): Promise<OwnProfile> {
  const { userId } = requireUser(ctx);
  await ctx.system.write(async (tx) => {
    if (picture === null) await deletePicture(tx, userId);
    else {
      // two people may have the same picture: the name contains the person's id, hashed
      const hash = createHash('sha256').update(userId).update(picture).digest('hex').slice(0, 40);
      await putPicture(tx, { userId, hash, picture, changedAt: new Date(ctx.now()) });
    }
    await record(ctx, tx, {
      action: picture === null ? 'identity.picture-removed' : 'identity.picture-set',
      subjectKind: 'user',
      subjectId: userId,
    });
  });
  return getProfile(ctx);
}

export async function setPicture(ctx: Ctx, input: { picture: string }): Promise<OwnProfile> {
  const { userId } = requireUser(ctx);
  await ctx.limits.use(`picture:${userId}`, { max: 30, windowSeconds: 3600 });
  return change(ctx, await squareOf(Buffer.from(input.picture, 'base64'), userId));
}

export const removePicture = (ctx: Ctx): Promise<OwnProfile> => change(ctx, null);

/** The path of a person's picture, null without one. */
export async function picturePathOf(ctx: Pick<Ctx, 'system'>, userId: string): Promise<string | null> {
  const hash = await pictureHash(ctx.system.read, userId);
  return hash === null ? null : pictureOf(hash);
}

/** The picture of that name, for everybody who knows it. */
export const readPicture = (ctx: Pick<Ctx, 'system'>, hash: string): Promise<Buffer | null> =>
  pictureBytes(ctx.system.read, hash);
