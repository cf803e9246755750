/** Lines of statements become payments: by hand, or by themselves once enough exact ones were confirmed. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { moneyKeeperOf } from '#sales/billing/server/access.service.ts';
import { bookArrival, freeClaims, giveCharges, lockClaims } from '#sales/billing/server/transfer-booking.service.ts';
import { type bankCalls, type EntryView, QUEUE_MAX } from '../bank.contract.ts';
import { isTolerable, missingOf, sharesOf } from '../bank.rules.ts';
import {
  changeEntry,
  countAgreed,
  type EntryChange,
  entryById,
  insertBookings,
  lockEntry,
  openEntries,
  settingsOf,
} from './bank.queries.ts';
import type { BookingRow, EntryRow } from './bank.table.ts';
import { proposalsFor, type Proposal } from './proposals.service.ts';
import { entryView } from './queue.service.ts';
import { standardSettings } from './settings.service.ts';

/** Books by itself what may be. */
export const BOOK_JOB = 'bank.book';

type Putting = {
  sellerId: string;
  entryId: string;
  invoiceIds: readonly string[];
  missing: 'open' | 'charges';
  how: 'hand' | 'auto';
  agreed: boolean;
  /** Only when it pays all of them exactly. */
  exact?: true;
};

/** The line and its claims as they are now, locked: lines before claims, like everybody here. */
async function locked(tx: Db, { sellerId, entryId, invoiceIds }: Putting) {
  const entry = await lockEntry(tx, entryId);
  if (entry === null || entry.sellerId !== sellerId) throw notFound();
  if (entry.state !== 'open' || entry.amount <= 0n) throw new Failure('wrong_state');
  const claims = await lockClaims(tx, { sellerId, ids: invoiceIds });
  if (claims.some((one) => one.currency !== entry.currency)) throw new Failure('other_currency');
  return { entry, claims };
}
type Locked = Awaited<ReturnType<typeof locked>>;

async function mustTolerate(ctx: Ctx, tx: Db, { entry, claims }: Locked): Promise<void> {
  const missing = missingOf(entry.amount, claims);
  const last = claims.at(-1);
  const { tolerance } = (await settingsOf(tx, entry.sellerId)) ?? standardSettings;
  if (last === undefined || !isTolerable(missing, { tolerance, last: last.remaining })) throw new Failure('not_tolerable');
  await giveCharges(ctx, tx, { row: last, amount: missing });
}

const arrivalOf = (entry: EntryRow, { amount, at }: { amount: bigint; at: number }) => ({
  amount,
  valueDate: entry.valueOn ?? entry.bookedOn,
  bankRef: (entry.bankRef ?? entry.endToEnd ?? '').slice(0, 140),
  note: entry.texts.join(' ').slice(0, 500),
  ref: `${entry.print}/${at}`,
  payerIban: entry.payerIban,
  manual: null,
});

/** Puts a line on claims, all or none. Throws `wrong_state`, `other_currency`, `not_tolerable`, `payment_undecided`, `not_found`. */
async function put(ctx: Ctx, tx: Db, putting: Putting): Promise<void> {
  const { entry, claims } = await locked(tx, putting);
  const shares = sharesOf(
    entry.amount,
    claims.map(({ id, state, remaining }) => ({ id, remaining: state === 'void' ? 0n : remaining })),
  );
  if (shares === null) throw new Failure('wrong_state');
  if (putting.exact === true && claims.reduce((sum, one) => sum + one.remaining, 0n) !== entry.amount)
    throw new Failure('wrong_state');
  if (putting.missing === 'charges') await mustTolerate(ctx, tx, { entry, claims });
  const bookings: BookingRow[] = [];
  for (const [position, { id, amount }] of shares.entries()) {
    const row = claims.find((one) => one.id === id);
    if (row === undefined) throw new Failure('wrong_state');
    const paymentId = await bookArrival(ctx, tx, { row, arrival: arrivalOf(entry, { amount, at: position }) });
    const { sellerId, accountId: payerId } = row;
    bookings.push({ entryId: entry.id, position, sellerId, invoiceId: id, paymentId, payerId, amount });
  }
  await insertBookings(tx, bookings);
  await changeEntry(tx, entry.id, {
    state: 'booked',
    how: putting.how,
    agreed: putting.agreed,
    decidedBy: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
    decidedAt: new Date(ctx.now()),
  });
  await ctx.bus.push(tx, { topic: 'operator:news', kind: 'billing' });
}

async function ownEntry(ctx: Ctx, id: string): Promise<EntryRow> {
  const { accountId } = moneyKeeperOf(ctx);
  const row = await entryById(ctx.system.read, id);
  if (row === null || row.sellerId !== accountId) throw notFound();
  return row;
}
const isAgreed = (proposal: Proposal | undefined, invoiceIds: readonly string[]): boolean =>
  proposal?.group === 'sure' &&
  proposal.claims.length === invoiceIds.length &&
  proposal.claims.every((claim) => invoiceIds.includes(claim.id));

/** A person says what a line is for. */
export async function book(
  ctx: Ctx,
  { id, body }: { id: string; body: Parsed<typeof bankCalls.book>['body'] },
): Promise<EntryView> {
  const entry = await ownEntry(ctx, id);
  const { sellerId } = entry;
  const { invoiceIds, missing } = body;
  const proposal = (await proposalsFor(ctx.system.read, { sellerId, entries: [entry] })).get(id);
  const agreed = missing === 'open' && isAgreed(proposal, invoiceIds);
  await freeClaims(ctx, { sellerId, ids: invoiceIds });
  await ctx.system.write((tx) => put(ctx, tx, { sellerId, entryId: id, invoiceIds, missing, how: 'hand', agreed }));
  return entryView(ctx, id);
}

/** What may have changed between the look and the lock, and is then nobody's fault. */
const stale: readonly string[] = ['wrong_state', 'payment_undecided', 'other_currency', 'not_found'];
type Sure = { sellerId: string; how: 'hand' | 'auto'; entries: readonly EntryRow[]; only?: ReadonlySet<string> };
/** Books what is sure, each line in a transaction of its own; returns how many. */
async function putSure(ctx: Ctx, { sellerId, how, entries, only }: Sure): Promise<number> {
  const proposals = await proposalsFor(ctx.system.read, { sellerId, entries });
  let booked = 0;
  for (const [entryId, { group, claims }] of proposals) {
    if (group !== 'sure' || only?.has(entryId) === false) continue;
    const invoiceIds = claims.map((claim) => claim.id);
    const putting = { sellerId, entryId, invoiceIds, missing: 'open', how, agreed: true, exact: true } as const;
    await freeClaims(ctx, { sellerId, ids: invoiceIds });
    const went = await ctx.system
      .write((tx) => put(ctx, tx, putting))
      .then(
        () => true,
        (error: unknown) => {
          if (error instanceof Failure && stale.includes(error.code)) return false;
          throw error;
        },
      );
    booked += went ? 1 : 0;
  }
  return booked;
}

/** Somebody confirms what is sure, all at once. */
export async function bookSure(ctx: Ctx, ids: readonly string[]): Promise<ResultIn<typeof bankCalls.bookSure>> {
  const { accountId: sellerId } = moneyKeeperOf(ctx);
  // the others too: a line may only be sure because another one is not for the same invoice
  const entries = await openEntries(ctx.system.read, { sellerId, limit: QUEUE_MAX });
  const only = new Set(ids);
  const booked = await putSure(ctx, { sellerId, how: 'hand', entries, only });
  return { booked, left: only.size - booked };
}

/** Lines that are looked at together. */
const LINES = 2000;
/** Books by itself, when enough exact proposals were confirmed by a person. Lines that nobody decides about hold up no later one. */
export async function bookByItself(ctx: Ctx, { sellerId, limit = LINES }: { sellerId: string; limit?: number }): Promise<void> {
  const { read } = ctx.system;
  const { autoAfter } = (await settingsOf(read, sellerId)) ?? standardSettings;
  if (autoAfter === null || (await countAgreed(read, sellerId)) < autoAfter) return;
  for (let after: EntryRow | null = null, left = true; left; ) {
    const entries: EntryRow[] = await openEntries(read, { sellerId, after, limit });
    await putSure(ctx, { sellerId, how: 'auto', entries });
    after = entries.at(-1) ?? null;
    left = entries.length === limit;
  }
}

type Deciding = { id: string; from: readonly EntryRow['state'][]; change?: EntryChange; action: string };
async function decide(ctx: Ctx, { id, from, change, action }: Deciding): Promise<EntryView> {
  const { accountId } = moneyKeeperOf(ctx);
  await ctx.system.write(async (tx) => {
    const row = await lockEntry(tx, id);
    if (row === null || row.sellerId !== accountId) throw notFound();
    if (!from.includes(row.state)) throw new Failure('wrong_state');
    const back = {
      state: row.amount > 0n ? ('open' as const) : ('out' as const),
      reason: null,
      decidedBy: null,
      decidedAt: null,
    };
    await changeEntry(tx, id, change ?? back);
    await record(ctx, tx, { action: `bank.${action}`, subjectKind: 'bank-entry', subjectId: id });
    await ctx.bus.push(tx, { topic: 'operator:news', kind: 'billing' });
  });
  return entryView(ctx, id);
}
/** Leaves a line aside. Throws `wrong_state` when it is decided already. */
export const ignore = (ctx: Ctx, { id, reason }: { id: string; reason: string }): Promise<EntryView> => {
  const { userId } = moneyKeeperOf(ctx);
  const change = { state: 'ignored' as const, reason, decidedBy: userId, decidedAt: new Date(ctx.now()) };
  return decide(ctx, { id, from: ['open', 'out'], change, action: 'line-ignored' });
};
/** Takes that back. Throws `wrong_state`. */
export const reopen = (ctx: Ctx, id: string): Promise<EntryView> =>
  decide(ctx, { id, from: ['ignored'], action: 'line-reopened' });
