/** An event pass as its account and its seller see it. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { passStates } from './passes.rules.ts';

export const pass = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(passStates),
  /** When it counts; before it is paid `startsAt` is when it is to begin. */
  startsAt: z.number(),
  endsAt: z.nullable(z.number()),
  /** Its claim; null: there was nothing to pay. */
  invoiceId: z.nullable(z.string()),
  /** Until when a consumer can withdraw from it, as long as it is not used; null: no such right, or not any more. */
  withdrawUntil: z.nullable(z.number()),
});
export type PassView = z.output<typeof pass>;
