/** Add-ons as they cross the wire: with a purchase, with a change, and on a subscription. */
import * as z from 'zod/mini';
import { isId } from '#kit/ids.ts';
import { ADDON_MOST, ADDONS_MOST } from '#sales/plans/plans.rules.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const one = z.object({ planId: id, quantity: z.int().check(z.gte(1), z.lte(ADDON_MOST)) });
/** Which add-ons, and how many of each; each of them once. */
export const addonWishes = z.array(one).check(
  z.maxLength(ADDONS_MOST),
  z.refine((all) => new Set(all.map((each) => each.planId)).size === all.length, 'addon_twice'),
);
export type AddonWish = z.output<typeof one>;

export const addonView = z.object({ planId: z.string(), name: z.string(), quantity: z.number() });
export type AddonView = z.output<typeof addonView>;
