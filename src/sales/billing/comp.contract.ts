/** What is given for nothing: without an end, or for some months that then end or go on as paid. */
import * as z from 'zod/mini';

/** Most months that are given at once. */
export const COMP_MONTHS_MAX = 36;

export const compTime = {
  /** Without an end by default. */
  months: z.optional(z.int().check(z.gte(1), z.lte(COMP_MONTHS_MAX))),
  /** What comes after the months: nothing, or the plan as it is sold. */
  after: z._default(z.enum(['end', 'paid']), 'end'),
  /** Its first day by the seller's calendar, `YYYY-MM-DD`; immediately by default. */
  startsOn: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))),
};
