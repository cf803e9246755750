/** What people read at sign-in who rest in an account because it has more people than its plan allows. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { wordsFrom } from '#kit/server/words.ts';
import type { AccountMembership } from './accounts.queries.ts';

const folder = new URL('../text/', import.meta.url);

/** Text for members of the account who want to use a room, or another thing, that rests. */
export const restingSentence = async (locale: string): Promise<string> =>
  (await wordsFrom(folder, { locale, keys: ['resting.thing'] }))?.words[0] ?? '';

/**
 * The refusal for people who have proven who they are and have no other account to go to; null when none of their memberships rests. It
 * says which account and who can help, in the reader's language, and no figures: people who are locked out may know no more.
 */
export async function restingRefusal(ctx: Ctx, seats: readonly AccountMembership[]): Promise<Failure | null> {
  const found = seats.find(
    ({ account, membership }) =>
      account.state === 'active' && membership.state === 'suspended' && membership.suspendedWhy !== null,
  );
  if (found === undefined) return null;
  const said = await wordsFrom(folder, { locale: ctx.locale, keys: ['resting.signIn'] });
  const text = said?.words[0]?.replaceAll('{account}', () => found.account.name) ?? '';
  return new Failure('limit_reached', { data: { limit: 'people', rests: true, text } });
}
