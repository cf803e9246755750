/** What of minutes was given back already, in whichever way. */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db/db.ts';

const sums = z.array(z.object({ back: z.coerce.bigint(), set_off: z.coerce.bigint(), credited: z.coerce.bigint() }));
export type GivenOfMonth = { back: bigint; setOff: bigint; credited: bigint };

/**
 * Of one month of a subscription, in minor units as its prices are: what is to go back in all, what of that stands on claims as a line, and what
 * credit notes gave back of the lines that asked for its minutes.
 */
export async function givenOfMonth(db: Db, of: { subscriptionId: string; month: string }): Promise<GivenOfMonth> {
  const found = await db.execute(sql`select
      coalesce(-sum(m.amount) filter (where m.amount < 0), 0) as back,
      coalesce(-sum(m.amount) filter (where m.amount < 0 and i.kind = 'invoice'), 0) as set_off,
      coalesce(sum((select sum(case when n.inclusive then g.quantity * g.unit else g.net end)
        from invoice_lines a
        join invoices n on n.refers_to = a.invoice_id and n.kind = 'credit_note'
        join invoice_lines g on g.invoice_id = n.id and g.refers_to = a.position
        where a.invoice_id = i.id and a.kind = 'minutes' and a.explained ->> 'month' = m.month::text
          and (a.explained ->> 'turn')::integer = m.turn)) filter (where m.amount > 0), 0) as credited
    from minute_charges m left join invoices i on i.id = m.invoice_id and i.state <> 'void'
    where m.subscription_id = ${of.subscriptionId}::uuid and m.month = ${of.month}::date`);
  const [row] = z.parse(sums, found.rows);
  return row === undefined
    ? { back: 0n, setOff: 0n, credited: 0n }
    : { back: row.back, setOff: row.set_off, credited: row.credited };
}
