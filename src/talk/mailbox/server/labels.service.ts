/** Labels that a person makes for their own mails. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { isDuplicate } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import type { MailLabel, mailboxCalls } from '../mailbox.contract.ts';
import { mailLimits } from '../mailbox.rules.ts';
import { deleteLabel, insertLabel, labelsOf, setLabel } from './labels.queries.ts';
import { readerOf } from './place.service.ts';

type MailboxCalls = typeof mailboxCalls;
type LabelBody = Parsed<MailboxCalls['addLabel']>['body'];

export async function listLabels(ctx: Ctx): Promise<ResultIn<MailboxCalls['labels']>> {
  const rows = await labelsOf(ctx.db.read, readerOf(ctx));
  return { items: rows.map(({ id, name, hue }) => ({ id, name, hue })) };
}
const taken = (error: unknown): never => {
  if (!isDuplicate(error, 'mailbox_labels_name')) throw error;
  throw new Failure('label_taken', { fields: { 'body.name': 'label_taken' } });
};
export async function addLabel(ctx: Ctx, { name, hue }: LabelBody): Promise<MailLabel> {
  const { userId, accountId } = readerOf(ctx);
  const label = { id: newId(ctx.now()), name, hue };
  if ((await labelsOf(ctx.db.read, { userId, accountId })).length >= mailLimits.labels) throw new Failure('too_many_labels');
  await ctx.db.write((tx) => insertLabel(tx, { ...label, userId, accountId, createdAt: new Date(ctx.now()) })).catch(taken);
  return label;
}
export async function editLabel(ctx: Ctx, { id, body }: { id: string; body: LabelBody }): Promise<MailLabel> {
  const actor = readerOf(ctx);
  const row = await ctx.db.write((tx) => setLabel(tx, actor, { id, ...body })).catch(taken);
  if (row === null) throw notFound();
  return { id, name: row.name, hue: row.hue };
}
export async function removeLabel(ctx: Ctx, id: string): Promise<Record<string, never>> {
  const actor = readerOf(ctx);
  if (!(await ctx.db.write((tx) => deleteLabel(tx, actor, id)))) throw notFound();
  return {};
}
