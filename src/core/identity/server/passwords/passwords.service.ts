/** Passwords: Argon2id, never cut, compared in the same time whether the person exists or not. */
import { hash, verify } from '@node-rs/argon2';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { Failure } from '#kit/errors.ts';
import { commonPasswords } from '#core/identity/common-passwords.rules.ts';
import { isCommonPassword } from './common-password.service.ts';

/** OWASP password storage: Argon2id with 46 MiB, one pass, one lane. */
const strength = { memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const;
const expected = `$argon2id$v=19$m=${strength.memoryCost},t=${strength.timeCost},p=${strength.parallelism}$`;
/** One form for characters that keyboards write in several ways (NIST SP 800-63B §3.1.1.2). */
const tidy = (password: string) => password.normalize('NFKC');

export const hashPassword = (password: string): Promise<string> => hash(tidy(password), strength);

/** True when the password fits. Without a hash to compare with the same work is done for nothing. */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  if (stored === null) {
    await hash(tidy(password), strength);
    return false;
  }
  return verify(stored, tidy(password));
}

/** True when the hash was made with other parameters than today's. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(expected);

/** The estimate looks at this many characters: more cost time and are never the weak part. */
const looked = 64;

/** `known`: the person's own data, which others know, too. `field`: where the password stands in the input. `least`: characters that an account asks for. */
export type PasswordPlace = { known: readonly string[]; field: string; least?: number };

/** Throws `weak_password` for passwords that lists of common ones, or the person's own data, give away. The long list stays on the server. */
export function requireStrong(password: string, place: PasswordPlace): void {
  if ([...tidy(password)].length < (place.least ?? 0))
    throw new Failure('password_short', { data: { least: place.least ?? 0 }, fields: { [place.field]: 'password_short' } });
  const own = place.known
    .flatMap((text) => [text, ...text.split(/[\s@._-]+/)])
    .filter((text) => text.length > 2)
    .map((text) => text.toLowerCase());
  const estimate = new ZxcvbnFactory({ dictionary: { passwords: [...commonPasswords] } }).check(tidy(password).slice(0, looked), [
    ...own,
    'atrium',
  ]);
  if (estimate.score < 2 || isCommonPassword(password))
    throw new Failure('weak_password', { fields: { [place.field]: 'weak_password' } });
}
