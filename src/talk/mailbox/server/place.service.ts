/** Whose mailbox it is. The first line of every verb here. */
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { isReaderOfMailbox } from '../mailbox.rules.ts';
import { itemById } from './mailbox.queries.ts';
import type { MailboxRow } from './mailbox.table.ts';

/** Throws `not_signed_in`, `not_allowed`. Who acts for a customer has their rights, and no look into what was written to them. */
export function readerOf(ctx: Ctx): UserActor {
  const { actor } = ctx;
  if (actor.kind !== 'user') throw new Failure('not_signed_in');
  if (!isReaderOfMailbox({ scope: actor.scope, acting: actor.impersonator === undefined ? 'self' : 'other' }))
    throw notAllowed('mailbox.use');
  return actor;
}
export async function findMail(ctx: Ctx, id: string): Promise<MailboxRow> {
  const row = await itemById(ctx.db.read, readerOf(ctx), id);
  if (row === null) throw notFound();
  return row;
}
