import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import type { AuditData } from '#core/audit/audit.rules.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import { localeOf } from '#core/identity/identity.rules.ts';
import { makeLink, pathOf } from '#core/identity/server/sign-up/links.service.ts';
import { deleteTicketsOf } from '#core/identity/server/safety.queries.ts';
import { recordSafety, whenOf } from '#core/identity/server/safety-news.service.ts';
import { endSessions } from '#core/identity/server/sessions/sessions.service.ts';

/** What every change of a factor brings with it: the other sessions end, half-done sign-ins are void, the person gets a mail. */
export async function settleFactors(
  ctx: Ctx,
  tx: Db,
  change: { action: string; userId: string; keepSession: string | null; data?: AuditData },
): Promise<void> {
  const { userId, keepSession, action, data } = change;
  await deleteTicketsOf(tx, userId);
  await endSessions(ctx, tx, {
    choice: keepSession === null ? { userId } : { userId, except: keepSession },
    reason: 'factor-changed',
  });
  const person = await findPerson(tx, userId);
  if (person !== null)
    await sendMail(ctx, tx, {
      template: 'factorsChanged',
      to: person.email,
      locale: localeOf(person.locale),
      data: { name: person.name, when: whenOf(ctx, person) },
      path: '/settings?tab=security',
      alsoPath: pathOf('not-me', await makeLink(ctx, tx, { kind: 'not-me', email: person.email, userId: person.id })),
      userId,
    });
  await recordSafety(ctx, tx, { action, userId, ...(data === undefined ? {} : { data }) });
}
