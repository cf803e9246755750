/** Days on which people of an account were signed in, as evidence that a service was used. */
import type { Db } from '#kit/server/db/db.ts';
import { type SignInDay, signInDays } from './sign-ins.queries.ts';

export type { SignInDay };
/** Days in UTC with the addresses, the oldest first; at most 400. Sessions that ran out long ago are not kept. */
export const findSignInDays = (db: Db, of: { accountId: string; from: Date; until: Date }): Promise<SignInDay[]> =>
  signInDays(db, of);
