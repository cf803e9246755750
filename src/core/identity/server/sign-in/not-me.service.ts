import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { clearPassword, findPerson, findPersonByEmail, type Person, setEmail } from '#core/accounts/server/people.service.ts';
import { NOT_ME, tidyEmail } from '#core/identity/identity.rules.ts';
import { voidLinks, voidNotMe } from '#core/identity/server/sign-up/links.queries.ts';
import { slowGuessing, takeLink } from '#core/identity/server/sign-up/links.service.ts';
import { RESET_JOB } from '#core/identity/server/passwords/own-password.service.ts';
import { deleteDevicesOf, deleteFactorsSince, deleteTicketsOf } from '#core/identity/server/safety.queries.ts';
import { recordSafety } from '#core/identity/server/safety-news.service.ts';
import { clearRefreshCookies, endSessions } from '#core/identity/server/sessions/sessions.service.ts';
import { tellUntied } from '#core/identity/server/social/social-claims.service.ts';
import { deleteIdentitiesSince } from '#core/identity/server/social/social.queries.ts';

/** What a mail warns of was done a moment before its link was made. Milliseconds. */
const justBefore = 60_000;

/** The address that the link was mailed to, which the person has again; null when it belongs to somebody else by now. */
async function addressBack(ctx: Ctx, tx: Db, of: { person: Person; email: string | null }): Promise<string | null> {
  const { person, email } = of;
  if (email === null || tidyEmail(email) === tidyEmail(person.email)) return person.email;
  if ((await findPersonByEmail(tx, email)) !== null) {
    // neither to the stranger's address nor to the other person's: the operator sets one
    await setEmail(ctx, tx, { userId: person.id, email: `not-me-${person.id}@erased.invalid` });
    return null;
  }
  await setEmail(ctx, tx, { userId: person.id, email });
  return email;
}

/**
 * "It was not me", by the link of a mail: every session ends, the password opens nothing any more, what was set up since the mail goes
 * (factors, providers, and, by listeners of `NOT_ME`, keys), and the address that was mailed counts again. A link for a new password goes
 * there; this one sets none, because it lives longer than one of those. Older factors stay: they are the owner's.
 */
export async function notMe(ctx: Ctx, input: { token: string }): Promise<void> {
  await slowGuessing(ctx);
  await ctx.system.write(async (tx) => {
    const { userId, email, createdAt } = await takeLink(ctx, tx, { token: input.token, kinds: ['not-me'] });
    const person = userId === null ? null : await findPerson(tx, userId);
    if (person === null) throw new Failure('link_unknown');
    const [at, since] = [new Date(ctx.now()), new Date(createdAt.getTime() - justBefore)];
    await clearPassword(tx, person.id);
    await deleteTicketsOf(tx, person.id);
    await deleteDevicesOf(tx, person.id);
    await deleteFactorsSince(tx, person.id, since);
    await tellUntied(ctx, tx, { userId: person.id, providers: await deleteIdentitiesSince(tx, person.id, since) });
    await voidLinks(tx, { kinds: ['reset', 'email-change'], userId: person.id }, at);
    // an attacker who changed the address gets such links, too, and must not end the owner's older one with theirs
    await voidNotMe(tx, { userId: person.id, email, since: createdAt }, at);
    await endSessions(ctx, tx, { choice: { userId: person.id }, reason: 'not-me' });
    const address = await addressBack(ctx, tx, { person, email });
    await recordSafety(ctx, tx, { action: 'identity.not-me', userId: person.id, accountId: null });
    await ctx.events.publish(ctx, tx, { name: NOT_ME, accountId: null, data: { userId: person.id, since: since.getTime() } });
    if (address !== null) await ctx.jobs.enqueue(tx, { job: RESET_JOB, payload: { email: address } });
  });
  clearRefreshCookies(ctx);
}
