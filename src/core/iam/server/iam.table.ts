import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { GroupMemberState, Preset } from '../iam.rules.ts';
import type { Statement } from '../statements.rules.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const iamSets = pgTable('iam_sets', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  name: text().notNull(),
  description: text().notNull(),
  statements: jsonb().$type<Statement[]>().notNull(),
  grantedBy: uuid('granted_by'),
  version: integer().notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});
export type SetRow = typeof iamSets.$inferSelect;

export const iamGroups = pgTable('iam_groups', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  name: text().notNull(),
  description: text().notNull(),
  statements: jsonb().$type<Statement[]>().notNull(),
  grantedBy: uuid('granted_by'),
  /** Members of the group of this name at a sign-in provider are in; `claimBy` set it, and their own rights bound what it gives. */
  claim: text(),
  claimBy: uuid('claim_by'),
  version: integer().notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});
export type GroupRow = typeof iamGroups.$inferSelect;

export const iamGroupSets = pgTable(
  'iam_group_sets',
  {
    accountId: uuid('account_id').notNull(),
    groupId: uuid('group_id').notNull(),
    setId: uuid('set_id').notNull(),
    grantedBy: uuid('granted_by'),
  },
  (table) => [primaryKey({ columns: [table.groupId, table.setId] })],
);

export const iamGroupMembers = pgTable(
  'iam_group_members',
  {
    accountId: uuid('account_id').notNull(),
    groupId: uuid('group_id').notNull(),
    userId: uuid('user_id').notNull(),
    state: text().$type<GroupMemberState>().notNull(),
    grantedBy: uuid('granted_by'),
    since: moment('since').notNull(),
    /** Put in by what a sign-in provider said. */
    byClaim: boolean('by_claim').notNull().default(false),
    /** Keys of the providers that say so; none known for what an earlier version wrote. */
    claimProviders: text('claim_providers').array().notNull().default([]),
    /** Has a place in the account; kept by the database. */
    here: boolean().notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.groupId, table.userId] })],
);

export const iamMemberSets = pgTable(
  'iam_member_sets',
  {
    accountId: uuid('account_id').notNull(),
    userId: uuid('user_id').notNull(),
    setId: uuid('set_id').notNull(),
    grantedBy: uuid('granted_by'),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.userId, table.setId] })],
);

/** What an invitation gives once it is taken. */
export type MemberGrants = {
  preset: Preset;
  statements: Statement[];
  boundary: Statement[] | null;
  sets: string[];
  groups: string[];
  /** Epoch milliseconds. */
  expiresAt: number | null;
};

export const iamInvitations = pgTable('iam_invitations', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  email: text().notNull(),
  name: text().notNull(),
  grants: jsonb().$type<MemberGrants>().notNull(),
  state: text().$type<'open' | 'accepted' | 'declined' | 'revoked'>().notNull(),
  invitedBy: uuid('invited_by'),
  createdAt: moment('created_at').notNull(),
  sentAt: moment('sent_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
});
export type InvitationRow = typeof iamInvitations.$inferSelect;

export const iamUses = pgTable(
  'iam_uses',
  {
    accountId: uuid('account_id').notNull(),
    userId: uuid('user_id').notNull(),
    permission: text().notNull(),
    usedAt: moment('used_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.userId, table.permission] })],
);
