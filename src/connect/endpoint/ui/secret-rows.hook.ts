import type { SecretItem } from '../endpoint.contract.ts';
import { type SecretCall, secretCalls } from '../endpoint.rules.ts';
import type { EndpointSay } from './endpoint-text.hook.ts';

/** A secret, and those that it took over from and that still stand in the list, the youngest first. */
export type SecretRow = { secret: SecretItem; older: SecretItem[] };

/** The secrets with their predecessors under them; one whose successor is gone stands for itself. */
export function secretRows(secrets: readonly SecretItem[]): SecretRow[] {
  const byId = new Map(secrets.map((one) => [one.id, one]));
  const replaced = new Set(secrets.flatMap((one) => one.replaces ?? []));
  const olderOf = (secret: SecretItem): SecretItem[] => {
    const older = secret.replaces === null ? undefined : byId.get(secret.replaces);
    return older === undefined ? [] : [older, ...olderOf(older)];
  };
  return secrets.filter((one) => !replaced.has(one.id)).map((secret) => ({ secret, older: olderOf(secret) }));
}

/** Calls that change nothing. */
export const readingCalls: readonly SecretCall[] = secretCalls.filter((name) => /^(is|get)/.test(name));

export const works = (secret: SecretItem): boolean => secret.state === 'active' || secret.state === 'ending';

export const hintOf = (secret: Pick<SecretItem, 'hint'>): string => `••••${secret.hint}`;

const isSame = (calls: readonly string[], others: readonly string[]) =>
  calls.length === others.length && calls.every((name) => others.includes(name));

/** Which calls a secret allows, in few words. */
export function callsWord(say: EndpointSay, calls: SecretItem['calls']): string {
  if (calls === null) return say('secrets.allCalls');
  if (isSame(calls, readingCalls)) return say('secrets.readOnly');
  return calls.length <= 2 ? calls.join(', ') : say('secrets.someCalls', { count: calls.length });
}

/** From where it may be used. */
export function rangesWord(say: EndpointSay, ranges: SecretItem['ranges']): string {
  const [first, ...more] = ranges ?? [];
  if (first === undefined) return say('secrets.anywhere');
  // isolated, so that an address keeps its order in a sentence that runs the other way
  const range = `\u2066${first}\u2069`;
  return more.length === 0 ? say('secrets.from', { range }) : say('secrets.fromMore', { range, count: more.length });
}
