import * as z from 'zod/mini';
import { EMAIL_MAX, PASSWORD_MAX } from '../identity.rules.ts';

/** A password that is there already: any is good enough to be tried. */
export const givenPassword = z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX));
/** Who signs in: only something must stand there, so that no wrong guess about addresses keeps anybody out. */
export const signInFields = z.object({
  email: z.string().check(z.trim(), z.minLength(1), z.maxLength(EMAIL_MAX)),
  password: givenPassword,
});
