/** Keys of programs for the REST API: their form, and what they can never do. */
import type { Statement } from './statements.rules.ts';

/** A key begins so: people and scanners for leaked secrets know it by that, and it is no session's token. */
export const keyMark = 'atr_';
export const isKeyToken = (token: string): boolean => token.startsWith(keyMark);

export const keyLimits = {
  name: 60,
  scopes: 60,
  ranges: 20,
  /** Keys of one account that work. */
  perAccount: 50,
  /** Calls of one key in a minute (business rules: API 60/min/key). */
  callsPerMinute: 60,
} as const;

/** What no key is given: with it a program could make itself a better key, or people, or weaken how they sign in. */
export const neverByKey: readonly string[] = ['keys.manage', 'iam.manage', 'platform.manage', 'security.manage'];

export const keyStates = ['active', 'expired', 'revoked', 'asleep'] as const;
/** `asleep`: the person it acts for has no membership in the account, or is locked out. */
export type KeyState = (typeof keyStates)[number];

export type KeyFacts = { revokedAt: number | null; expiresAt: number | null; awake: boolean };
export function keyStateOf({ revokedAt, expiresAt, awake }: KeyFacts, now: number): KeyState {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  return awake ? 'active' : 'asleep';
}

/** The boundary that a key sets to the rights of the person it acts for. */
export const boundaryOfKey = (scopes: readonly string[]): Statement[] => [
  { id: 'key', effect: 'allow', actions: [...scopes], resources: ['*'] },
];
