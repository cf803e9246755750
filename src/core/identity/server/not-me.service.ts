import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { clearPassword, findPerson } from '#core/accounts/server/people.service.ts';
import { voidLinks } from './links.queries.ts';
import { slowGuessing, takeLink } from './links.service.ts';
import { RESET_JOB } from './own-password.service.ts';
import { deleteDevicesOf, deleteTicketsOf } from './safety.queries.ts';
import { recordSafety } from './safety-news.service.ts';
import { clearRefreshCookies, endSessions } from './sessions.service.ts';

/**
 * "It was not me", by the link of a mail: every session ends and the password opens nothing any more; a link for a new one goes to the
 * address. The link itself sets none, because it lives longer than one of those. Factors stay: they are the owner's, too.
 */
export async function notMe(ctx: Ctx, input: { token: string }): Promise<void> {
  await slowGuessing(ctx);
  await ctx.system.write(async (tx) => {
    const { userId } = await takeLink(ctx, tx, { token: input.token, kinds: ['not-me'] });
    const person = userId === null ? null : await findPerson(tx, userId);
    if (person === null) throw new Failure('link_unknown');
    await clearPassword(tx, person.id);
    await deleteTicketsOf(tx, person.id);
    await deleteDevicesOf(tx, person.id);
    await voidLinks(tx, { kinds: ['reset', 'email-change', 'not-me'], userId: person.id }, new Date(ctx.now()));
    await endSessions(ctx, tx, { choice: { userId: person.id }, reason: 'not-me' });
    await recordSafety(ctx, tx, { action: 'identity.not-me', userId: person.id, accountId: null });
    await ctx.jobs.enqueue(tx, { job: RESET_JOB, payload: { email: person.email } });
  });
  clearRefreshCookies(ctx);
}
