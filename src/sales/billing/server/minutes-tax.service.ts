/** The tax of minutes that go back: the one that was asked for them, whatever counts today. */
import type { Db } from '#kit/server/db/db.ts';
import type { TaxDecision } from '#sales/tax/tax.rules.ts';
import type { InvoiceRow, LineRow } from './invoices.table.ts';
import { chargesOfMonth, taxOfMonth } from './minutes.queries.ts';
import type { Item } from './price.service.ts';

/** Whether both may stand on one claim: what goes back with another tax is a credit note of its own. */
export const fitsTax = (tax: Item['tax'], today: TaxDecision | null): boolean =>
  tax === undefined || today?.kind !== 'decided' || (tax.category === today.category && tax.rate === today.rate);

/** A line of minutes that go back, the row of what it gives back, and the tax that was asked for them. */
export type GivenBack = { position: number; id: string; tax: NonNullable<Item['tax']> };
/** Those of a claim, with the tax that another invoice asked; what this one asks too has the tax that it comes to have. */
export async function givenBackOn(
  db: Db,
  { invoice, lines }: { invoice: Pick<InvoiceRow, 'id' | 'subscriptionId'>; lines: readonly LineRow[] },
): Promise<GivenBack[]> {
  const { subscriptionId } = invoice;
  const found: GivenBack[] = [];
  for (const { kind, unit, explained, position } of lines) {
    const [month, turn] = [explained?.['month'], explained?.['turn']];
    if (subscriptionId === null || kind !== 'minutes' || unit >= 0n || typeof month !== 'string') continue;
    const row = (await chargesOfMonth(db, { subscriptionId, month })).find((one) => one.turn === turn);
    const asked = row === undefined ? null : await taxOfMonth(db, row);
    if (row === undefined || asked === null || asked.invoiceId === invoice.id) continue;
    const { category, rate, code } = asked;
    found.push({ position, id: row.id, tax: { category, rate, code } });
  }
  return found;
}
