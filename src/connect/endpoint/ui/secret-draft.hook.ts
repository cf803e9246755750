import type { SecretItem } from '../endpoint.contract.ts';
import type { SecretCall } from '../endpoint.rules.ts';
import { parseRange } from '#kit/ranges.ts';

/** What the form holds, as one types it: a range on each line, an empty number for none. */
export type SecretDraft = {
  name: string;
  which: 'all' | 'some';
  calls: SecretCall[];
  ranges: string;
  perMinute: string;
  bodyHash: boolean;
};
export const emptySecret: SecretDraft = { name: '', which: 'all', calls: [], ranges: '', perMinute: '', bodyHash: false };

export const secretDraftOf = (secret: SecretItem): SecretDraft => ({
  name: secret.name,
  which: secret.calls === null ? 'all' : 'some',
  calls: secret.calls ?? [],
  ranges: (secret.ranges ?? []).join('\n'),
  perMinute: secret.callsPerMinute === null ? '' : String(secret.callsPerMinute),
  bodyHash: secret.bodyHash,
});

/** Lines, commas and blanks divide. */
export const rangesIn = (text: string): string[] => text.split(/[\s,;،]+/).filter((one) => one !== '');

export const fieldsOf = (draft: SecretDraft) => {
  const ranges = rangesIn(draft.ranges);
  return {
    name: draft.name.trim(),
    calls: draft.which === 'all' ? null : draft.calls,
    ranges: ranges.length === 0 ? null : ranges,
    callsPerMinute: draft.perMinute.trim() === '' ? null : Number(draft.perMinute),
    bodyHash: draft.bodyHash,
  };
};

/** Field → code of what is wrong. */
export function secretTrouble(draft: SecretDraft): Partial<Record<keyof SecretDraft, string>> {
  const perMinute = draft.perMinute.trim();
  const isNumber = /^[1-9]\d{0,5}$/.test(perMinute) && Number(perMinute) <= 100_000;
  return {
    ...(draft.name.trim() === '' && { name: 'required' }),
    ...(draft.which === 'some' && draft.calls.length === 0 && { calls: 'no_calls' }),
    ...(rangesIn(draft.ranges).some((one) => parseRange(one) === null) && { ranges: 'bad_range' }),
    ...(perMinute !== '' && !isNumber && { perMinute: 'not_a_number' }),
  };
}
