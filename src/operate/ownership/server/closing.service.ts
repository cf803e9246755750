/** Closing an account: previewed, confirmed by name and proof, undone within the days of grace. Leaving one, too. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { accountEvents } from '#core/accounts/server/accounts.events.ts';
import { findOwners, holdAccount, recordedBytes } from '#core/accounts/server/accounts.service.ts';
import { eraseTime, setClosing } from '#core/accounts/server/closing.service.ts';
import { anonymise, countOnlyHere, onlyHere } from '#core/accounts/server/ending.service.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import { changePlace } from '#core/accounts/server/places.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { forgetUses } from '#core/iam/server/uses.service.ts';
import { giveLibrary } from '#core/files/server/leaving.service.ts';
import { requireProof } from '#core/identity/server/sessions/proof.service.ts';
import { endSessions, eraseSessions, requireUser } from '#core/identity/server/sessions/sessions.service.ts';
import { forgetMailsTo } from '#core/outbox/server/upkeep.service.ts';
import { giveRecordings, totalRecordings } from '#meet/recordings/server/ending.service.ts';
import { giveRooms } from '#meet/rooms/server/transfers.service.ts';
import { forgetAddress } from '#publish/newsletter/server/preferences.service.ts';
import type { ownershipCalls } from '../ownership.contract.ts';
import { isOwner, mayClose } from '../ownership.rules.ts';
import {
  deletePersonRows,
  customersOf,
  insertClosing,
  lockWaiting,
  releaseOwnFiles,
  setClosingRow,
  stripPerson,
} from './closing.queries.ts';
import { openOffer, settleOffer } from './offers.queries.ts';
import { requireOwner } from './offers.service.ts';
import { mailTo } from './ownership.mail.ts';
import { countUpTo, personTables } from './rows.queries.ts';

const day = 86_400_000;

/** The owner's view, looked at with the system's eyes: whether somebody has another account is seen by nobody else. */
export async function preview(ctx: Ctx): Promise<ResultIn<typeof ownershipCalls.preview>> {
  const { accountId } = requireOwner(ctx);
  const { read } = ctx.system;
  const total = (table: string) => countUpTo(read, table, accountId);
  const [rooms, meetings, webhooks] = await Promise.all(['rooms', 'meetings', 'webhooks'].map(total));
  return {
    graceDays: ctx.config.graceDays,
    backupDays: ctx.config.backupDays,
    counts: {
      rooms,
      meetings,
      webhooks,
      recordings: await totalRecordings(read, accountId),
      recordingBytes: await recordedBytes(read, accountId),
      people: await countOnlyHere(read, accountId),
    },
  };
}

const plain = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ');

/**
 * Throws `wrong_name`, `proof_needed`, `has_customers` for a vendor who still has some, or `not_possible` for an account that cannot be
 * closed or is not open.
 */
export async function close(ctx: Ctx, body: Parsed<typeof ownershipCalls.close>['body']): Promise<{ eraseAt: number }> {
  const actor = requireOwner(ctx);
  const { accountId } = actor;
  if (!mayClose({ kind: actor.accountKind })) throw new Failure('not_possible');
  await requireProof(ctx);
  const eraseAt = ctx.now() + ctx.config.graceDays * day;
  await ctx.system.write(async (tx) => {
    const account = await holdAccount(tx, accountId);
    if (plain(body.name) !== plain(account.name)) throw new Failure('wrong_name', { fields: { 'body.name': 'wrong_name' } });
    // one that waits for approval would be opened by undoing its end
    if (account.state !== 'active') throw new Failure('not_possible');
    if ((await customersOf(tx, accountId)) > 0) throw new Failure('has_customers');
    const open = await openOffer(tx, accountId);
    if (open !== null) await settleOffer(tx, open.id, { state: 'withdrawn', at: new Date(ctx.now()) });
    await insertClosing(tx, {
      id: newId(ctx.now()),
      accountId,
      askedBy: actor.userId,
      state: 'waiting',
      createdAt: new Date(ctx.now()),
      eraseAt: new Date(eraseAt),
    });
    // mails first: they are written for an account that is still open
    for (const userId of new Set([actor.userId, ...(await findOwners(tx, accountId))]))
      await mailTo(ctx, tx, {
        mail: 'closed',
        userId,
        accountId,
        data: { account: account.name },
        when: eraseAt,
        path: '/login',
      });
    await setClosing(ctx, tx, { accountId, eraseAt });
  });
  return { eraseAt };
}

export async function closing(ctx: Ctx): Promise<ResultIn<typeof ownershipCalls.closing>> {
  const actor = requireUser(ctx);
  const eraseAt = await eraseTime(ctx.db.read, actor.accountId);
  return {
    account: { name: actor.seat?.accountName ?? '' },
    eraseAt,
    mayUndo: eraseAt !== null && isOwner(actor.role),
  };
}

/** Throws `not_possible` when it is open, or its erasure has begun. */
export async function undo(ctx: Ctx): Promise<{ done: true }> {
  const { accountId } = requireOwner(ctx);
  await ctx.system.write(async (tx) => {
    const { state } = await holdAccount(tx, accountId);
    const row = await lockWaiting(tx, accountId);
    if (row === null || state !== 'closed') throw new Failure('not_possible');
    await setClosingRow(tx, row.id, { state: 'undone', endedAt: new Date(ctx.now()) });
    await setClosing(ctx, tx, { accountId, eraseAt: null });
  });
  return { done: true };
}

/** Erases what there is of a person who is in no account any more. */
export async function erasePerson(tx: Db, userId: string): Promise<void> {
  await eraseSessions(tx, userId);
  const person = await findPerson(tx, userId);
  if (person !== null) await forgetAddress(tx, person.email);
  // the receipt of the erasure is written a moment before
  await forgetMailsTo(tx, userId, 'ownership.erased');
  for (const table of await personTables(tx)) await deletePersonRows(tx, table, userId);
  await anonymise(tx, userId);
  await stripPerson(tx, userId);
}

/** Throws `proof_needed`, or `not_possible` for the owner: an account is never without one. */
export async function leave(ctx: Ctx): Promise<{ done: true }> {
  const { accountId, userId, role } = requireUser(ctx);
  if (isOwner(role)) throw new Failure('not_possible');
  await requireProof(ctx);
  await ctx.system.write(async (tx) => {
    await holdAccount(tx, accountId);
    const [owner] = await findOwners(tx, accountId);
    if (owner === undefined) throw notFound();
    const last = (await onlyHere(tx, accountId)).includes(userId);
    await releaseOwnFiles(tx, { accountId, userId, at: new Date(ctx.now()) });
    const gift = { accountId, from: userId, to: owner };
    await giveRooms(tx, gift);
    await giveRecordings(tx, gift);
    await giveLibrary(tx, gift);
    const offer = await openOffer(tx, accountId);
    if (offer?.toUserId === userId) await settleOffer(tx, offer.id, { state: 'declined', at: new Date(ctx.now()) });
    await forgetUses(tx, { accountId, userId });
    // a tombstone with what it held: what they gave to others goes on being measured by it
    await changePlace(tx, { accountId, userId }, { state: 'deleted' });
    await record(ctx, tx, { action: 'ownership.left', subjectKind: 'user', subjectId: userId });
    await ctx.events.publish(ctx, tx, { name: accountEvents.memberRemoved, accountId, data: { userId, role } });
    await endSessions(ctx, tx, { choice: { userId }, reason: 'left' });
    if (last) await erasePerson(tx, userId);
  });
  return { done: true };
}
