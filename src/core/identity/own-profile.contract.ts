/** One's own profile: what it shows, the picture, and taking back a change of address. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { pictureFacts } from './picture.rules.ts';

export const profileView = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** A new address that waits to be proven. */
  pendingEmail: z.nullable(z.string()),
  /** Path of the picture, null without one. */
  picture: z.nullable(z.string()),
  locale: z.string(),
  timeZone: z.string(),
  passwordChangedAt: z.nullable(z.number()),
  createdAt: z.number(),
  version: z.number(),
});
export type OwnProfile = z.infer<typeof profileView>;

export const ownProfileCalls = {
  setPicture: call({
    method: 'PUT',
    path: '/api/profile/picture',
    summary: 'Sets my picture: PNG, JPEG or WebP of at most 3 MB, in base64.',
    access: 'user',
    body: z.strictObject({ picture: z.base64().check(z.maxLength(Math.ceil(pictureFacts.bytes / 3) * 4)) }),
    result: profileView,
    failures: { bad_picture: 422 },
    bodyLimit: 4_200_000,
  }),
  removePicture: call({
    method: 'DELETE',
    path: '/api/profile/picture',
    summary: 'Takes my picture away.',
    access: 'user',
    result: profileView,
  }),
  cancelEmail: call({
    method: 'DELETE',
    path: '/api/profile/email',
    summary: 'Takes back a change of address that was not proven yet: the link that was mailed leads nowhere any more.',
    access: 'user',
    result: profileView,
  }),
};
