/** The Leitweg-ID of a customer as its seller writes it down. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { CustomerTerms } from '../terms.contract.ts';
import { leitwegIdFrom, mustSuitPublicBuyer } from './parties.service.ts';
import { profileOf, setLeitwegId } from './parties.queries.ts';
import { mustSell, viewOf } from './terms.service.ts';

type LeitwegIdChange = { accountId: string; leitwegId: string | null };
/** Counts for invoices from then on. Throws `leitweg_id_wrong`, `leitweg_address_missing`, `seller_contact_missing`, `profile_missing`, and what `get` of its terms throws. */
export async function saveLeitwegId(ctx: Ctx, { accountId, leitwegId: given }: LeitwegIdChange): Promise<CustomerTerms> {
  await mustSell(ctx, ctx.system.read, accountId);
  const leitwegId = leitwegIdFrom(given);
  return ctx.system.write(async (tx) => {
    const seller = await mustSell(ctx, tx, accountId);
    const profile = await profileOf(tx, accountId);
    if (profile === null || profile.buyer !== 'business') throw new Failure('profile_missing');
    if (leitwegId !== null) mustSuitPublicBuyer(profile, seller);
    await setLeitwegId(tx, { accountId, leitwegId });
    await record(ctx, tx, { action: 'billing.profile-changed', subjectKind: 'account', subjectId: accountId, accountId });
    await ctx.bus.push(tx, { topic: `account:${accountId}`, kind: 'billing' });
    return viewOf(ctx, tx, { seller, accountId });
  });
}
