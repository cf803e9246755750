import { Failure } from '#kit/errors.ts';
import type { SecondWay } from '../safety.contract.ts';

/** What the server asks besides the password. */
export type SecondStepTicket = { ticket: string; ways: readonly SecondWay[] };

const known: readonly SecondWay[] = ['totp', 'recovery', 'passkey'];
/** The second step that a refused sign-in asks for; null when it was refused for another reason. */
export function secondOf(error: unknown): SecondStepTicket | null {
  if (!(error instanceof Failure) || error.code !== 'second_factor') return null;
  const { ticket, ways } = error.data;
  if (typeof ticket !== 'string' || !Array.isArray(ways)) return null;
  return { ticket, ways: known.filter((way) => ways.includes(way)) };
}
