import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A random text of letters and digits; 22 characters carry more than 128 bits. */
export function randomToken(length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}

/** What is kept of a secret that only has to be known again. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Compares two secrets without telling by its time how much of them agrees. */
export function sameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
