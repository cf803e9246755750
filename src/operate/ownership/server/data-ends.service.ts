/**
 * What an account left behind whose last plan ended because nobody paid: its owners get two notices, then it is closed, and the grace and
 * the erasure of every closed account follow (decision 22). Every step is decided again under the account's lock, so that a purchase or
 * payment meanwhile stops it, and two processes do it once.
 */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { findOwners, holdAccount } from '#core/accounts/server/accounts.service.ts';
import { setClosing } from '#core/accounts/server/closing.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { hasMailServer, platformNow } from '#core/platform/server/platform.service.ts';
import { findUnpaidEnds, type UnpaidEnd } from '#sales/billing/server/unpaid-ends.service.ts';
import { closeOn, closesOn, type DataEndWhy, firstWordOn, nextStep, type ToldTimes, warnDays } from '../data-ends.rules.ts';
import { insertClosing, lockOpenClosing, setClosingRow } from './closing.queries.ts';
import { countedFrom, keptBy, stopsNow } from './data-ends-kept.service.ts';
import {
  closingState,
  type DataEndRow,
  heardAt,
  insertDataEnd,
  openDataEnd,
  openDataEnds,
  setDataEnd,
} from './data-ends.queries.ts';
import { mailTo, type OwnershipMail } from './ownership.mail.ts';

const day = 86_400_000;
const PAGE = 100;

type DataEndMail = { accountId: string; account: string; mail: OwnershipMail['mail']; when: number; path: string; about: string };
/** Every owner who can be written to, each in their language. Returns how many they are. */
async function tellOwners(ctx: Ctx, tx: Db, { account, ...telling }: DataEndMail): Promise<number> {
  let written = 0;
  for (const userId of await findOwners(tx, telling.accountId))
    if ((await mailTo(ctx, tx, { ...telling, userId, data: { account } })) === 'written') written += 1;
  return written;
}
const words = { first: 'dataEnding', last: 'dataLast' } as const;
type ClosingMail = { id: string; accountId: string; account: string; word: keyof typeof words; closeAt: number };
/** Writes a word. Where it can be written to nobody it is tried again all the same: an owner may be back by then. */
async function tell(ctx: Ctx, tx: Db, { id, accountId, account, word, closeAt }: ClosingMail): Promise<void> {
  const telling = { accountId, account, when: closeAt, path: '/settings?tab=data', about: id };
  if ((await tellOwners(ctx, tx, { ...telling, mail: words[word] })) > 0)
    await write(ctx, tx, { accountId, what: 'warned', data: { days: String(warnDays[word]) } });
  await push(ctx, tx, accountId);
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
  // mails first: they are written for an account that is still open
  await tellOwners(ctx, tx, { accountId, account, mail: 'dataClosed', when: eraseAt, path: '/login', about: row.id });
  await setDataEnd(tx, row.id, { state: 'closing', closedAt: at, closingId });
  await write(ctx, tx, { accountId, what: 'closed' });
  await setClosing(ctx, tx, { accountId, eraseAt });
}

const timeOf = (at: Date | null): number | null => at?.getTime() ?? null;
export const toldOf = (row: DataEndRow): ToldTimes => ({
  firstToldAt: row.firstToldAt.getTime(),
  firstHeardAt: timeOf(row.firstHeardAt),
  lastToldAt: timeOf(row.lastToldAt),
  lastHeardAt: timeOf(row.lastHeardAt),
  triedAt: row.triedAt.getTime(),
});
/** Notes which words a mail server has taken since: their mails are thrown away one day. */
async function listen(tx: Db, row: DataEndRow): Promise<DataEndRow> {
  const { id } = row;
  const heard = async (word: keyof typeof words, known: Date | null) => {
    const at = known === null ? await heardAt(tx, { id, template: `ownership.${words[word]}` }) : null;
    return at === null ? known : new Date(at);
  };
  const firstHeardAt = await heard('first', row.firstHeardAt);
  const lastHeardAt = row.lastToldAt === null ? null : await heard('last', row.lastHeardAt);
  const isNews = timeOf(firstHeardAt) !== timeOf(row.firstHeardAt) || timeOf(lastHeardAt) !== timeOf(row.lastHeardAt);
  if (isNews) await setDataEnd(tx, id, { firstHeardAt, lastHeardAt });
  return { ...row, firstHeardAt, lastHeardAt };
}

type DataEndStanding = { row: DataEndRow; days: number; account: { name: string; state: string } };
async function stepWarned(ctx: Ctx, tx: Db, { row: before, days, account }: DataEndStanding): Promise<void> {
  const { id, accountId } = before;
  const why = account.state !== 'active' ? 'not_open' : await stopsNow(ctx, tx, before);
  if (why !== null) return stop(ctx, tx, { row: before, why });
  const row = await listen(tx, before);
  const now = ctx.now();
  const told = toldOf(row);
  const closeAt = closesOn({ closeAt: row.closeAt.getTime(), counted: row.countedFrom.getTime(), days, told });
  const step = nextStep({ now, closeAt, told });
  // a mail that stays here tells nobody anything
  const isMute = step.act === 'wait' || !(await hasMailServer(ctx, tx));
  if (!isMute && step.act === 'close') return close(ctx, tx, { row, account: account.name });
  const said = isMute || step.act !== 'tell' ? null : step;
  const next = said?.closeAt ?? closeAt;
  if (next !== row.closeAt.getTime()) await setDataEnd(tx, id, { closeAt: new Date(next) });
  if (said === null) return;
  const lastToldAt = said.word === 'last' && row.lastToldAt === null ? new Date(now) : row.lastToldAt;
  await setDataEnd(tx, id, { triedAt: new Date(now), lastToldAt });
  await tell(ctx, tx, { id, accountId, account: account.name, word: said.word, closeAt: next });
}

/**
 * Opens the account again when anything speaks for it within the grace, and as long as its erasure waits for servers, when only recordings are
 * gone; follows what its owner or the erasure did.
 */
async function stepClosing(ctx: Ctx, tx: Db, row: DataEndRow): Promise<void> {
  const { accountId, closingId } = row;
  const state = closingId === null ? null : await closingState(tx, closingId);
  if (state === 'erased') return setDataEnd(tx, row.id, { state: 'erased', endedAt: new Date(ctx.now()) });
  if (state === 'undone') return stop(ctx, tx, { row, why: 'undone' });
  const why = await stopsNow(ctx, tx, row);
  if (why === null) return;
  const open = await lockOpenClosing(tx, accountId);
  if (open === null) return;
  await setClosingRow(tx, open.id, { state: 'undone', endedAt: new Date(ctx.now()) });
  await stop(ctx, tx, { row, why });
  await setClosing(ctx, tx, { accountId, eraseAt: null });
}

async function begin(ctx: Ctx, tx: Db, { end, days }: { end: UnpaidEnd; days: number }): Promise<void> {
  const { accountId, subscriptionId } = end;
  const account = await holdAccount(tx, accountId);
  if (account.state !== 'active' || (await openDataEnd(tx, accountId)) !== null) return;
  if ((await keptBy(ctx, tx, { accountId, subscriptionId })) !== null) return;
  const counted = await countedFrom(ctx, tx, end);
  const now = ctx.now();
  if (now < firstWordOn(counted, days) || !(await hasMailServer(ctx, tx))) return;
  const closeAt = closeOn({ counted, days, told: now });
  const id = newId(now);
  await insertDataEnd(tx, {
    ...{ id, accountId, subscriptionId, state: 'warned' },
    ...{ countedFrom: new Date(counted), firstToldAt: new Date(now), triedAt: new Date(now), closeAt: new Date(closeAt) },
  });
  await tell(ctx, tx, { id, accountId, account: account.name, word: 'first', closeAt });
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
