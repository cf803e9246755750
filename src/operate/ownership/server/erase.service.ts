/** Erasing a closed account when its days of grace are over. Each step may be done twice, so that a worker may die in any of them. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { type AccountWithoutRights, findOwners, holdAccount } from '#core/accounts/server/accounts.service.ts';
import { deleteMembership, emptyAccount, membersOf, onlyHere } from '#core/accounts/server/ending.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { ERASE_JOB as ERASE_RECORDING } from '#meet/recordings/server/change.service.ts';
import { leftRecordings, markDeleting } from '#meet/recordings/server/ending.service.ts';
import { folderOf } from '#meet/recordings/server/play-files.service.ts';
import { serverOf } from '#meet/servers/server/servers.service.ts';
import { forgetCustomers } from '#sales/billing/server/forget-customer.service.ts';
import { endVendor } from '#sales/vendors/server/ending.service.ts';
import { accountFolders, ownershipLimits, tableFates } from '../ownership.rules.ts';
import { type ClosingRow, dueClosings, lockOpenClosing, lockWaiting, setClosingRow } from './closing.queries.ts';
import { erasePerson } from './closing.service.ts';
import { mayErase } from './data-ends-kept.service.ts';
import { endOldOffers } from './offers.queries.ts';
import { mailTo } from './ownership.mail.ts';
import type { RemovalReceipt } from './ownership.table.ts';
import { accountTables, childrenFirst, deleteRows } from './rows.queries.ts';

const day = 86_400_000;

/** From here on nobody can undo it. False when its owner just did, or when something keeps the data. */
async function begin(ctx: Ctx, row: ClosingRow): Promise<boolean> {
  if (row.state === 'erasing') return true;
  return ctx.system.write(async (tx) => {
    await holdAccount(tx, row.accountId);
    const held = await lockWaiting(tx, row.accountId);
    if (held === null || held.id !== row.id) return false;
    if (!(await mayErase(ctx, tx, { accountId: row.accountId, closingId: row.id }))) return false;
    await setClosingRow(tx, row.id, { state: 'erasing', beganAt: new Date(ctx.now()) });
    return true;
  });
}

/**
 * The account and its closing, locked, when the erasure still goes on: it takes up to two weeks, and a hold or a payment in that time
 * stops it. Null: it does not go on, or waits.
 */
async function goingOn(
  ctx: Ctx,
  tx: Db,
  { id, accountId }: ClosingRow,
): Promise<{ account: AccountWithoutRights; closing: ClosingRow } | null> {
  const account = await holdAccount(tx, accountId);
  const closing = await lockOpenClosing(tx, accountId);
  if (closing?.id !== id || closing.state !== 'erasing') return null;
  return (await mayErase(ctx, tx, { accountId, closingId: id })) ? { account, closing } : null;
}

/** Recordings go first, here and on their servers. Null: it waits for something; else the names of servers that never answered. */
async function eraseRecordings(ctx: Ctx, row: ClosingRow): Promise<string[] | null> {
  const left = await ctx.system.write(async (tx) => {
    const going = await goingOn(ctx, tx, row);
    if (going === null) return null;
    const found = await leftRecordings(tx, row.accountId);
    const fresh = found.filter((one) => one.state !== 'deleting').map((one) => one.id);
    await markDeleting(tx, fresh, new Date(ctx.now()));
    for (const id of fresh) await ctx.jobs.enqueue(tx, { job: ERASE_RECORDING, payload: { id }, key: id });
    const { receipt } = going.closing;
    if (fresh.length > 0)
      await setClosingRow(tx, row.id, { receipt: { ...receipt, recordings: (receipt.recordings ?? 0) + fresh.length } });
    return found;
  });
  if (left === null || left.length === 0) return left === null ? null : [];
  const patience = (row.beganAt?.getTime() ?? ctx.now()) + ownershipLimits.serverDays * day;
  if (ctx.now() < patience) return null;
  const names = new Set<string>();
  for (const { id, serverId } of left) {
    await filesOf(ctx.config).removeAll(folderOf({ id }));
    const server = serverId === null ? null : await serverOf(ctx, serverId);
    if (server !== null) names.add(server.name);
  }
  return [...names].sort();
}

/** Every table in its turn; in one transaction with the people, so that nobody is left half erased. */
async function eraseRows(ctx: Ctx, tx: Db, row: ClosingRow): Promise<RemovalReceipt> {
  const { accountId } = row;
  await endVendor(ctx, tx, accountId);
  await forgetCustomers(ctx, tx, accountId);
  const lonely = await onlyHere(tx, accountId);
  const members = (await membersOf(tx, accountId)).map((one) => one.id);
  const known = (await accountTables(tx)).filter((name) => !['keep', 'last'].includes(tableFates[name]?.erase ?? ''));
  const tables: Record<string, number> = {};
  for (const table of await childrenFirst(tx, known)) {
    const n = await deleteRows(tx, { table, accountId, also: tableFates[table]?.also ?? [] });
    if (n > 0) tables[table] = n;
  }
  for (const userId of new Set([...members, ...lonely])) await deleteMembership(tx, { accountId, userId });
  tables['memberships'] = members.length + (await deleteRows(tx, { table: 'memberships', accountId }));
  for (const userId of lonely) await erasePerson(tx, userId);
  for (const table of ['iam_versions', 'recording_counts', 'people_counts', 'account_use'])
    await deleteRows(tx, { table, accountId });
  await emptyAccount(tx, accountId);
  return { tables, people: lonely.length };
}

export const FOLDERS_JOB = 'ownership.erase-folders';
/** Removes the files of an account that was erased; again, when it was interrupted. */
export async function eraseFolders(ctx: Ctx, { accountId }: { accountId: string }): Promise<void> {
  for (const folder of accountFolders) await filesOf(ctx.config).removeAll(`${folder}/${accountId}`);
}

async function eraseOne(ctx: Ctx, due: ClosingRow): Promise<void> {
  if (!(await begin(ctx, due))) return;
  const row = { ...due, beganAt: due.beganAt ?? new Date(ctx.now()) };
  const notAnswered = await eraseRecordings(ctx, row);
  if (notAnswered === null) return;
  const isErased = await ctx.system.write(async (tx) => {
    const going = await goingOn(ctx, tx, row);
    if (going === null) return false;
    const { account, closing } = going;
    // the receipt is written to an address that is gone a moment later
    for (const userId of row.askedBy === null ? await findOwners(tx, row.accountId) : [row.askedBy])
      await mailTo(ctx, tx, {
        mail: 'erased',
        userId,
        accountId: null,
        data: { account: account.name, servers: notAnswered.join(', ') || 'none' },
        when: ctx.now() + ctx.config.backupDays * day,
      });
    const receipt = await eraseRows(ctx, tx, row);
    // after the rows: what comes between must not leave an account that goes on without its files
    await ctx.jobs.enqueue(tx, { job: FOLDERS_JOB, payload: { accountId: row.accountId }, key: row.accountId });
    await setClosingRow(tx, row.id, {
      state: 'erased',
      endedAt: new Date(ctx.now()),
      receipt: { ...closing.receipt, ...receipt, notAnswered },
    });
    await record(ctx, tx, {
      action: 'ownership.erased',
      subjectKind: 'account',
      subjectId: row.accountId,
      accountId: row.accountId,
    });
    return true;
  });
  if (isErased) ctx.log.info({ account: row.accountId }, 'a closed account was erased');
}

/** Takes every closed account whose grace is over a step further. One that fails does not hold up the others. */
export async function eraseDue(ctx: Ctx): Promise<void> {
  await endOldOffers(ctx.system.read, new Date(ctx.now()));
  const failed: unknown[] = [];
  // page by page: fifty that wait for their servers do not hold up those behind them
  for (let after: string | null = null; ; ) {
    const due: ClosingRow[] = await dueClosings(ctx.system.read, new Date(ctx.now()), after);
    for (const row of due)
      await eraseOne(ctx, row).catch((error: unknown) => {
        failed.push(new Error(`account ${row.accountId} could not be erased`, { cause: error }));
      });
    const last = due.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  // the job fails and is tried again
  if (failed.length > 0) throw new AggregateError(failed, 'accounts could not be erased');
}
