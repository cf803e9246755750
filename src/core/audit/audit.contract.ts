/** Who did what in an account. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { AUDIT_DAYS, EXPORT_PAGE } from './audit.rules.ts';
import { totalField } from '#kit/total.contract.ts';

export const auditEntry = z.object({
  id: z.string(),
  at: z.number(),
  /** `user`, `system` (a job or the operator's command line) or `nobody` (a visitor). */
  actorKind: z.string(),
  actorUserId: z.nullable(z.string()),
  /** Null when it was no person, or one who is gone. */
  actorName: z.nullable(z.string()),
  /** `<domain>.<what-happened>`, such as `rooms.deleted`. */
  action: z.string(),
  subjectKind: z.string(),
  subjectId: z.nullable(z.string()),
  /** As it is called now; null when it has no name, or is gone. */
  subjectName: z.nullable(z.string()),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  address: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const word = z.string().check(z.trim(), z.maxLength(80));
/** All of them narrow; what is left out does not. */
const filter = {
  cursor: z.optional(z.string()),
  action: z.optional(word),
  /** The part of an action before the dot, such as `rooms`; several, joined by commas. */
  group: z.optional(word),
  /** Ids of the people who did it, joined by commas. */
  person: z.optional(z.string().check(z.maxLength(400))),
  subjectId: z.optional(word),
  /** Only the last so many days. */
  days: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(AUDIT_DAYS))),
  /** Part of the subject's id or name, or of the address. */
  search: z.optional(word),
};

export const auditCalls = {
  list: call({
    method: 'GET',
    path: '/api/audit',
    summary:
      'What happened in this account, newest first, as far back as its plan reads. The operator sees besides what concerns no account.',
    access: 'audit.view',
    query: z.object({ ...filter, limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50) }),
    result: z.object({
      items: z.array(auditEntry),
      next: z.nullable(z.string()),
      total: totalField,
      /** How many days back the plan reads; null: as far as entries are kept. */
      days: z.nullable(z.number()),
    }),
  }),
  people: call({
    method: 'GET',
    path: '/api/audit/people',
    summary: 'The people who stand in this account’s entries, to choose from.',
    access: 'audit.view',
    result: z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) }),
  }),
  exported: call({
    method: 'POST',
    path: '/api/audit/export',
    summary: `The entries for a file, ${EXPORT_PAGE} at a time. The first page is itself written down.`,
    access: 'audit.view',
    body: z.strictObject(filter),
    result: z.object({ items: z.array(auditEntry), next: z.nullable(z.string()) }),
  }),
};
