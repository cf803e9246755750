import { sql } from 'drizzle-orm';
import { jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { AuditData } from '../audit.rules.ts';

export const auditEntries = pgTable('audit_entries', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id'),
  actorKind: text('actor_kind').notNull(),
  actorUserId: uuid('actor_user_id'),
  action: text().notNull(),
  /** The part of the action before the dot. */
  area: text().generatedAlwaysAs(sql`split_part(action, '.', 1)`),
  subjectKind: text('subject_kind').notNull(),
  subjectId: text('subject_id'),
  data: jsonb().$type<AuditData>().notNull(),
  address: text().notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
});
export type AuditRow = Omit<typeof auditEntries.$inferSelect, 'area'>;
