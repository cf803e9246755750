/** Acting in the name of an account's owner: who may, and who gets a notice. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { getKept, keeperOf } from '#core/accounts/server/directory.service.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import { localeOf } from '#core/identity/identity.rules.ts';
import { startActing } from '#core/identity/server/sessions/acting.service.ts';
import { notify } from '#core/outbox/server/notices.service.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import type { actingCalls } from '../staff.contract.ts';
import { adminMails } from './admin.mail.ts';
import { rightsIn } from './admin.service.ts';

/** Opens the session and tells the owner by mail and in the product, all of it or nothing. */
export async function actFor(
  ctx: Ctx,
  body: Parsed<typeof actingCalls.start>['body'],
): Promise<ResultIn<typeof actingCalls.start>> {
  const staff = keeperOf(ctx);
  if (!staff.scope.includes('users.impersonate')) throw notAllowed('users.impersonate');
  const kept = await getKept(ctx, body.accountId);
  const rights = await rightsIn(ctx, kept);
  const { owner } = kept;
  if (owner === null || !rights.actFor) throw new Failure('acting_refused');
  return ctx.system.write(async (tx) => {
    const opened = await startActing(ctx, tx, { staff, userId: owner.id, accountId: kept.row.id, reason: body.reason });
    const person = await findPerson(tx, owner.id);
    if (person === null) throw new Failure('acting_refused');
    await sendMail(ctx, tx, {
      template: adminMails.acting,
      to: person.email,
      locale: localeOf(person.locale),
      data: { name: person.name, staff: staff.name, reason: body.reason },
      path: '/settings?tab=audit',
      accountId: kept.row.id,
      userId: person.id,
    });
    await notify(ctx, tx, {
      userId: person.id,
      accountId: kept.row.id,
      kind: 'actingStarted',
      data: { staff: staff.name, reason: body.reason },
      link: '/settings?tab=audit',
    });
    return opened;
  });
}
