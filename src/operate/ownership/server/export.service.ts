/** Exports: requested with a proof, made by a job that any worker can continue, available for a week to the person who asked. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { newId } from '#kit/server/ids.ts';
import { hmacHex, sameText } from '#kit/server/secrets.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { findAccount } from '#core/accounts/server/accounts.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { requireProof } from '#core/identity/server/sessions/proof.service.ts';
import { requireUser } from '#core/identity/server/sessions/sessions.service.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import type { ExportItem, ownershipCalls } from '../ownership.contract.ts';
import { ownershipLimits } from '../ownership.rules.ts';
import { exportFile, writeExport } from './export-file.service.ts';
import {
  endedExports,
  exportById,
  type ExportRow,
  exportsOf,
  forgottenExports,
  insertExport,
  setExport,
  takeExport,
} from './exports.queries.ts';
import { mailTo } from './ownership.mail.ts';

export const EXPORT_JOB = 'ownership.export';
const purpose = 'export link';
/** The raw address of finished exports; `app` serves it. */
export const exportsPath = '/exports/';

function exporter(ctx: Ctx): UserActor {
  const actor = requireUser(ctx);
  if (!actor.scope.includes('account.export')) throw notAllowed('account.export');
  return actor;
}

async function itemsOf(ctx: Ctx, rows: readonly ExportRow[]): Promise<ExportItem[]> {
  const { userId } = exporter(ctx);
  const names = await findNames(
    ctx.db.read,
    rows.map((row) => row.askedBy),
  );
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    progress: row.progress,
    withRecordings: row.withRecordings,
    bytes: row.bytes,
    by: { id: row.askedBy, name: names.get(row.askedBy) ?? '' },
    mine: row.askedBy === userId,
    createdAt: row.createdAt.getTime(),
    endsAt: row.endsAt?.getTime() ?? null,
  }));
}

export async function listExports(ctx: Ctx): Promise<ResultIn<typeof ownershipCalls.exports>> {
  const { accountId } = exporter(ctx);
  return { items: await itemsOf(ctx, await exportsOf(ctx.db.read, accountId)) };
}

/** Throws `proof_needed`, `too_many_requests`, or `not_possible` while another one is being made. */
export async function startExport(ctx: Ctx, body: Parsed<typeof ownershipCalls.startExport>['body']): Promise<ExportItem> {
  const { accountId, userId } = exporter(ctx);
  await requireProof(ctx);
  const busy = (await exportsOf(ctx.db.read, accountId)).some((row) => row.state === 'waiting' || row.state === 'running');
  if (busy) throw new Failure('not_possible');
  await ctx.limits.use(`export:${accountId}`, ownershipLimits.exports);
  // the system's hands: rows of exports are written by the job as well, and by nobody else
  const row = await ctx.system.write(async (tx) => {
    const made = await insertExport(tx, {
      id: newId(ctx.now()),
      accountId,
      askedBy: userId,
      withRecordings: body.withRecordings,
      state: 'waiting',
      createdAt: new Date(ctx.now()),
    });
    await record(ctx, tx, {
      action: 'ownership.export-asked',
      subjectKind: 'export',
      subjectId: made.id,
      data: { recordings: body.withRecordings },
    });
    await ctx.jobs.enqueue(tx, { job: EXPORT_JOB, payload: { id: made.id }, key: made.id });
    return made;
  });
  const [item] = await itemsOf(ctx, [row]);
  if (item === undefined) throw notFound();
  return item;
}

const silentSince = (ctx: Ctx) => new Date(ctx.now() - ownershipLimits.exportSilence);

/** Makes the file. When a worker dies, the next one starts the export again; after some tries it counts as failed. */
export async function makeExport(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const { read } = ctx.system;
  const row = await takeExport(read, id, { now: new Date(ctx.now()), silentSince: silentSince(ctx) });
  if (row === null) return;
  if (row.tries > ownershipLimits.exportTries) return setExport(read, id, { state: 'failed' });
  const alive = (progress: number) => setExport(read, id, { progress, aliveAt: new Date(ctx.now()) });
  try {
    const { bytes } = await writeExport(ctx, row, alive);
    await ctx.system.write(async (tx) => {
      const endsAt = ctx.now() + ownershipLimits.exportDays * 86_400_000;
      await setExport(tx, id, {
        state: 'ready',
        progress: 100,
        bytes,
        readyAt: new Date(ctx.now()),
        endsAt: new Date(endsAt),
      });
      const account = (await findAccount(tx, row.accountId))?.name ?? '';
      await mailTo(ctx, tx, {
        mail: 'exportReady',
        userId: row.askedBy,
        accountId: row.accountId,
        data: { account },
        when: endsAt,
        path: '/settings?tab=data',
      });
    });
  } catch (error) {
    await setExport(read, id, { state: 'waiting' });
    throw error;
  }
}

/** Goes on with what nobody works on, and removes files whose week is over. */
export async function sweepExports(ctx: Ctx): Promise<void> {
  for (const { id } of await forgottenExports(ctx.system.read, silentSince(ctx)))
    await ctx.system.write((tx) => ctx.jobs.enqueue(tx, { job: EXPORT_JOB, payload: { id }, key: id }));
  for (const row of await endedExports(ctx.system.read, new Date(ctx.now()))) {
    await filesOf(ctx.config).remove(exportFile(row));
    await setExport(ctx.system.read, row.id, { state: 'gone' });
  }
}

const signed = (key: Uint8Array, id: string, until: number) => hmacHex(key, `${id} ${until}`);

/** Throws `not_found` for anyone but the person who asked for it, and when its week is over. */
export async function exportLink(ctx: Ctx, id: string): Promise<{ url: string }> {
  const { userId, accountId } = exporter(ctx);
  const row = await exportById(ctx.db.read, id);
  const open = row !== null && row.state === 'ready' && (row.endsAt?.getTime() ?? 0) > ctx.now();
  if (!open || row.askedBy !== userId || row.accountId !== accountId) throw notFound();
  const until = ctx.now() + ownershipLimits.linkSeconds * 1000;
  await ctx.db.write((tx) => record(ctx, tx, { action: 'ownership.export-loaded', subjectKind: 'export', subjectId: id }));
  return { url: `${siteUrl(ctx)}${exportsPath}${id}.zip?token=${until}.${signed(ctx.secrets.derive(purpose), id, until)}` };
}

/** The name of the file that a signed address opens; null: none. */
export async function exportFor(ctx: Ctx, asked: { id: string; token: string }): Promise<string | null> {
  const [until = '', mark = ''] = asked.token.split('.');
  if (!isId(asked.id) || !/^\d{13}$/.test(until) || Number(until) < ctx.now()) return null;
  const known = ctx.secrets.deriveAll(purpose).some(({ key }) => sameText(signed(key, asked.id, Number(until)), mark));
  const row = known ? await exportById(ctx.system.read, asked.id) : null;
  return row !== null && row.state === 'ready' ? exportFile(row) : null;
}
