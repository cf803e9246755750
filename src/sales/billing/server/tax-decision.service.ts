/** What a person decides about a claim whose VAT number could not be checked. */
import { Failure } from '#kit/errors.ts';
import type { Parsed } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { allInvoicesCalls } from '../all-invoices.contract.ts';
import type { InvoiceView } from '../invoices.contract.ts';
import { mustHaveRate } from './accounting.service.ts';
import { change, must, tell } from './all-invoices.service.ts';
import { sellerById } from './parties.queries.ts';
import { settleTax } from './tax-waiting.service.ts';

type Body = Parsed<typeof allInvoicesCalls.decideTax>['body'];

/** Numbers it with tax, or as for a number whose proof somebody saw. Throws `wrong_state`, `changed_meanwhile`; `tax_pending` where no tax rate is known, `rate_missing` where no exchange rate is. */
export const decideTax = (ctx: Ctx, { id, body }: { id: string; body: Body }): Promise<InvoiceView> =>
  change(ctx, id, async (tx, row) => {
    must(row, 'pending_tax');
    if (row.revision !== body.revision) throw new Failure('changed_meanwhile', { data: { revision: row.revision } });
    const after = await settleTax(ctx, tx, { invoice: row, decision: body.as });
    if (after.state === 'pending_tax') {
      const seller = after.taxFacts === null ? null : await sellerById(tx, after.sellerId);
      if (seller !== null) await mustHaveRate(ctx, tx, { of: after, seller });
      throw new Failure('tax_pending');
    }
    await tell(ctx, tx, { row: after, action: 'invoice-tax-decided', data: { as: body.as, reason: body.reason } });
  });
