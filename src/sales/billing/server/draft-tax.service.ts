/** The tax of one draft, decided by a person. */
import type { Parsed } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { dayIn } from '../days.rules.ts';
import type { allInvoicesCalls } from '../all-invoices.contract.ts';
import type { InvoiceView } from '../invoices.contract.ts';
import { moneyKeeperOf } from './access.service.ts';
import { change, must, mustBe, tell } from './all-invoices.service.ts';
import { asOfToday, partiesOf } from './drafts.service.ts';
import { changeInvoice } from './invoices.queries.ts';
import { mustBeInvoiceable, taxForDraft } from './terms.service.ts';

type Body = Parsed<typeof allInvoicesCalls.ownTax>['body'];

/** Prices the draft with it; null: as the rules and the terms of the customer have it. Throws `wrong_state`, `changed_meanwhile`, `tax_refused`. */
export async function setOwnTax(ctx: Ctx, { id, body }: { id: string; body: Body }): Promise<InvoiceView> {
  moneyKeeperOf(ctx);
  return change(ctx, id, async (tx, row) => {
    must(row, 'draft');
    mustBe(row, body.revision);
    const { tax, reason } = body;
    const parties = await partiesOf(tx, row);
    const { seller } = parties;
    const wish = tax === null ? null : { ...tax, from: dayIn(ctx.now(), seller.zone), until: null };
    if (wish !== null) await mustBeInvoiceable(ctx, tx, { seller, accountId: row.accountId, wish, at: 'body.tax' });
    const ownTax = tax === null ? null : taxForDraft(ctx, { ...tax, reason });
    const { draft } = await asOfToday(ctx, tx, { row: await changeInvoice(tx, id, { ownTax }), parties });
    const data = { category: tax?.category ?? '', rate: tax?.rate ?? 0, reason };
    await tell(ctx, tx, { row: draft, action: 'invoice-own-tax', data });
  });
}
