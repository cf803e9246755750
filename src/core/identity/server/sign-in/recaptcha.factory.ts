/** The provider of the bot check as tests meet it: answers as its documentation says, and takes each answer of a visitor once. */
import { newToken } from '#kit/server/secrets.ts';
import type { VerifyRequest } from './bot-check.service.ts';

export type Visit = { action: string; hostname: string; score: number };

/** `visit` gives the answer that the script in a visitor's page would have got; `ask` is the provider's address for servers. */
export function fakeRecaptcha(secret: string): { visit(facts: Visit): string; ask: VerifyRequest; asked: URLSearchParams[] } {
  const given = new Map<string, Visit>();
  const used = new Set<string>();
  const asked: URLSearchParams[] = [];
  const refused = (code: string) => ({ success: false, 'error-codes': [code] });
  const verdictOf = (body: URLSearchParams): object => {
    const token = body.get('response') ?? '';
    const facts = given.get(token);
    if (body.get('secret') !== secret) return refused('invalid-input-secret');
    if (facts === undefined) return refused('invalid-input-response');
    if (used.has(token)) return refused('timeout-or-duplicate');
    used.add(token);
    return { success: true, challenge_ts: '2026-11-21T05:00:00Z', ...facts };
  };
  return {
    asked,
    visit: (facts) => {
      const token = newToken();
      given.set(token, facts);
      return token;
    },
    ask: async (url, { body }) => {
      asked.push(body);
      const known = url === 'https://www.google.com/recaptcha/api/siteverify';
      return { ok: known, json: async () => (known ? verdictOf(body) : {}) };
    },
  };
}
