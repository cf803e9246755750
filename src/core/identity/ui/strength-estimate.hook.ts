import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { commonPasswords } from '../common-passwords.rules.ts';

const words = new ZxcvbnFactory({ dictionary: { passwords: [...commonPasswords] } });
/** Longer passwords cost time and are never the weak part. */
const looked = 64;

/** 0 (the first guess) to 4 (nobody guesses it), with the same words as the server, which refuses what is below 2. */
export function estimate(password: string, known: readonly string[]): 0 | 1 | 2 | 3 | 4 {
  const own = known
    .flatMap((text) => [text, ...text.split(/[\s@._-]+/)])
    .filter((text) => text.length > 2)
    .map((text) => text.toLowerCase());
  return words.check(password.normalize('NFKC').slice(0, looked), [...own, 'atrium']).score;
}
