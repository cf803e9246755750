/** Months of vendors that cannot be settled yet: kept with the reason, with one notice to those who can act on it. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { recordAll } from '#core/audit/server/audit.service.ts';
import { findAccountNames, findOwners } from '#core/accounts/server/accounts.service.ts';
import { notify } from '#core/outbox/server/notices.service.ts';
import type { WaitView } from '../resale.contract.ts';
import type { WaitReason } from '../resale.rules.ts';
import type { WaitRow } from './resale.table.ts';
import { dropWait, putWait, waitsOf } from './waits.queries.ts';

export type Wait = { currency: string; reason: WaitReason };
type WaitingMonth = Pick<WaitRow, 'kind' | 'month'> & { vendorId: string; operatorId: string };

async function tell(
  ctx: Ctx,
  tx: Db,
  { vendorId, operatorId, kind, month, currency, reason }: WaitingMonth & Wait,
): Promise<void> {
  const deed = { action: 'resale.month-waits', subjectKind: 'account', subjectId: vendorId };
  const data = { kind, month, currency, reason };
  await recordAll(
    ctx,
    tx,
    [vendorId, operatorId].map((accountId) => ({ ...deed, accountId, data })),
  );
  const name = (await findAccountNames(tx, [vendorId])).get(vendorId) ?? '';
  const link = `/vendors/edit-vendor/${vendorId}?tab=months`;
  for (const userId of await findOwners(tx, operatorId))
    await notify(ctx, tx, { userId, accountId: operatorId, kind: 'vendorMonthWaits', data: { ...data, name }, link });
  await ctx.bus.push(tx, { topic: 'operator:news', kind: 'billing' });
}

/** Of a locked vendor: all that waits of one kind now. What waits no longer is deleted; what waits as before sends no second notice. */
export async function keepWaits(ctx: Ctx, tx: Db, { waits, ...of }: WaitingMonth & { waits: readonly Wait[] }): Promise<void> {
  const { vendorId: accountId, kind, month } = of;
  const known = (await waitsOf(tx, accountId)).filter((one) => one.kind === kind);
  for (const one of known) if (!waits.some(({ currency }) => currency === one.currency)) await dropWait(tx, one);
  for (const { currency, reason } of waits) {
    if (known.some((one) => one.currency === currency && one.reason === reason && one.month === month)) continue;
    await putWait(tx, { accountId, kind, currency, month, reason, since: new Date(ctx.now()) });
    await tell(ctx, tx, { ...of, currency, reason });
  }
}

/** For both sides. */
export const waitViews = async (db: Db, vendorId: string): Promise<WaitView[]> =>
  (await waitsOf(db, vendorId)).map(({ kind, month, currency, reason, since }) => ({
    ...{ kind, month, currency, reason },
    since: since.getTime(),
  }));
