/** The owner of an address comes to an account that somebody made with it and never proved. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findOperatorAccount, findSeats } from '#core/accounts/server/accounts.service.ts';
import { clearPassword, findPerson, noteEmailProven } from '#core/accounts/server/people.service.ts';
import { voidLinks } from './links.queries.ts';
import {
  deleteDevicesOf,
  deletePasskeysOf,
  deleteTicketsOf,
  deleteTotp,
  replaceRecovery,
} from '#core/identity/server/safety.queries.ts';
import { recordSafety } from '#core/identity/server/safety-news.service.ts';
import { endSessions } from '#core/identity/server/sessions/sessions.service.ts';
import { tellUntied } from '#core/identity/server/social/social-claims.service.ts';
import { deleteIdentitiesOf } from '#core/identity/server/social/social.queries.ts';

/**
 * An account whose address nobody proved may have been made by somebody else to wait in: before the owner of the address gets it,
 * everything that could let another in goes.
 */
export async function emptyUnproven(ctx: Ctx, tx: Db, userId: string): Promise<void> {
  await clearPassword(tx, userId);
  await deleteTotp(tx, userId);
  await replaceRecovery(tx, userId, []);
  await deletePasskeysOf(tx, userId);
  await tellUntied(ctx, tx, { userId, providers: await deleteIdentitiesOf(tx, userId) });
  await deleteTicketsOf(tx, userId);
  await deleteDevicesOf(tx, userId);
  await voidLinks(tx, { kinds: ['reset', 'email-change'], userId }, new Date(ctx.now()));
  await endSessions(ctx, tx, { choice: { userId }, reason: 'owner-came' });
  await noteEmailProven(ctx, tx, userId);
  await recordSafety(ctx, tx, { action: 'identity.owner-came', userId, accountId: null });
}

/** Whether the person has a place in the account that runs the installation: that is handed over by nobody's word but theirs. */
export async function runsInstallation(db: Db, userId: string): Promise<boolean> {
  const operator = await findOperatorAccount(db);
  return operator !== null && (await findSeats(db, userId)).some((seat) => seat.account.id === operator.id);
}

/** A mailed link was followed: the address is proven, and what was set up before that goes, unless the person runs the installation. */
export async function proveByMail(ctx: Ctx, tx: Db, userId: string): Promise<void> {
  const person = await findPerson(tx, userId);
  if (person?.emailVerifiedAt === null && !(await runsInstallation(tx, userId))) await emptyUnproven(ctx, tx, userId);
  else await noteEmailProven(ctx, tx, userId);
}
