/** An invoice that its seller mails again: to the address on it, or to another one that its account is known by. */
import { Failure, notFound } from '#kit/errors.ts';
import type { ResultIn } from '#kit/contract.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { recordForBoth } from '#core/audit/server/audit.service.ts';
import { findOwners } from '#core/accounts/server/accounts.service.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import { SENDS_PER_HOUR, type sendingCalls } from '../sending.contract.ts';
import { note, sellerKeeperOf } from './access.service.ts';
import { invoiceById, lockInvoice } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { mailAgain } from './mail.service.ts';
import { profileOf } from './parties.queries.ts';

async function issued(ctx: Ctx, id: string): Promise<{ actor: UserActor; row: InvoiceRow }> {
  const actor = sellerKeeperOf(ctx);
  const row = await invoiceById(ctx.system.read, id);
  if (row === null || row.sellerId !== actor.accountId) throw notFound();
  return { actor, row };
}

type Recipient = ResultIn<typeof sendingCalls.recipients>['items'][number];
/** Each address once, the one on the invoice first. */
async function recipientsOf(db: Db, row: InvoiceRow): Promise<Recipient[]> {
  const profile = await profileOf(db, row.accountId);
  const found: Recipient[] = [
    ...(row.buyer === null ? [] : [{ email: row.buyer.email, name: row.buyer.name }]),
    ...(profile === null ? [] : [{ email: profile.email, name: profile.organisation }]),
  ];
  for (const userId of await findOwners(db, row.accountId)) {
    const person = await findPerson(db, userId);
    if (person !== null) found.push({ email: person.email, name: person.name });
  }
  const first = (one: Recipient, at: number) =>
    found.findIndex((other) => other.email.toLowerCase() === one.email.toLowerCase()) === at;
  // who signs in with an account's alias has no address
  return found.filter((one, at) => one.email.includes('@') && first(one, at));
}

/** Throws `not_found`. */
export async function recipients(ctx: Ctx, id: string): Promise<ResultIn<typeof sendingCalls.recipients>> {
  const { row } = await issued(ctx, id);
  return { items: await recipientsOf(ctx.system.read, row) };
}

const sendable: readonly InvoiceRow['state'][] = ['open', 'paid', 'uncollectible'];
/** Throws `not_found`, `wrong_state` for what has no number or is void, `invalid_input` for an address that the account is not known by, `too_many_requests`. */
export async function sendAgain(ctx: Ctx, { id, to }: { id: string; to: string }): Promise<{ done: true }> {
  const { actor, row: seen } = await issued(ctx, id);
  if (!sendable.includes(seen.state)) throw new Failure('wrong_state');
  const known = await recipientsOf(ctx.system.read, seen);
  const recipient = known.find((one) => one.email.toLowerCase() === to.trim().toLowerCase());
  if (recipient === undefined) throw new Failure('invalid_input', { fields: { 'body.to': 'not_an_address' } });
  await ctx.limits.use(`billing-send:${id}`, { max: SENDS_PER_HOUR, windowSeconds: 3600 });
  await ctx.system.write(async (tx) => {
    const row = await lockInvoice(tx, id);
    if (row === null || !sendable.includes(row.state)) throw new Failure('wrong_state');
    await mailAgain(ctx, tx, { invoice: row, to: recipient.email });
    const { accountId, sellerId, number } = row;
    await note(ctx, tx, { accountId, sellerId, invoiceId: id, kind: 'invoice.sent' });
    const deed = { action: 'billing.invoice-sent', subjectKind: 'invoice', subjectId: id, data: { number: number ?? '' } };
    await recordForBoth(ctx, tx, { ...deed, accountId });
    await ctx.bus.push(tx, { topic: `account:${actor.accountId}`, kind: 'billing' });
  });
  return { done: true };
}
