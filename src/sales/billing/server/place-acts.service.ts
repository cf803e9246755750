/** Somebody of the seller decides where a consumer is whose card or bank says another country than the address. */
import { Failure } from '#kit/errors.ts';
import type { Parsed } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { allInvoicesCalls } from '../all-invoices.contract.ts';
import type { InvoiceView } from '../invoices.contract.ts';
import { nameOfProof } from '../places.rules.ts';
import { change, tell } from './all-invoices.service.ts';
import { keepDecision, proofsOf } from './places.queries.ts';
import { heldBy } from './places.service.ts';

type Deciding = { id: string; body: Parsed<typeof allInvoicesCalls.place>['body'] };
/**
 * Once for a claim, for a country that the address or a proof names. Throws `wrong_state` where nothing contradicts, or somebody decided
 * already. The claim stays as it is: one that was taxed for the wrong country is put right by a credit note.
 */
export const decidePlace = (ctx: Ctx, { id, body }: Deciding): Promise<InvoiceView> =>
  change(ctx, id, async (tx, row) => {
    const held = heldBy(row);
    const proofs = await proofsOf(tx, id);
    const against = proofs.filter((one) => one.country !== held);
    const named = body.country === held || proofs.some((one) => one.country === body.country);
    if (held === null || against.length === 0 || !named) throw new Failure('wrong_state');
    const kept = await keepDecision(tx, {
      ...{ invoiceId: id, accountId: row.accountId, sellerId: row.sellerId, held },
      country: body.country,
      against: against.map(nameOfProof),
      reason: body.reason,
      decidedBy: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
      decidedAt: new Date(ctx.now()),
    });
    if (!kept) throw new Failure('wrong_state');
    await tell(ctx, tx, { row, action: 'place-decided', data: { held, country: body.country, reason: body.reason } });
  });
