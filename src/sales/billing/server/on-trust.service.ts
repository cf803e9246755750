/** Whether a first period runs on trust still. */
import type { Db } from '#kit/server/db/db.ts';
import { reopenedOn } from '../dunning.rules.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { invoiceOfPeriod } from './invoices.queries.ts';

/** Its claim was never paid: no other period is asked for, and none begins. */
export async function isOnTrust(db: Db, row: Pick<SubscriptionRow, 'id' | 'periodStart' | 'periodNumber'>): Promise<boolean> {
  // only a first one; what was made longer counts as the one before it
  if (row.periodNumber > 0) return false;
  const claim = await invoiceOfPeriod(db, { subscriptionId: row.id, startsAt: row.periodStart });
  return claim?.cause === 'start' && claim.state === 'open' && reopenedOn(claim.dunned) === null;
}
