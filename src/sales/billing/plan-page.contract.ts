/** What stands around a plan: use against its limits, cards, and the ways to pay. */
import * as z from 'zod/mini';
import { useKeys } from './use.rules.ts';

export const use = z.object({
  key: z.enum(useKeys),
  /** Null: it is not counted. */
  used: z.nullable(z.number()),
  /** Null: no limit. */
  max: z.nullable(z.number()),
});
export const method = z.object({
  id: z.string(),
  brand: z.string(),
  last4: z.string(),
  expires: z.nullable(z.string()),
  first: z.boolean(),
});
/** The seller's own ways to pay, in its words. */
export const manualWays = z.array(z.object({ id: z.string(), name: z.string(), instructions: z.string() }));
