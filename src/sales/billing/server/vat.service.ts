/** Checking VAT numbers of buyers: in the background, again and again while the service is down. Down is never the same as wrong. */
import { reachOf } from '#kit/server/outbound.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { checkVatId } from '#sales/tax/server/vat-check.service.ts';
import { readVatId } from '#sales/tax/vat-id.rules.ts';
import { operatorSeller } from './access.service.ts';
import { profileOf, setVatCheck } from './parties.queries.ts';

export const VAT_JOB = 'billing.vat-check';

const partsOf = (text: string | null) => {
  const read = text === null ? null : readVatId(text);
  return read === null || read.kind === 'refused' ? null : read;
};

/** Asks once and keeps the answer; throws when there was none, so that the job tries again. */
export async function checkProfile(ctx: Ctx, accountId: string): Promise<void> {
  const profile = await profileOf(ctx.system.read, accountId);
  const asked = partsOf(profile?.vatId ?? null);
  if (profile === null || asked === null || profile.vatCheck?.check === 'valid') return;
  const seller = await operatorSeller(ctx.system.read);
  const { vatId } = profile;
  const baseUrl = ctx.config.vatCheckAddress;
  const answer = await checkVatId(
    { baseUrl, reach: reachOf(ctx.config), now: ctx.now },
    { vatId: asked, requester: partsOf(seller?.vatId ?? null) },
  );
  const known = answer.check === 'unavailable' ? null : answer.evidence;
  const vatCheck = {
    check: answer.check,
    at: answer.at,
    requestId: known?.requestId ?? null,
    name: known?.name ?? null,
    address: known?.address ?? null,
  };
  await ctx.system.write(async (tx) => {
    await setVatCheck(tx, accountId, { vatId, vatCheck });
    await ctx.bus.push(tx, { topic: `account:${accountId}`, kind: 'billing' });
  });
  if (answer.check === 'unavailable') throw new Error('the checking service did not answer');
}
