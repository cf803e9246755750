/** For ending accounts: whose plan ended by dunning, and whether anything was bought or paid since. Reads with the rights of the system. */
import type { Db } from '#kit/server/db/db.ts';
import { NOT_PAID } from './standing.service.ts';
import { lastUnpaid, type UnpaidEnd, unpaidEnds } from './unpaid-ends.queries.ts';

export type { UnpaidEnd } from './unpaid-ends.queries.ts';

/** Open accounts of customers, whose last plan ended unpaid by a day, that still owe for it and have neither a plan or pass nor money with us since. */
export const findUnpaidEnds = (db: Db, of: { by: Date; after: string | null; limit: number }): Promise<UnpaidEnd[]> =>
  unpaidEnds(db, { ...of, notPaid: NOT_PAID });

/** `vendor`: it sells itself. `settled`: nothing of that plan is owed any more, such as where it was credited. */
export type EndKeeps = 'vendor' | 'plan' | 'money' | 'settled';
/** The same of one account. `kept`: what speaks against its being over; null: nothing. Null: its last plan did not end that way. */
export async function findUnpaidEnd(db: Db, accountId: string): Promise<(UnpaidEnd & { kept: EndKeeps | null }) | null> {
  const found = await lastUnpaid(db, { accountId, notPaid: NOT_PAID });
  if (found === null) return null;
  const { plan, money, owed, kind, accountId: id, subscriptionId, endedAt } = found;
  const kept = kind !== 'customer' ? 'vendor' : plan ? 'plan' : money ? 'money' : owed ? null : 'settled';
  return { accountId: id, subscriptionId, endedAt, kept };
}
