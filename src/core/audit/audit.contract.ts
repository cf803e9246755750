/** Who did what in an account. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';

export const auditEntry = z.object({
  id: z.string(),
  at: z.number(),
  /** `user`, `system` (a job or the operator's command line) or `nobody` (a visitor). */
  actorKind: z.string(),
  actorUserId: z.nullable(z.string()),
  /** `<domain>.<what-happened>`, such as `rooms.deleted`. */
  action: z.string(),
  subjectKind: z.string(),
  subjectId: z.nullable(z.string()),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  address: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditCalls = {
  list: call({
    method: 'GET',
    path: '/api/audit',
    summary: 'What happened in this account, newest first.',
    access: 'audit.view',
    query: z.object({
      cursor: z.optional(z.string()),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
      action: z.optional(z.string().check(z.maxLength(80))),
      subjectId: z.optional(z.string().check(z.maxLength(80))),
    }),
    result: z.object({ items: z.array(auditEntry), next: z.nullable(z.string()), total: z.number() }),
  }),
};
