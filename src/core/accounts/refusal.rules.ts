import { Failure } from '#kit/errors.ts';
import type { Entitlements } from './accounts.rules.ts';

export type LimitName = keyof Entitlements;
/**
 * `used`: what is in use, `wanted`: what was asked for where a limit shapes one thing. `max` of what is not in the plan at all: 0. `rests`: what
 * was asked for is one of those that are too many.
 */
export type LimitReached = {
  accountId: string;
  limit: LimitName;
  max: number | null;
  used?: number;
  wanted?: number | null;
  rests?: true;
};

/** A refusal because of the plan of that account. The domain that sells plans adds which one lifts it, for members of the account. */
export function limitReached({ accountId, limit, max, used, wanted, rests }: LimitReached): Failure {
  const asked = { ...(wanted === undefined ? {} : { wanted }), ...(rests === undefined ? {} : { rests }) };
  return new Failure('limit_reached', { data: { accountId, limit, max, ...(used === undefined ? {} : { used }), ...asked } });
}
/** A thing that the plan does not include. */
export const notInPlan = (accountId: string, limit: LimitName): Failure => limitReached({ accountId, limit, max: 0, used: 0 });
