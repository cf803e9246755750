/** The rules that an account has for signing in. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { POLICY_LIMITS, signInWays } from '#core/accounts/policy.rules.ts';
import { call } from '#kit/contract.ts';

const within = ({ low, high }: { low: number; high: number }) => z.int().check(z.gte(low), z.lte(high));
const way = z.enum(signInWays);

export const policyView = z.object({
  /** From when on everybody needs a second factor; null = nobody has to. */
  secondFactorFrom: z.nullable(z.number()),
  graceDays: z.number(),
  passwordMin: z.number(),
  idleMinutes: z.nullable(z.number()),
  sessionHours: z.nullable(z.number()),
  ways: z.array(way),
  version: z.number(),
  /** How many people of the account have no second factor and no passkey; null: more people than are looked at one by one. */
  withoutFactor: z.nullable(z.number()),
  people: z.number(),
});
export type PolicyView = z.infer<typeof policyView>;

export const policyCalls = {
  get: call({
    method: 'GET',
    path: '/api/account/sign-in-rules',
    summary: 'What my account asks of everybody who signs in to it.',
    access: 'security.manage',
    result: policyView,
  }),
  save: call({
    method: 'PUT',
    path: '/api/account/sign-in-rules',
    summary: 'Changes those rules. They count from the next request of everybody.',
    access: 'security.manage',
    body: z.strictObject({
      secondFactor: z.boolean(),
      /** Days that people have before a second factor is asked for; counted from the change that asks for it. */
      graceDays: within(POLICY_LIMITS.graceDays),
      passwordMin: within(POLICY_LIMITS.passwordMin),
      idleMinutes: z.nullable(within(POLICY_LIMITS.idleMinutes)),
      sessionHours: z.nullable(within(POLICY_LIMITS.sessionHours)),
      ways: z.array(way).check(z.minLength(1), z.maxLength(signInWays.length)),
      version: z.int().check(z.gte(0)),
    }),
    result: policyView,
    failures: { proof_needed: 403, locks_you_out: 409, locks_owner_out: 409 },
  }),
};
