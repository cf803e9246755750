/** Who may try a plan for nothing (business rules §6, row 25): one trial for each account, each mailbox and each card. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import { hmacHex } from '#kit/server/secrets.ts';
import type { Sold } from '#sales/plans/server/sold.service.ts';
import { anyMark, insertMarks, type Mark } from './migrate-version.queries.ts';
import { methodsOf } from './parties.queries.ts';
import { hadPlan } from './subscriptions.queries.ts';

/** One mailbox, however it is written: capitals and what stands behind a plus lead to the same. */
export function mailboxOf(email: string): string {
  const [name = '', host = ''] = email.trim().toLowerCase().split('@');
  return `${name.split('+')[0]}@${host}`;
}

type Trying = { accountId: string; sellerId: string; email: string };
/** What the account is known by. Digests under every master key, the newest first, so that a rotation frees nobody. */
async function marksOf(ctx: Ctx, db: Db, { accountId, email }: Trying): Promise<Mark[][]> {
  const cards = (await methodsOf(db, accountId)).flatMap((one) => (one.fingerprint === null ? [] : [one.fingerprint]));
  return ctx.secrets
    .deriveAll('billing.trials')
    .map(({ key }) => [
      { kind: 'mail' as const, mark: hmacHex(key, `mail ${mailboxOf(email)}`) },
      ...[...new Set(cards)].map((print) => ({ kind: 'card' as const, mark: hmacHex(key, `card ${print}`) })),
    ]);
}

/** `all`: sees every trial; `own`: the account's data. */
export async function mayTry(ctx: Ctx, eyes: { all: Db; own: Db }, of: Trying): Promise<boolean> {
  if (await hadPlan(eyes.own, of.accountId)) return false;
  const marks = (await marksOf(ctx, eyes.own, of)).flat();
  return !(await anyMark(eyes.all, { sellerId: of.sellerId, marks }));
}

/** By whose clocks a trial ends: those of the account. */
export const zoneOf = async (db: Db, accountId: string): Promise<string> =>
  (await findStanding(db, accountId))?.timeZone ?? 'UTC';

/** Remembers the account as one that had its first plan. False: the same card or mailbox had one, or has one at the same moment. */
export async function markOnce(ctx: Ctx, tx: Db, of: Trying): Promise<boolean> {
  const [marks = []] = await marksOf(ctx, tx, of);
  return insertMarks(tx, { sellerId: of.sellerId, marks, at: new Date(ctx.now()) });
}

/**
 * Begins a trial as far as it concerns who may. Throws `method_needed` where the plan wants a card first, and `quote_expired` when the same card or
 * mailbox began one at the same moment: the price is another one then.
 */
export async function takeTrial(ctx: Ctx, tx: Db, of: Trying & { sold: Sold; by: 'card' | 'transfer' }): Promise<void> {
  const cards = await methodsOf(tx, of.accountId);
  if (of.sold.version.trialNeedsMethod && (of.by !== 'card' || cards.length === 0)) throw new Failure('method_needed');
  if (!(await markOnce(ctx, tx, of))) throw new Failure('quote_expired');
}
