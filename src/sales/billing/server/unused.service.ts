/** The unused part of a subscription's claims, for ending or withdrawing it. */
import { portion } from '#kit/money.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { type CreditChoice, creditLines } from '../credit.rules.ts';
import { leftOf } from '../proration.rules.ts';
import { isByLine, shareLeft, timeOf, unusedAmount } from '../unused.rules.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { creditable } from './credit-notes.service.ts';
import { creditableOf } from './credit-parts.service.ts';
import { creditNotesOf, linesOf, taxesOf } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { changeNotesOf } from './resold.queries.ts';
import { periodsOf } from './subscriptions.queries.ts';

/** With tax, in minor units. `lines`: of which it is made, where it is not a part of each alike. */
export type Unused = { amount: bigint; lines?: readonly CreditChoice[] };
type Ended = Pick<SubscriptionRow, 'id' | 'givesBack' | 'anchorZone'>;
type EndedClaim = { row: Ended; invoice: InvoiceRow; now: number };

/** Minor units that two roundings of the same price may differ by. */
const CRUMBS = 2n;

/** The unused part of what changes gave back of the claim already by notes of their own, or are about to. */
async function givenByChange(db: Db, { row, invoice, now }: EndedClaim, end: number): Promise<bigint> {
  const notes = (await creditNotesOf(db, invoice.id)).filter((one) => one.reason === 'change');
  const given = [
    ...notes.map((one) => ({ amount: one.total, by: one.createdAt.getTime() })),
    ...row.givesBack.filter((one) => one.invoiceId === invoice.id).map((one) => ({ amount: BigInt(one.amount), by: now })),
  ];
  if (given.length === 0) return 0n;
  const changes = (await changeNotesOf(db, [row.id])).map((one) => Number(one.data?.['at'] ?? Number.NaN));
  return given.reduce((sum, { amount, by }) => {
    const at = Math.max(...changes.filter((one) => one <= by), 0);
    if (at === 0 || now >= end) return sum;
    const { left, total } = leftOf({ start: at, end }, Math.max(now, at));
    return sum + portion(amount, left, total);
  }, 0n);
}

/** What of a claim was not used by `now`, in epoch milliseconds; never more than no credit note gave back yet. */
export async function unusedOf(db: Db, of: EndedClaim): Promise<Unused> {
  const { row, invoice, now } = of;
  const left = await creditableOf(db, invoice);
  if (left === null) return { amount: 0n };
  const most = left.groups.reduce((sum, one) => sum + one.base + one.tax, 0n);
  const periods = await periodsOf(db, row.id);
  // what never began was not used at all
  if (periods.length === 0) return { amount: most };
  const period = periods.find((one) => one.invoiceId === invoice.id);
  const begun = period === undefined ? null : { start: period.startsAt.getTime(), end: period.endsAt.getTime() };
  const lines = (await linesOf(db, invoice.id)).map((line) => {
    const span = timeOf(line, { begun, zone: row.anchorZone });
    return { ...line, span, share: shareLeft({ kind: line.kind, span }, now) };
  });
  const whole = unusedAmount(lines, await taxesOf(db, invoice.id));
  const end = Math.max(...lines.map((line) => line.span?.end ?? 0));
  const given = await givenByChange(db, of, end);
  const part = given > 0n && whole - given <= CRUMBS ? 0n : whole - given;
  const amount = part < 0n ? 0n : part < most ? part : most;
  if (amount === 0n || given > 0n || !isByLine(lines)) return { amount };
  const choices = lines.flatMap(({ position, share }): CreditChoice[] => {
    const known = left.lines.find((one) => one.position === position);
    const asked = known === undefined ? 0n : portion(known.whole, share.left, share.total);
    return known === undefined || asked === 0n || known.left === 0n
      ? []
      : [{ position, amount: asked < known.left ? asked : known.left }];
  });
  const credited = creditLines(left, choices);
  return credited === null ? { amount } : { amount: credited.total, lines: choices };
}

/** Whether the time that a claim is for has begun: used time is owed, no matter who ends it. */
async function isBegun(ctx: Ctx, db: Db, { id, invoice }: { id: string; invoice: InvoiceRow }): Promise<boolean> {
  const start = invoice.periodStart ?? (await periodsOf(db, id)).find((one) => one.invoiceId === invoice.id)?.startsAt;
  return start !== undefined && start.getTime() < ctx.now();
}

/** Of an open claim: whether nobody has to pay it, or only for the used time. */
export const isDropped = async (ctx: Ctx, db: Db, { id, invoice, amount }: { id: string; invoice: InvoiceRow; amount: bigint }) =>
  invoice.state === 'open' &&
  (amount >= (await creditable(db, invoice)) || (amount > 0n && !(await isBegun(ctx, db, { id, invoice }))));
