/**
 * What an account left behind whose last plan ended because nobody paid: its owners are told twice, then it is closed, and the grace and the
 * erasure of every closed account follow (decision 22). Every step is decided anew under the account's lock, so that whatever was bought or paid
 * meanwhile stops it, and two processes do it once.
 */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/ids.ts';
import { findOwners, holdAccount } from '#core/accounts/server/accounts.service.ts';
import { setClosing } from '#core/accounts/server/closing.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { hasMailServer, platformNow } from '#core/platform/server/platform.service.ts';
import { findUnpaidEnd, findUnpaidEnds, type UnpaidEnd } from '#sales/billing/server/unpaid-ends.service.ts';
import { closeOn, type DataEndWhy, firstWordOn, nextStep, warnDays } from '../data-ends.rules.ts';
import { insertClosing, lockWaiting, setClosingRow } from './closing.queries.ts';
import {
  closingState,
  type DataEndRow,
  dataEndsOf,
  holdOf,
  insertDataEnd,
  isByItself,
  openDataEnd,
  openDataEnds,
  setDataEnd,
} from './data-ends.queries.ts';
import { mailTo, type OwnershipMail } from './ownership.mail.ts';

const day = 86_400_000;
const PAGE = 100;

type Told = { accountId: string; account: string; mail: OwnershipMail['mail']; when: number; path: string };
/** Every owner, each in their language. Returns how many there are: where there is nobody to be told nothing goes on. */
async function tellOwners(ctx: Ctx, tx: Db, { accountId, account, mail, when, path }: Told): Promise<number> {
  const owners = await findOwners(tx, accountId);
  for (const userId of owners) await mailTo(ctx, tx, { mail, userId, accountId, data: { account }, when, path });
  return owners.length;
}
const write = (ctx: Ctx, tx: Db, of: { accountId: string; what: string; data?: Record<string, string> }): Promise<void> =>
  record(ctx, tx, {
    action: `ownership.data-${of.what}`,
    subjectKind: 'account',
    subjectId: of.accountId,
    accountId: of.accountId,
    ...(of.data === undefined ? {} : { data: of.data }),
  });
/** Open pages of its people, and of the operator's, look again. */
async function push(ctx: Ctx, tx: Db, accountId: string): Promise<void> {
  await ctx.bus.push(tx, { topic: `account:${accountId}`, kind: 'ownership' });
  await ctx.bus.push(tx, { topic: 'operator:news', kind: 'account' });
}

/** What keeps the account from being erased as it stands now; null: nothing. With the system's eyes. */
export async function keptBy(tx: Db, of: { accountId: string; subscriptionId: string | null }): Promise<DataEndWhy | null> {
  if ((await holdOf(tx, of.accountId)) !== null) return 'hold';
  const end = await findUnpaidEnd(tx, of.accountId);
  if (end === null || (of.subscriptionId !== null && end.subscriptionId !== of.subscriptionId)) return 'plan';
  return end.kept;
}

/** Ends what was begun, with nothing erased. */
async function stop(ctx: Ctx, tx: Db, { row, why }: { row: DataEndRow; why: DataEndWhy }): Promise<void> {
  await setDataEnd(tx, row.id, { state: 'stopped', why, endedAt: new Date(ctx.now()) });
  await write(ctx, tx, { accountId: row.accountId, what: 'stopped', data: { why } });
  await push(ctx, tx, row.accountId);
}

async function close(ctx: Ctx, tx: Db, { row, account }: { row: DataEndRow; account: string }): Promise<void> {
  const { accountId } = row;
  const eraseAt = ctx.now() + ctx.config.graceDays * day;
  const closingId = newId(ctx.now());
  const at = new Date(ctx.now());
  await insertClosing(tx, {
    id: closingId,
    accountId,
    askedBy: null,
    state: 'waiting',
    createdAt: at,
    eraseAt: new Date(eraseAt),
  });
  // mails first: they are told of an account that is still open
  await tellOwners(ctx, tx, { accountId, account, mail: 'dataClosed', when: eraseAt, path: '/login' });
  await setDataEnd(tx, row.id, { state: 'closing', closedAt: at, closingId });
  await write(ctx, tx, { accountId, what: 'closed' });
  await setClosing(ctx, tx, { accountId, eraseAt });
}

type Standing = { row: DataEndRow; days: number; account: { name: string; state: string } };
async function stepWarned(ctx: Ctx, tx: Db, { row, days, account }: Standing): Promise<void> {
  const { accountId } = row;
  const why = account.state !== 'active' ? 'not_open' : days === 0 ? 'off' : await keptBy(tx, row);
  if (why !== null) return stop(ctx, tx, { row, why });
  const lastToldAt = row.lastToldAt?.getTime() ?? null;
  const step = nextStep({ now: ctx.now(), closeAt: row.closeAt.getTime(), lastToldAt });
  // a mail that stays here tells nobody anything
  if (step.act === 'wait' || !(await hasMailServer(ctx, tx))) return;
  if (step.act === 'close') return close(ctx, tx, { row, account: account.name });
  const told = { accountId, account: account.name, mail: 'dataLast', when: step.closeAt, path: '/settings?tab=data' } as const;
  if ((await tellOwners(ctx, tx, told)) === 0) return;
  await setDataEnd(tx, row.id, { lastToldAt: new Date(ctx.now()), closeAt: new Date(step.closeAt) });
  await write(ctx, tx, { accountId, what: 'warned', data: { days: String(warnDays.last) } });
  await push(ctx, tx, accountId);
}

/** Opens the account again when something was paid or bought within the grace, or it is held; follows what its owner or the erasure did. */
async function stepClosing(ctx: Ctx, tx: Db, row: DataEndRow): Promise<void> {
  const { accountId, closingId } = row;
  const state = closingId === null ? null : await closingState(tx, closingId);
  if (state === 'erased') return setDataEnd(tx, row.id, { state: 'erased', endedAt: new Date(ctx.now()) });
  if (state === 'undone') return stop(ctx, tx, { row, why: 'undone' });
  const why = await keptBy(tx, row);
  if (state !== 'waiting' || why === null) return;
  const waiting = await lockWaiting(tx, accountId);
  if (waiting === null) return;
  await setClosingRow(tx, waiting.id, { state: 'undone', endedAt: new Date(ctx.now()) });
  await stop(ctx, tx, { row, why });
  await setClosing(ctx, tx, { accountId, eraseAt: null });
}

/** The days are counted from the end of the plan, or from when something last stopped them. */
async function countedFrom(tx: Db, end: UnpaidEnd): Promise<number> {
  const stops = (await dataEndsOf(tx, end.accountId)).map((row) => row.endedAt?.getTime() ?? 0);
  return Math.max(end.endedAt.getTime(), ...stops);
}

async function begin(ctx: Ctx, tx: Db, { end, days }: { end: UnpaidEnd; days: number }): Promise<void> {
  const { accountId, subscriptionId } = end;
  const account = await holdAccount(tx, accountId);
  if (account.state !== 'active' || (await openDataEnd(tx, accountId)) !== null) return;
  if ((await keptBy(tx, { accountId, subscriptionId })) !== null) return;
  const counted = await countedFrom(tx, end);
  const now = ctx.now();
  if (now < firstWordOn(counted, days) || !(await hasMailServer(ctx, tx))) return;
  const closeAt = closeOn({ counted, days, told: now });
  const told = { accountId, account: account.name, mail: 'dataEnding', when: closeAt, path: '/settings?tab=data' } as const;
  if ((await tellOwners(ctx, tx, told)) === 0) return;
  await insertDataEnd(tx, {
    ...{ id: newId(now), accountId, subscriptionId, state: 'warned' },
    ...{ countedFrom: new Date(counted), firstToldAt: new Date(now), closeAt: new Date(closeAt) },
  });
  await write(ctx, tx, { accountId, what: 'warned', data: { days: String(warnDays.first) } });
  await push(ctx, tx, accountId);
}

/** Takes what was begun a step further. Locks the account first. */
export async function stepOf(ctx: Ctx, tx: Db, accountId: string): Promise<void> {
  const { days } = (await platformNow(ctx)).endedData;
  const account = await holdAccount(tx, accountId);
  const row = await openDataEnd(tx, accountId);
  if (row?.state === 'warned') await stepWarned(ctx, tx, { row, days, account });
  else if (row?.state === 'closing') await stepClosing(ctx, tx, row);
}

/** Looks at every account whose data may end. One that fails does not hold up the others. */
export async function endData(ctx: Ctx): Promise<void> {
  const { days } = (await platformNow(ctx)).endedData;
  const { read } = ctx.system;
  const failed: unknown[] = [];
  const take = (accountId: string, work: Promise<void>) =>
    work.catch((error: unknown) => {
      failed.push(new Error(`the data of account ${accountId} could not be looked at`, { cause: error }));
    });
  for (let after: string | null = null; ; ) {
    const rows: DataEndRow[] = await openDataEnds(read, { after, limit: PAGE });
    for (const { accountId } of rows)
      await take(
        accountId,
        ctx.system.write((tx) => stepOf(ctx, tx, accountId)),
      );
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  for (let after: string | null = null; days > 0; ) {
    const by = new Date(ctx.now() - (days - warnDays.first) * day);
    const ends: UnpaidEnd[] = await findUnpaidEnds(read, { by, after, limit: PAGE });
    for (const end of ends)
      await take(
        end.accountId,
        ctx.system.write((tx) => begin(ctx, tx, { end, days })),
      );
    const last = ends.at(-1);
    if (last === undefined) break;
    after = last.subscriptionId;
  }
  if (failed.length > 0) throw new AggregateError(failed, 'data of ended accounts could not be looked at');
}

/** Whether the erasure of a closed account may begin: not of one that is held, and of one that was closed by itself only while nothing speaks against it. */
export async function mayErase(tx: Db, of: { accountId: string; closingId: string }): Promise<boolean> {
  if ((await holdOf(tx, of.accountId)) !== null) return false;
  if (!(await isByItself(tx, of.closingId))) return true;
  return (await keptBy(tx, { accountId: of.accountId, subscriptionId: null })) === null;
}
