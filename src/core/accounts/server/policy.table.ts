import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { SignInWay } from '../policy.rules.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const accountPolicies = pgTable('account_policies', {
  accountId: uuid('account_id').primaryKey(),
  secondFactorFrom: moment('second_factor_from'),
  graceDays: integer('grace_days').notNull(),
  passwordMin: integer('password_min').notNull(),
  idleMinutes: integer('idle_minutes'),
  sessionHours: integer('session_hours'),
  ways: text().array().$type<SignInWay[]>().notNull(),
  version: integer().notNull(),
  updatedAt: moment('updated_at').notNull(),
});
export type PolicyRow = typeof accountPolicies.$inferSelect;
