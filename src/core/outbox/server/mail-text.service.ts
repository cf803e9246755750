/**
 * Who may read the text of a mail. Its links sign people in, so one rule holds for every mail, whatever it says: a text that a mail server can
 * deliver is read by its recipient alone. Without a mail server the owner of the installation hands it over, after a fresh proof.
 */
import type { ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { type AskProof, hasMailServer } from '#core/platform/server/platform.service.ts';
import type { MailView, MailWithText, outboxCalls } from '../outbox.contract.ts';
import { textAccess } from '../outbox.rules.ts';
import { mailById } from './outbox.queries.ts';
import { mailRowOf, requireOutbox } from './outbox.service.ts';
import type { MailRecord } from './outbox.table.ts';
import { openSealed } from './sealed-parts.service.ts';

async function findMail(ctx: Ctx, id: string): Promise<MailRecord> {
  const row = isId(id) ? await mailById(ctx.system.read, id) : null;
  if (row === null) throw notFound();
  return row;
}

const textOf = (ctx: Ctx, row: MailRecord) => ({
  bodyText: openSealed(ctx, row.bodyText),
  bodyHtml: openSealed(ctx, row.bodyHtml),
});

async function accessTo(ctx: Ctx, row: MailRecord) {
  const { actor } = ctx;
  return textAccess({
    text: row.state === 'sent' || row.bodyText === '' ? 'gone' : 'stored',
    mailServer: (await hasMailServer(ctx, ctx.system.read)) ? 'set' : 'none',
    role: actor.kind === 'user' ? actor.role : null,
  });
}

/** One mail without its text, and whether the reader may open that. */
export async function getMail(ctx: Ctx, input: { id: string }): Promise<MailView> {
  requireOutbox(ctx);
  const row = await findMail(ctx, input.id);
  await ctx.system.write((tx) => record(ctx, tx, { action: 'outbox.read', subjectKind: 'mail', subjectId: row.id }));
  return { ...mailRowOf(row), text: await accessTo(ctx, row) };
}

/** The text of one mail. Throws `owner_only`, `proof_needed`, or `text_closed` where nobody may read it. */
export async function readMailText(
  ctx: Ctx,
  input: { id: string; askProof: AskProof },
): Promise<ResultIn<typeof outboxCalls.text>> {
  requireOutbox(ctx);
  const row = await findMail(ctx, input.id);
  const access = await accessTo(ctx, row);
  if (access === 'owner-only') throw new Failure('owner_only');
  if (access !== 'readable') throw new Failure('text_closed');
  await input.askProof(ctx);
  await ctx.system.write((tx) => record(ctx, tx, { action: 'outbox.text-read', subjectKind: 'mail', subjectId: row.id }));
  return textOf(ctx, row);
}

/** One mail with its text, for the operator's command line. */
export async function openMail(ctx: Ctx, input: { id: string }): Promise<MailWithText> {
  if (ctx.actor.kind !== 'system') throw notFound();
  const row = await findMail(ctx, input.id);
  await ctx.system.write((tx) => record(ctx, tx, { action: 'outbox.text-read', subjectKind: 'mail', subjectId: row.id }));
  return { ...mailRowOf(row), ...textOf(ctx, row) };
}
