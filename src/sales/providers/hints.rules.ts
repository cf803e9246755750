/** What a claim must have so that a line of a statement can be for it: lists that a database looks up, wider than the rules of matching. */
import type { StatementEntry } from './statements.rules.ts';

/**
 * A claim that matches none of these cannot be matched. `endings`: what the digits at the end of its number may be. `references`: its
 * reference. `amounts`: what is open of it, minor units with their currency as `EUR 11900`. `ibans`: whose account paid. `payers`: who paid, as the bank
 * writes it.
 */
export type ClaimHints = {
  endings: readonly string[];
  references: readonly string[];
  amounts: readonly string[];
  ibans: readonly string[];
  payers: readonly string[];
};

/** Digits at the end of a number; longer ones do not fit a reference either (ISO 11649: 21 characters). */
const LONGEST_ENDING = 21;
/** `RF`, two check digits and one to twenty-one letters or digits. */
const [SHORTEST, LONGEST] = [5, 25];

const endingsOf = (text: string): string[] =>
  (text.match(/\d+/g) ?? []).flatMap((run) =>
    Array.from({ length: Math.min(run.length, LONGEST_ENDING) }, (_none, at) => run.slice(run.length - 1 - at)),
  );

/** The text does not show where a reference ends, so every length counts as one. */
function referencesOf(text: string): string[] {
  const bare = text.replace(/[\s\-/._]/g, '');
  return [...bare.matchAll(/(?=(RF\d{2}[A-Z0-9]{1,21}))/g)].flatMap(([, longest = '']) =>
    Array.from({ length: Math.min(longest.length, LONGEST) - SHORTEST + 1 }, (_none, at) => longest.slice(0, SHORTEST + at)),
  );
}

const once = (texts: readonly string[]): string[] => [...new Set(texts)];
const given = (text: string | null): string[] => (text === null ? [] : [text]);

/** What the claims have that these lines may be for. Lines that went out are for none. */
export function hintsOf(entries: readonly StatementEntry[]): ClaimHints {
  const came = entries.filter(({ amount }) => amount.minor > 0n);
  const texts = came.map((entry) => [...entry.texts, entry.endToEndId ?? ''].join(' ').toUpperCase());
  return {
    endings: once(texts.flatMap(endingsOf)),
    references: once(texts.flatMap(referencesOf)),
    amounts: once(came.map(({ amount }) => `${amount.currency} ${amount.minor}`)),
    ibans: once(came.flatMap(({ payerIban }) => given(payerIban))),
    payers: once(came.flatMap(({ payerName }) => given(payerName))),
  };
}
