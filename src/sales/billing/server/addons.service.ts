/** Add-ons of a subscription: what is wished for and what is held, as the catalogue sells it, and what they allow together with the plan. */
import { Failure } from '#kit/errors.ts';
import type { Db } from '#kit/server/db/db.ts';
import { type Entitlements, raisedBy } from '#core/accounts/accounts.rules.ts';
import { mostOf } from '#sales/plans/plans.rules.ts';
import { allowedBy, findSold, isOnSale, nameFor, type Sold } from '#sales/plans/server/sold.service.ts';
import type { AddonView, AddonWish } from '../addons.contract.ts';
import type { HeldAddon, SubscriptionRow } from './billing.table.ts';

export type AddonSold = { sold: Sold; quantity: number };
type At = { currency: string; period: 'month' | 'year' | 'once' };

export const addonHeld = ({ sold, quantity }: AddonSold): HeldAddon => ({
  planId: sold.plan.id,
  version: sold.version.version,
  quantity,
});

/** What is held, at the prices that it was bought for. */
export async function addonsSold(db: Db, held: readonly HeldAddon[], at: At): Promise<AddonSold[]> {
  const found: AddonSold[] = [];
  // one after the other: a transaction has one connection
  for (const { quantity, ...key } of held) {
    const sold = await findSold(db, { ...key, currency: at.currency, period: at.period });
    if (sold === null) throw new Error(`the add-on ${key.planId} is not sold any more`);
    found.push({ sold, quantity });
  }
  return found;
}

/** `by`: the seller itself gives also what it does not offer to everybody. */
export type Wished = {
  addons: readonly AddonWish[];
  held: readonly HeldAddon[];
  plan: Sold;
  code: string | undefined;
  by?: 'seller';
};
/**
 * What is wished for with a plan. What is held stays the version that it is; any other has to be on sale, by the plan's seller, in the plan's
 * currency and rhythm, with tax in its price or not as in the plan's. Throws `offer_gone`, `addon_refused` with the most of it that there may be.
 */
export async function addonsWished(db: Db, { addons, held, plan, code, by }: Wished): Promise<AddonSold[]> {
  const { currency, period, inclusive } = plan.price;
  const found: AddonSold[] = [];
  for (const { planId, quantity } of addons) {
    const own = held.find((one) => one.planId === planId);
    const sold = await findSold(db, { planId, version: own?.version ?? null, currency, period });
    const known = sold !== null && sold.plan.kind === 'addon' && sold.plan.sellerId === plan.plan.sellerId;
    if (!known || sold.price.inclusive !== inclusive || !(own !== undefined || by === 'seller' || isOnSale(sold, code)))
      throw new Failure('offer_gone', { fields: { 'body.addons': 'offer_gone' } });
    const most = mostOf(sold.version.entitlements);
    if (quantity > most) throw new Failure('addon_refused', { data: { most }, fields: { 'body.addons': 'addon_refused' } });
    found.push({ sold, quantity });
  }
  return found;
}

/** What a plan with its seats and add-ons allows. */
export const allowedWith = (plan: Pick<Sold, 'version'>, seats: number, addons: readonly AddonSold[]): Partial<Entitlements> =>
  addons.reduce((held, one) => raisedBy(held, one.sold.version.entitlements, one.quantity), allowedBy(plan, seats));

/** What they cost together in a period, as the prices are. */
export const addonsFull = (addons: readonly AddonSold[]): bigint =>
  addons.reduce((sum, { sold, quantity }) => sum + sold.price.amount * BigInt(quantity), 0n);

/** Whether two of them are the same, in any order. */
export const sameAddons = (one: readonly AddonWish[], other: readonly AddonWish[]): boolean =>
  one.length === other.length &&
  one.every((each) => other.some((found) => found.planId === each.planId && found.quantity === each.quantity));

/** Add-ons as a note keeps them, and read again; what is no such text is none. */
export const heldText = (held: readonly HeldAddon[]): string =>
  held.map(({ planId, version, quantity }) => `${planId} ${version} ${quantity}`).join(', ');
export const heldOfText = (text: string): HeldAddon[] =>
  text.split(', ').flatMap((one) => {
    const [planId = '', version, quantity] = one.split(' ');
    return version === undefined || quantity === undefined
      ? []
      : [{ planId, version: Number(version), quantity: Number(quantity) }];
  });

type Has = Pick<SubscriptionRow, 'planId' | 'version' | 'period' | 'seats' | 'addons'>;
/** Whether two subscriptions have the same, at the same terms. */
export const sameHeld = (one: Has, other: Has): boolean =>
  one.planId === other.planId &&
  one.version === other.version &&
  one.period === other.period &&
  one.seats === other.seats &&
  [...one.addons]
    .map((each) => heldText([each]))
    .sort()
    .join() ===
    [...other.addons]
      .map((each) => heldText([each]))
      .sort()
      .join();

/** As they are shown. */
export const addonsOut = (held: readonly HeldAddon[], nameOf: (planId: string) => string): AddonView[] =>
  held.map(({ planId, quantity }) => ({ planId, name: nameOf(planId), quantity }));

export const addonTitle = ({ sold }: AddonSold, locale: string): string => nameFor(sold.plan, locale);
