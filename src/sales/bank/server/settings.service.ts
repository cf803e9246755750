/** What the program may book by itself. */
import { Failure } from '#kit/errors.ts';
import type { Parsed } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { moneyKeeperOf } from '#sales/billing/server/access.service.ts';
import { findSellerCurrency } from '#sales/billing/server/seller-facts.service.ts';
import type { bankCalls, SettingsView } from '../bank.contract.ts';
import { countAgreed, putSettings, settingsOf } from './bank.queries.ts';

/** Of a seller who never said anything else. */
export const standardSettings = { autoAfter: 10, tolerance: 0n, revision: 0 } as const;

export async function settings(ctx: Ctx): Promise<SettingsView> {
  const { accountId: sellerId } = moneyKeeperOf(ctx);
  const { read } = ctx.system;
  const { autoAfter, tolerance, revision } = (await settingsOf(read, sellerId)) ?? standardSettings;
  return {
    autoAfter,
    tolerance: Number(tolerance),
    revision,
    confirmed: await countAgreed(read, sellerId),
    currency: await findSellerCurrency(read, sellerId),
  };
}

/** Throws `changed_meanwhile`. */
export async function saveSettings(ctx: Ctx, body: Parsed<typeof bankCalls.saveSettings>['body']): Promise<SettingsView> {
  const { accountId: sellerId } = moneyKeeperOf(ctx);
  await ctx.system.write(async (tx) => {
    const { autoAfter, tolerance, revision } = body;
    const row = { sellerId, autoAfter, tolerance: BigInt(tolerance), revision, changedAt: new Date(ctx.now()) };
    if (!(await putSettings(tx, row))) throw new Failure('changed_meanwhile');
    await record(ctx, tx, {
      action: 'bank.settings-changed',
      subjectKind: 'account',
      subjectId: sellerId,
      data: { autoAfter: autoAfter ?? -1, tolerance },
    });
  });
  return settings(ctx);
}
