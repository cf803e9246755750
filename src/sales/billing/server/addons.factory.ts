/** Add-ons and event passes on sale, for tests. Amounts are minor units. */
import { sql } from 'drizzle-orm';
import type { Entitlements } from '#core/accounts/accounts.rules.ts';
import type { FactoryWorld } from '#core/accounts/server/accounts.factory.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import type { Shop } from './billing.factory.ts';

type Wide = FactoryWorld & { ctx(): Ctx };
type Given = {
  name?: string;
  currency?: string;
  setupFee?: bigint;
  inclusive?: boolean;
  visibility?: 'public' | 'private' | 'archived';
  entitlements?: Partial<Entitlements>;
  sellerId?: string;
};
type Put = Given & { kind: 'addon' | 'pass'; hours: number | null; prices: readonly (readonly [string, bigint])[] };

async function put(place: Wide, shop: Shop, given: Put): Promise<string> {
  const id = newId();
  const { kind, hours, currency = 'EUR', setupFee = 0n, inclusive = false, visibility = 'public' } = given;
  const entitlements = JSON.stringify(given.entitlements ?? { peopleAtOnce: 300 });
  await place.ctx().system.write(async (tx) => {
    await tx.execute(sql`insert into plans (id, seller_id, kind, code, name, visibility, position, version, created_at)
      values (${id}, ${given.sellerId ?? shop.operator.accountId}, ${kind}, ${`${kind}-${id.slice(-12)}`}, ${given.name ?? kind}, ${visibility}, 2, 1, now())`);
    await tx.execute(
      sql`insert into plan_versions (plan_id, version, entitlements, hours, created_at) values (${id}, 1, ${entitlements}::jsonb, ${hours}, now())`,
    );
    for (const [period, amount] of given.prices)
      await tx.execute(sql`insert into plan_prices (plan_id, version, currency, period, amount, setup_fee, inclusive)
        values (${id}, 1, ${currency}, ${period}, ${amount}, ${setupFee}, ${inclusive})`);
  });
  return id;
}

/** A year costs ten months. Returns its id. */
export const buildAddon = (
  place: Wide,
  shop: Shop,
  { month = 1000n, ...given }: Given & { month?: bigint } = {},
): Promise<string> =>
  put(place, shop, {
    ...given,
    kind: 'addon',
    hours: null,
    prices: [
      ['month', month],
      ['year', month * 10n],
    ],
  });

/** Two days by default. Returns its id. */
export const buildPass = (
  place: Wide,
  shop: Shop,
  { once = 4900n, hours = 48, ...given }: Given & { once?: bigint; hours?: number } = {},
): Promise<string> => put(place, shop, { ...given, kind: 'pass', hours, prices: [['once', once]] });
