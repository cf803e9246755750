import type { SecretItem } from '../endpoint.contract.ts';
import { checksumHashes, isOwnSecret, type SecretCall, type SecretHash } from '../endpoint.rules.ts';
import { parseRange } from '#kit/ranges.ts';

/** What the form holds, as one types it: a range on each line, an empty number for none. */
export type SecretDraft = {
  name: string;
  /** One that clients use already; empty: one is made. */
  secret: string;
  which: 'all' | 'some';
  calls: SecretCall[];
  ranges: string;
  perMinute: string;
  bodyHash: boolean;
  hashes: SecretHash[];
  meetings: string;
  people: string;
};
export const emptySecret: SecretDraft = {
  name: '',
  secret: '',
  which: 'all',
  calls: [],
  ranges: '',
  perMinute: '',
  bodyHash: false,
  hashes: [...checksumHashes],
  meetings: '',
  people: '',
};

const shown = (limit: number | null): string => (limit === null ? '' : String(limit));
const limitIn = (text: string): number | null => (text.trim() === '' ? null : Number(text));

export const secretDraftOf = (secret: SecretItem): SecretDraft => ({
  name: secret.name,
  secret: '',
  which: secret.calls === null ? 'all' : 'some',
  calls: secret.calls ?? [],
  ranges: (secret.ranges ?? []).join('\n'),
  perMinute: shown(secret.callsPerMinute),
  bodyHash: secret.bodyHash,
  hashes: secret.hashes ?? [...checksumHashes],
  meetings: shown(secret.meetingsAtOnce),
  people: shown(secret.peoplePerMeeting),
});

/** Lines, commas and blanks divide. */
export const rangesIn = (text: string): string[] => text.split(/[\s,;،]+/).filter((one) => one !== '');

export const fieldsOf = (draft: SecretDraft) => {
  const ranges = rangesIn(draft.ranges);
  return {
    name: draft.name.trim(),
    calls: draft.which === 'all' ? null : draft.calls,
    ranges: ranges.length === 0 ? null : ranges,
    callsPerMinute: limitIn(draft.perMinute),
    bodyHash: draft.bodyHash,
    hashes: checksumHashes.every((one) => draft.hashes.includes(one)) ? null : draft.hashes,
    meetingsAtOnce: limitIn(draft.meetings),
    peoplePerMeeting: limitIn(draft.people),
  };
};

/** Nothing, or a whole number from one to a hundred thousand. */
const isLimit = (text: string): boolean => text.trim() === '' || (/^[1-9]\d{0,5}$/.test(text.trim()) && Number(text) <= 100_000);

/** Field → code of what is wrong. */
export function secretTrouble(draft: SecretDraft): Partial<Record<keyof SecretDraft, string>> {
  return {
    ...(draft.name.trim() === '' && { name: 'required' }),
    ...(draft.secret.trim() !== '' && !isOwnSecret(draft.secret.trim()) && { secret: 'bad_secret' }),
    ...(draft.which === 'some' && draft.calls.length === 0 && { calls: 'no_calls' }),
    ...(rangesIn(draft.ranges).some((one) => parseRange(one) === null) && { ranges: 'bad_range' }),
    ...(isLimit(draft.perMinute) ? {} : { perMinute: 'not_a_number' }),
    ...(isLimit(draft.meetings) ? {} : { meetings: 'not_a_number' }),
    ...(isLimit(draft.people) ? {} : { people: 'not_a_number' }),
    ...(draft.hashes.length === 0 && { hashes: 'no_hashes' }),
  };
}
