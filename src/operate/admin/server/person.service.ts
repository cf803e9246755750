/** Another person's profile, as far as the reader may know them. */
import { notFound } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { looksAfter } from '#core/accounts/accounts.rules.ts';
import { findSeats } from '#core/accounts/server/accounts.service.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import { picturePathOf } from '#core/identity/server/picture.service.ts';
import { requireUser } from '#core/identity/server/sessions/sessions.service.ts';
import type { PersonView } from '../admin.contract.ts';

/** Rights with which one reads the address of a colleague. */
const readsAddresses = ['iam.view', 'account.edit', 'users.manage', 'staff.manage'];

/** A colleague, oneself, or somebody in an account that the reader looks after; nobody else is there. */
export async function getPerson(ctx: Ctx, input: { id: string }): Promise<PersonView> {
  const actor = requireUser(ctx);
  if (!isId(input.id)) throw notFound();
  // the system's eyes: a keeper is no member of the accounts that they look after
  const seats = await findSeats(ctx.system.read, input.id);
  const keeper = actor.accountKind !== 'customer' && actor.scope.includes('users.manage');
  const known = seats.flatMap(({ account, membership }) => {
    const kept = keeper && looksAfter(actor, account);
    return account.id === actor.accountId || kept ? [{ account, membership, kept }] : [];
  });
  const person = known.length === 0 ? null : await findPerson(ctx.system.read, input.id);
  // people who wait for approval may look at nobody but themselves
  if (person === null || (actor.seat?.accountState === 'pending' && person.id !== actor.userId)) throw notFound();
  const address = person.id === actor.userId || readsAddresses.some((name) => actor.scope.includes(name));
  return {
    id: person.id,
    name: person.name,
    email: address ? person.email : null,
    picture: await picturePathOf(ctx, person.id),
    locale: person.locale,
    timeZone: person.timeZone,
    createdAt: person.createdAt,
    places: known.map(({ account, membership, kept }) => ({
      accountId: account.id,
      account: account.name,
      role: membership.role,
      since: membership.createdAt.getTime(),
      kept,
    })),
  };
}
