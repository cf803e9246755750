/** Addresses of a platform, asked before anybody tries a launch. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { OutboundRefused, reachOf } from '#kit/server/http/outbound.ts';
import type { LtiAddressCheck, ltiCalls } from '../lti.contract.ts';
import { askPlatform, readKeys } from './platform-client.service.ts';
import { ltiKeeper } from './platforms.service.ts';

type CheckedField = LtiAddressCheck['field'];
const fields = ['issuer', 'authUrl', 'tokenUrl', 'keysUrl'] as const satisfies readonly CheckedField[];
const checks = { max: 60, windowSeconds: 600 };

const fits = (state: LtiAddressCheck['state'], status: number | null = null) => ({ state, status, suggestion: null });

async function stateOf(ctx: Ctx, field: CheckedField, url: string): Promise<Omit<LtiAddressCheck, 'field'>> {
  if (!url.startsWith('https:') && reachOf(ctx.config) === 'public') {
    return { ...fits('not_https'), suggestion: url.replace(/^http:/, 'https:') };
  }
  if (field === 'keysUrl') {
    const keys = await readKeys(ctx, url);
    if (keys !== null && keys.length > 0) return fits('good', 200);
    const { status } = await askPlatform(ctx, url);
    return fits(status === 404 ? 'not_found' : 'no_keys', status);
  }
  // whatever answers is there: a form or an error is what these say to an empty request
  const { status } = await askPlatform(ctx, url, field === 'tokenUrl' ? { method: 'POST', body: '' } : {});
  return fits(status === 404 ? 'not_found' : 'good', status);
}

/** Throws `too_many_requests`. */
export async function checkAddresses(
  ctx: Ctx,
  body: Parsed<(typeof ltiCalls)['checkAddresses']>['body'],
): Promise<ResultIn<(typeof ltiCalls)['checkAddresses']>> {
  const { accountId } = ltiKeeper(ctx);
  await ctx.limits.use(`lti-checks:${accountId}`, checks);
  const asked = fields.flatMap((field) => {
    const url = body[field];
    return url === undefined ? [] : [{ field, url }];
  });
  const all = asked.map(async ({ field, url }): Promise<LtiAddressCheck> => {
    try {
      return { field, ...(await stateOf(ctx, field, url)) };
    } catch (error) {
      return { field, ...fits(error instanceof OutboundRefused ? 'refused' : 'unreachable') };
    }
  });
  return { checks: await Promise.all(all) };
}
