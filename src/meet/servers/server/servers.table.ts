import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const time = (name: string) => timestamp(name, { withTimezone: true });

export const servers = pgTable('servers', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  kind: text('kind', { enum: ['engine', 'bbb'] }).notNull(),
  url: text('url').notNull(),
  secretSealed: text('secret_sealed').notNull(),
  state: text('state', { enum: ['enabled', 'draining', 'disabled', 'retired'] }).notNull(),
  health: text('health', { enum: ['unknown', 'healthy', 'degraded', 'offline'] }).notNull(),
  healthReason: text('health_reason'),
  directJoin: boolean('direct_join').notNull().default(false),
  failures: integer('failures').notNull().default(0),
  checkedAt: time('checked_at'),
  answeredAt: time('answered_at'),
  meetings: integer('meetings').notNull().default(0),
  people: integer('people').notNull().default(0),
  createdAt: time('created_at').notNull(),
});
