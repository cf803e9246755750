/** Lines of statements for the people who manage money. */
import { notFound } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { idCursor, pageById, pageOf } from '#kit/server/db/cursor.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { moneyKeeperOf } from '#sales/billing/server/access.service.ts';
import { findClaims, findReported, searchWaitingClaims, type WaitingClaim } from '#sales/billing/server/open-claims.service.ts';
import { type bankCalls, type ClaimView, type EntryView, QUEUE_MAX } from '../bank.contract.ts';
import { isTolerable } from '../bank.rules.ts';
import {
  bookingOfPayment,
  bookingsOf,
  countOpen,
  decidedPage,
  entryById,
  openEntries,
  perhapsReturns,
  settingsOf,
} from './bank.queries.ts';
import type { EntryRow } from './bank.table.ts';
import { proposalsFor, type Proposal } from './proposals.service.ts';
import { standardSettings } from './settings.service.ts';

const claimView = (claim: WaitingClaim): ClaimView => ({
  id: claim.id,
  number: claim.number,
  accountId: claim.accountId,
  accountName: claim.names[0] ?? '',
  remaining: Number(claim.remaining),
  currency: claim.currency,
});

const undecided = (row: EntryRow): boolean => row.state === 'open' || row.state === 'out';
type Match = NonNullable<EntryView['match']>;
function matchView({ group, reason, claims, left }: Proposal, tolerance: bigint): Match {
  const last = claims.at(-1)?.remaining ?? 0n;
  return {
    group: group === 'out' ? 'none' : group,
    reason: reason === 'went_out' ? 'nobody' : reason,
    claims: claims.map(claimView),
    left: left === null ? null : Number(left),
    tolerable: left !== null && isTolerable(left, { tolerance, last }),
  };
}

/** `proposals` of those that nobody decided about. */
async function viewsOf(ctx: Ctx, rows: readonly EntryRow[], proposals: ReadonlyMap<string, Proposal>): Promise<EntryView[]> {
  const { read } = ctx.system;
  const { accountId } = moneyKeeperOf(ctx);
  const bookings = await bookingsOf(
    read,
    rows.map((row) => row.id),
  );
  const [claims, people, settings] = await Promise.all([
    findClaims(
      read,
      bookings.map((one) => one.invoiceId),
    ),
    findNames(
      read,
      rows.flatMap((row) => row.decidedBy ?? []),
    ),
    settingsOf(read, accountId),
  ]);
  const { tolerance } = settings ?? standardSettings;
  return rows.map((row) => {
    const proposal = proposals.get(row.id);
    return {
      id: row.id,
      statementId: row.statementId,
      bookedOn: row.bookedOn,
      valueOn: row.valueOn,
      amount: Number(row.amount),
      currency: row.currency,
      payerName: row.payerName,
      payerIban: row.payerIban,
      text: row.texts.join(' '),
      bankRef: row.bankRef,
      state: row.state,
      how: row.how,
      reason: row.reason,
      by: row.decidedBy === null ? null : (people.get(row.decidedBy) ?? null),
      decidedAt: row.decidedAt?.getTime() ?? null,
      match: undecided(row) && proposal !== undefined ? matchView(proposal, tolerance) : null,
      booked: bookings
        .filter((one) => one.entryId === row.id)
        .map(({ invoiceId, paymentId, amount }) => {
          const claim = claims.get(invoiceId);
          return {
            invoiceId,
            paymentId,
            number: claim?.number ?? '',
            accountName: claim?.names[0] ?? '',
            amount: Number(amount),
          };
        }),
    };
  });
}

/** One line, whatever became of it. Throws `not_found`. */
export async function entryView(ctx: Ctx, id: string): Promise<EntryView> {
  const { accountId: sellerId } = moneyKeeperOf(ctx);
  const row = await entryById(ctx.system.read, id);
  if (row === null || row.sellerId !== sellerId) throw notFound();
  const proposals = undecided(row) ? await proposalsFor(ctx.system.read, { sellerId, entries: [row] }) : new Map();
  const [view] = await viewsOf(ctx, [row], proposals);
  if (view === undefined) throw notFound();
  return view;
}

/** The line by which a payment came; none where somebody noted it by hand, or it is no payment to this seller. */
export async function lineOfPayment(ctx: Ctx, paymentId: string): Promise<ResultIn<typeof bankCalls.ofPayment>> {
  const { accountId: sellerId } = moneyKeeperOf(ctx);
  const booking = await bookingOfPayment(ctx.system.read, { sellerId, paymentId });
  return { entry: booking === null ? null : await entryView(ctx, booking.entryId) };
}

/** Most lines that went out and are looked at as returns. */
const RETURNS_MAX = 100;
/** What waits for somebody, with proposals; all of it, or what has the searched words. */
export async function queue(ctx: Ctx, query: Parsed<typeof bankCalls.queue>['query']): Promise<ResultIn<typeof bankCalls.queue>> {
  const { accountId: sellerId } = moneyKeeperOf(ctx);
  const { read } = ctx.system;
  const search = query.search ?? '';
  const entries = await openEntries(read, { sellerId, search, limit: QUEUE_MAX });
  const gone = await perhapsReturns(read, { sellerId, search, limit: RETURNS_MAX });
  const proposals = await proposalsFor(read, { sellerId, entries: [...entries, ...gone] });
  const shown = [...gone.filter((row) => proposals.get(row.id)?.group === 'back'), ...entries];
  const items = await viewsOf(ctx, shown, proposals);
  return { items, more: entries.length < QUEUE_MAX ? 0 : (await countOpen(read, { sellerId, search })) - entries.length };
}

export async function entries(
  ctx: Ctx,
  query: Parsed<typeof bankCalls.entries>['query'],
): Promise<ResultIn<typeof bankCalls.entries>> {
  const { accountId: sellerId } = moneyKeeperOf(ctx);
  const of = { sellerId, state: query.state, before: idCursor.read(query.cursor), limit: query.limit + 1 };
  const rows = await decidedPage(ctx.system.read, of);
  const { shown, next } = pageById(rows, query.limit);
  return {
    items: await viewsOf(ctx, shown, new Map()),
    next,
  };
}

export async function claims(
  ctx: Ctx,
  query: Parsed<typeof bankCalls.claims>['query'],
): Promise<ResultIn<typeof bankCalls.claims>> {
  const { accountId: sellerId } = moneyKeeperOf(ctx);
  return { items: (await searchWaitingClaims(ctx.system.read, { sellerId, ...query })).map(claimView) };
}

/** Transfers that customers say they made. */
export async function reported(
  ctx: Ctx,
  query: Parsed<typeof bankCalls.reported>['query'],
): Promise<ResultIn<typeof bankCalls.reported>> {
  moneyKeeperOf(ctx);
  const rows = await findReported(ctx, { after: idCursor.read(query.cursor), limit: query.limit + 1 });
  const { shown, next } = pageOf(rows, query.limit, (last) => idCursor.write(last.paymentId));
  return {
    items: shown.map(({ paymentId, claim, amount, note, proof, at }) => ({
      paymentId,
      invoiceId: claim.id,
      number: claim.number,
      accountName: claim.names[0] ?? '',
      amount: Number(amount),
      currency: claim.currency,
      remaining: Number(claim.remaining),
      note,
      proof,
      at,
    })),
    next,
  };
}
