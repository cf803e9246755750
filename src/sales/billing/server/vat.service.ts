/** Checking VAT numbers of buyers: in the background, again and again while the service is down. Down is never the same as wrong. */
import { reachOf } from '#kit/server/outbound.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { checkVatId } from '#sales/tax/server/vat-check.service.ts';
import { readVatId } from '#sales/tax/vat-id.rules.ts';
import { operatorSeller } from './access.service.ts';
import type { ProfileRow } from './billing.table.ts';
import { profileOf, setVatCheck, withOldChecks } from './parties.queries.ts';
import { withWaitingChecks } from './tax-waiting.queries.ts';
import { settleTaxes } from './tax-waiting.service.ts';

export const VAT_JOB = 'billing.vat-check';
/** Days for which the word that a number is valid is taken, and days before a renewal at which an older one is asked for again. */
const VALID_DAYS = 25;
const AHEAD_DAYS = 3;
const dayMs = 86_400_000;

const partsOf = (text: string | null) => {
  const read = text === null ? null : readVatId(text);
  return read === null || read.kind === 'refused' ? null : read;
};

const isFresh = (ctx: Ctx, check: ProfileRow['vatCheck']): boolean =>
  check?.check === 'valid' && check.at > ctx.now() - VALID_DAYS * dayMs;

/** Asks once and keeps the answer; throws when there was none, so that the job tries again. */
export async function checkProfile(ctx: Ctx, accountId: string): Promise<void> {
  const profile = await profileOf(ctx.system.read, accountId);
  const asked = partsOf(profile?.vatId ?? null);
  if (profile === null || asked === null || isFresh(ctx, profile.vatCheck)) return;
  const seller = await operatorSeller(ctx.system.read);
  const { vatId } = profile;
  const baseUrl = ctx.config.vatCheckAddress;
  const answer = await checkVatId(
    { baseUrl, reach: reachOf(ctx.config), now: ctx.now },
    { vatId: asked, requester: partsOf(seller?.vatId ?? null) },
  );
  // a service that is down takes nothing back that it once said
  if (answer.check === 'unavailable' && profile.vatCheck?.check === 'valid')
    throw new Error('the checking service did not answer');
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
  await settleTaxes(ctx, accountId);
}

/** Has old words asked for again, some days before a renewal: its tax follows from whether the number is valid on that day. So are those that claims wait for. */
export async function checkOld(ctx: Ctx): Promise<number> {
  const [before, until] = [ctx.now() - VALID_DAYS * dayMs, new Date(ctx.now() + AHEAD_DAYS * dayMs)];
  const old = await withOldChecks(ctx.system.read, { before, until });
  const accounts = [...new Set([...old, ...(await withWaitingChecks(ctx.system.read))])];
  for (const accountId of accounts)
    await ctx.system.write((tx) => ctx.jobs.enqueue(tx, { job: VAT_JOB, payload: { accountId }, key: accountId }));
  return accounts.length;
}
