import type { MemberDetail } from '../iam.contract.ts';
import { aliasTrouble, type Preset, presets, userNameTrouble } from '../iam.rules.ts';
import type { Statement } from '../statements.rules.ts';
import { localOf, msOf } from '#kit/ui/local-moment.ts';

/** What somebody is given, as a form holds it. */
export type GrantsDraft = {
  preset: Preset;
  /** Ids. */
  sets: string[];
  groups: string[];
  /** As a browser's field holds a moment; empty: no end. */
  expiresAt: string;
  statements: Statement[];
  /** Null: none. */
  boundary: Statement[] | null;
};
export type NewUserDraft = GrantsDraft & { how: 'mail' | 'name'; email: string; userName: string; name: string };

/** Presets that can be given; that of owners cannot. */
export const givenPresets = presets.filter((preset) => preset !== 'owner');

export const grantsDraftOf = (member: MemberDetail | null, zone: string): GrantsDraft => ({
  preset: member?.preset ?? 'member',
  sets: member?.sets.map(({ id }) => id) ?? [],
  groups: member?.groups.map(({ id }) => id) ?? [],
  expiresAt: member === null || member.expiresAt === null ? '' : localOf(member.expiresAt, zone),
  statements: member?.statements ?? [],
  boundary: member?.boundary ?? null,
});
export const grantsOf = ({ preset, sets, groups, statements, boundary, expiresAt }: GrantsDraft, zone: string) => ({
  preset,
  sets,
  groups,
  statements,
  boundary,
  expiresAt: msOf(expiresAt, zone),
});

/** What changed alone: names that mean nothing any more stay as long as nobody touches what they stand in. */
export function changesOf(draft: GrantsDraft, before: GrantsDraft, zone: string): Partial<ReturnType<typeof grantsOf>> {
  const [now, then] = [grantsOf(draft, zone), grantsOf(before, zone)];
  const same = (name: keyof typeof now) => JSON.stringify(now[name]) === JSON.stringify(then[name]);
  const { preset, sets, groups, statements, boundary, expiresAt } = now;
  return {
    ...(same('preset') ? {} : { preset }),
    ...(same('sets') ? {} : { sets }),
    ...(same('groups') ? {} : { groups }),
    ...(same('statements') ? {} : { statements }),
    ...(same('boundary') ? {} : { boundary }),
    ...(same('expiresAt') ? {} : { expiresAt }),
  };
}

/** Field → code of what is wrong. `now` is epoch milliseconds. */
export function grantsTrouble(
  { expiresAt, boundary }: GrantsDraft,
  { zone, now }: { zone: string; now: number },
): Partial<Record<keyof GrantsDraft, string>> {
  const end = msOf(expiresAt, zone);
  return {
    ...(end !== null && end <= now && { expiresAt: 'in_the_past' }),
    ...(boundary !== null && boundary.length === 0 && { boundary: 'no_statements' }),
  };
}

const tidy = (text: string) => text.trim().toLowerCase();
export const userNameWrong = (text: string): string | null => (tidy(text) === '' ? 'required' : userNameTrouble(tidy(text)));
export const aliasWrong = (text: string): string | null => (tidy(text) === '' ? 'required' : aliasTrouble(tidy(text)));

/** The same of somebody new, with who they are. */
export function newUserTrouble(
  draft: NewUserDraft,
  at: { zone: string; now: number },
): Partial<Record<keyof NewUserDraft, string>> {
  const email = draft.email.trim();
  const userName = userNameWrong(draft.userName);
  return {
    ...grantsTrouble(draft, at),
    ...(draft.how === 'mail' && email === '' && { email: 'required' }),
    ...(draft.how === 'mail' && email !== '' && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email) && { email: 'email' }),
    ...(draft.how === 'name' && userName !== null && { userName }),
    ...(draft.how === 'name' && draft.name.trim() === '' && { name: 'required' }),
  };
}
