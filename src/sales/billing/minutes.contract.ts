/** Minutes above what a plan holds, as they cross the wire. Amounts are minor units of the subscription's currency, as its prices are. */
import * as z from 'zod/mini';

/** Both days counted, `YYYY-MM-DD`; `rate`: of a thousand minutes; `amount`: what it would come to now. */
const running = z.object({
  from: z.string(),
  until: z.string(),
  used: z.int(),
  included: z.int(),
  billed: z.int(),
  rate: z.int(),
  amount: z.int(),
  /** Whether tax is in the amounts. */
  inclusive: z.boolean(),
});
/** A closed month (its first day) for the next invoice; `late`: what became known of it afterwards. */
const waiting = z.object({
  month: z.string(),
  late: z.boolean(),
  minutes: z.int(),
  billed: z.int(),
  amount: z.int(),
  inclusive: z.boolean(),
});
export const minutesPage = z.object({ running: z.nullable(running), waiting: z.array(waiting) });
export type MinutesPage = z.output<typeof minutesPage>;
