/** The form of statements: what may be done to what, and when. Stored as JSON, checked on every way in. */
import * as z from 'zod/mini';
import { isTimeZone } from '#core/accounts/accounts.rules.ts';
import { isId } from '#kit/ids.ts';
import { parseRange } from '#kit/ranges.ts';
import { isPermission } from './iam.rules.ts';
import { isActionPattern, isResourcePattern, policyLimits, type Statement } from './statements.rules.ts';
import { keyInName, resourceOf, tagTrouble } from './tags.rules.ts';

const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

export const condition = z.strictObject({
  /** Only in sessions that were opened with a second factor or a passkey. */
  mfa: z.optional(z.literal(true)),
  /** Addresses and CIDR blocks from which it counts. */
  ip: z.optional(
    z
      .array(
        z.string().check(
          z.maxLength(64),
          z.refine((text) => parseRange(text) !== null, 'not_a_range'),
        ),
      )
      .check(z.minLength(1), z.maxLength(policyLimits.ranges)),
  ),
  /** Days are 1 (Monday) to 7; `to` before `from` runs over midnight and belongs to the day on which it began. */
  time: z.optional(
    z.strictObject({
      days: z.array(z.int().check(z.gte(1), z.lte(7))).check(z.minLength(1), z.maxLength(7)),
      from: clock,
      to: clock,
      zone: z.string().check(z.maxLength(64), z.refine(isTimeZone)),
    }),
  ),
  /** Epoch milliseconds at which it ends. */
  expires: z.optional(z.int()),
});

export const statement = z.strictObject({
  id: z.string().check(z.regex(/^[\w-]{1,40}$/)),
  effect: z.enum(['allow', 'deny']),
  actions: z
    .array(
      z.string().check(
        z.maxLength(60),
        z.refine((text) => isActionPattern(text, isPermission), 'unknown_permission'),
      ),
    )
    .check(z.minLength(1), z.maxLength(policyLimits.actions)),
  resources: z
    .array(
      z.string().check(
        z.maxLength(policyLimits.resource),
        // a tag is compared without case, in whatever spelling it is written here
        z.overwrite(resourceOf),
        z.refine((text) => isResourcePattern(text, isId) && tagTrouble(keyInName(text) ?? 'x') === null, 'unknown_resource'),
      ),
    )
    .check(z.minLength(1), z.maxLength(policyLimits.resources)),
  condition: z.optional(condition),
});
/** As stored and shown: a name that is no permission any more, or not yet, stays in the list without effect. */
const keptAction = z.string().check(z.regex(/^(\*|[a-z][a-z-]*\.(\*|[a-z][a-z-]*))$/));
export const keptStatements = z.array(z.extend(statement, { actions: z.array(keptAction) }));

export const statements = z.array(statement).check(
  z.maxLength(policyLimits.statements),
  z.refine((all) => new Set(all.map((one) => one.id)).size === all.length, 'same_id_twice'),
);

/** Ties the schema to the type that the rules work with. */
export const asStatements = (all: z.output<typeof keptStatements>): Statement[] => all;

/** Where a decision comes from. */
export const decisionReason = z.object({
  /** `owner`; `allow` or `deny` by a statement; `boundary`: nothing in the boundary allows it; `grantor`: the person who gave it may not do it any more; `nothing`: no statement says so. */
  by: z.enum(['owner', 'allow', 'deny', 'boundary', 'grantor', 'nothing', 'suspended', 'not_found']),
  source: z.nullable(z.object({ kind: z.enum(['own', 'preset', 'set', 'group', 'boundary']), id: z.string(), name: z.string() })),
  statementId: z.nullable(z.string()),
});
export const decisionView = z.object({ allowed: z.boolean(), reason: decisionReason });
