/** What a person writes to people of the same account: kept while it is written, sent, and taken back. */
import type { Parsed } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { searchHolders } from '#core/accounts/server/people-search.service.ts';
import type { FoundPerson } from '#core/accounts/people.contract.ts';
import { peopleLimits } from '#core/accounts/people.rules.ts';
import { findHolders, holdersAmong } from '#core/iam/server/holders.service.ts';
import { claimFiles, releaseFiles, requireFiles } from '#core/files/server/attachments.service.ts';
import { cleanText } from '#kit/message-text.ts';
import type { MailboxMail, MailPerson, mailboxCalls } from '../mailbox.contract.ts';
import { mailLimits, snippetOf } from '../mailbox.rules.ts';
import { countDrafts, deleteDraft, filesShownInMail, insertItem, itemById, lockItem, changeItem } from './mailbox.queries.ts';
import type { MailboxRow } from './mailbox.table.ts';
import { getMail, pushMailbox } from './mails.service.ts';
import { readerOf } from './place.service.ts';

type MailboxCalls = typeof mailboxCalls;
type DraftBody = Parsed<MailboxCalls['save']>['body'];
export const DELIVER_JOB = 'mailbox.deliver';

/** Those of them who can be written to now, by name. */
export async function correspondents(
  ctx: Ctx,
  db: Db,
  of: { accountId: string; among: readonly string[] },
): Promise<MailPerson[]> {
  const ids = await findHolders(db, { ...of, permission: 'mailbox.use', now: ctx.now() });
  const names = await findNames(db, ids);
  return ids.map((id) => ({ id, name: names.get(id) ?? '' })).sort((a, b) => a.name.localeCompare(b.name));
}
/** Whom the reader can write to, by name, for sample data. */
export async function findCorrespondents(ctx: Ctx, search: string): Promise<{ items: FoundPerson[] }> {
  const { accountId, userId: without } = readerOf(ctx);
  const wanted = { accountId, fit: 'people' as const, search, now: new Date(ctx.now()), without };
  const holding = { permission: 'mailbox.use', limit: peopleLimits.usual, holdersAmong };
  const items = await searchHolders(ctx.system.read, wanted, holding);
  return { items: items.sort((a, b) => a.name.localeCompare(b.name)) };
}
type DraftRecipients = { actor: UserActor; ids: readonly string[] };
/** Throws `recipient_unknown`. */
async function requireRecipients(ctx: Ctx, db: Db, { actor, ids }: DraftRecipients): Promise<MailPerson[]> {
  if (ids.length === 0) return [];
  const found = await correspondents(ctx, db, { accountId: actor.accountId, among: ids });
  if (found.length < ids.length || ids.includes(actor.userId))
    throw new Failure('recipient_unknown', { fields: { 'body.recipients': 'recipient_unknown' } });
  return found;
}

type WrittenDraft = Pick<MailboxRow, 'recipients' | 'subject' | 'body' | 'snippet' | 'files' | 'replyTo'>;
async function writtenIn(ctx: Ctx, actor: UserActor, { id, body }: { id: string; body: DraftBody }): Promise<WrittenDraft> {
  const text = cleanText(body.text);
  const recipients = await requireRecipients(ctx, ctx.db.read, { actor, ids: body.recipients });
  // the id comes from the page, and may be that of another person's mail
  const isMine = (await itemById(ctx.db.read, actor, id))?.place === 'draft';
  const files = await requireFiles(ctx, body.files, isMine ? { kind: 'mail', id } : null);
  return { recipients, subject: body.subject, body: text, snippet: snippetOf(text), files, replyTo: body.replyTo };
}
const newRow = (actor: UserActor, { id, at }: { id: string; at: Date }): Omit<MailboxRow, keyof WrittenDraft> => ({
  ...{ id, accountId: actor.accountId, userId: actor.userId, place: 'draft', cameFrom: null, binnedAt: null },
  ...{ kind: 'people', template: null, senderId: actor.userId, senderName: actor.name, html: null, link: null },
  ...{ aboutId: null, mailId: null, readAt: at, starred: false, labels: [], sendAt: null },
  ...{ revision: 1, createdAt: at, updatedAt: at },
});

/** Files of a mail that none of its copies shows any more go. Nobody else has a copy of a draft, so its writer's transaction sees enough. */
export async function releaseMailFiles(tx: Db, row: Pick<MailboxRow, 'id' | 'mailId' | 'files'> | null, at: Date): Promise<void> {
  if (row === null) return;
  const id = row.mailId ?? row.id;
  const release = { ids: row.files.map((file) => file.id), conversation: { kind: 'mail' as const, id }, at };
  await releaseFiles(tx, release, (ids) => filesShownInMail(tx, id, ids));
}

export async function saveDraft(ctx: Ctx, { id, body }: { id: string; body: DraftBody }): Promise<MailboxMail> {
  const actor = readerOf(ctx);
  await ctx.limits.use(`mailbox-save:${actor.userId}`, mailLimits.save);
  const written = await writtenIn(ctx, actor, { id, body });
  const at = new Date(ctx.now());
  await ctx.db.write(async (tx) => {
    if (written.replyTo !== null && (await lockItem(tx, actor, written.replyTo)) === null) written.replyTo = null;
    const row = await lockItem(tx, actor, id);
    if (row === null) {
      // one that was thrown away elsewhere does not come back
      if (body.revision !== 0) throw notFound();
      if ((await countDrafts(tx, actor)) >= mailLimits.drafts) throw new Failure('too_many_drafts');
      if (!(await insertItem(tx, { ...newRow(actor, { id, at }), ...written }))) throw notFound();
    } else {
      if (row.place !== 'draft' || row.revision !== body.revision) throw new Failure('changed_meanwhile');
      await changeItem(tx, { ...row, ...written, revision: row.revision + 1, createdAt: at, updatedAt: at });
    }
    await claimFiles(tx, written.files, { kind: 'mail', id });
    await releaseMailFiles(tx, row, at);
    await pushMailbox(ctx, tx, actor.userId);
  });
  return getMail(ctx, id);
}

export async function discardDraft(ctx: Ctx, id: string): Promise<Record<string, never>> {
  const actor = readerOf(ctx);
  await ctx.db.write(async (tx) => {
    const row = await lockItem(tx, actor, id);
    if (row === null || !(await deleteDraft(tx, actor, id))) throw notFound();
    await releaseMailFiles(tx, row, new Date(ctx.now()));
    await pushMailbox(ctx, tx, actor.userId);
  });
  return {};
}

async function lockDraft(tx: Db, actor: UserActor, { id, revision }: { id: string; revision: number }): Promise<MailboxRow> {
  const row = await lockItem(tx, actor, id);
  if (row === null) throw notFound();
  if (row.place !== 'draft' || row.revision !== revision) throw new Failure('changed_meanwhile');
  return row;
}
export async function sendDraft(ctx: Ctx, { id, revision }: { id: string; revision: number }): Promise<MailboxMail> {
  const actor = readerOf(ctx);
  if ((await itemById(ctx.db.read, actor, id)) === null) throw notFound();
  await ctx.limits.use(`mailbox-send:${actor.userId}`, mailLimits.send);
  const sendAt = new Date(ctx.now() + mailLimits.undoSeconds * 1_000);
  await ctx.db.write(async (tx) => {
    const row = await lockDraft(tx, actor, { id, revision });
    if (row.recipients.length === 0 || (row.subject === '' && row.body === '' && row.files.length === 0))
      throw new Failure('not_finished');
    const recipients = await requireRecipients(ctx, tx, { actor, ids: row.recipients.map((one) => one.id) });
    const at = new Date(ctx.now());
    const sent = { place: 'sent' as const, recipients, senderName: actor.name, sendAt, createdAt: at, updatedAt: at };
    await changeItem(tx, { ...row, ...sent, revision: row.revision + 1 });
    await ctx.jobs.enqueue(tx, {
      ...{ job: DELIVER_JOB, payload: { id }, after: sendAt.getTime() },
      // each sending has its own: the job of one that was taken back comes too early for the next
      key: `${id} ${sendAt.getTime()}`,
    });
    await pushMailbox(ctx, tx, actor.userId);
  });
  return getMail(ctx, id);
}

export async function takeBack(ctx: Ctx, id: string): Promise<MailboxMail> {
  const actor = readerOf(ctx);
  await ctx.db.write(async (tx) => {
    const row = await lockItem(tx, actor, id);
    if (row === null) throw notFound();
    if (row.place !== 'sent' || row.sendAt === null || row.sendAt.getTime() <= ctx.now()) throw new Failure('sent_already');
    await changeItem(tx, { ...row, place: 'draft', sendAt: null, revision: row.revision + 1, updatedAt: new Date(ctx.now()) });
    await pushMailbox(ctx, tx, actor.userId);
  });
  return getMail(ctx, id);
}
