/** Checking VAT numbers of buyers: in the background, again and again while the service is down. Down is never the same as wrong. */
import { reachOf } from '#kit/server/http/outbound.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { checkVatId } from '#sales/tax/server/vat-check.service.ts';
import { readVatId } from '#sales/tax/vat-id.rules.ts';
import { operatorSeller } from './access.service.ts';
import type { ProfileRow } from './billing.table.ts';
import { profileOf, setVatCheck, withOldChecks } from './parties.queries.ts';
import { withAskedChecks, withWaitingChecks } from './tax-waiting.queries.ts';
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

const PAGE = 1000;
type Page = { after: string | null; limit: number };
/** Every one, `limit` at a time: those that wait for long hold up no other. */
async function everyOne(read: (page: Page) => Promise<string[]>, limit: number): Promise<string[]> {
  const all: string[] = [];
  for (let after: string | null = null, left = true; left; ) {
    const ids = await read({ after, limit });
    all.push(...ids);
    after = ids.at(-1) ?? null;
    left = ids.length === limit;
  }
  return all;
}
/** Has old words asked for again, some days before a renewal: its tax follows from whether the number is valid on that day. So are those that claims wait for, and those for want of which a change was refused. */
export async function checkOld(ctx: Ctx, { limit = PAGE }: { limit?: number } = {}): Promise<number> {
  const [before, until] = [ctx.now() - VALID_DAYS * dayMs, new Date(ctx.now() + AHEAD_DAYS * dayMs)];
  const old = await everyOne((page) => withOldChecks(ctx.system.read, { before, until, ...page }), limit);
  const waiting = await everyOne((page) => withWaitingChecks(ctx.system.read, page), limit);
  const since = new Date(ctx.now() - dayMs);
  const asked = await everyOne((page) => withAskedChecks(ctx.system.read, { since, ...page }), limit);
  const accounts = [...new Set([...old, ...waiting, ...asked])];
  for (const accountId of accounts)
    await ctx.system.write((tx) => ctx.jobs.enqueue(tx, { job: VAT_JOB, payload: { accountId }, key: accountId }));
  return accounts.length;
}
