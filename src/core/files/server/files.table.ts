import { bigint, boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { conversationKinds, fileKinds, filePlaces, shareScopes, uploadStates, versionStates } from '../files.rules.ts';

const time = (name: string) => timestamp(name, { withTimezone: true });
const size = (name: string) => bigint(name, { mode: 'number' });

export const libraryFolders = pgTable('library_folders', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  /** Null: the top. */
  parentId: uuid('parent_id'),
  ownerId: uuid('owner_id').notNull(),
  name: text('name').notNull(),
  share: text('share', { enum: shareScopes }).notNull(),
  groupId: uuid('group_id'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
});

export const libraryFiles = pgTable('library_files', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  folderId: uuid('folder_id'),
  ownerId: uuid('owner_id').notNull(),
  place: text('place', { enum: filePlaces }).notNull().default('library'),
  /** In which it was sent; null: it is of the library, or not sent yet. */
  conversationKind: text('conversation_kind', { enum: conversationKinds }),
  conversationId: uuid('conversation_id'),
  name: text('name').notNull(),
  /** Null until a version of it was read. */
  kind: text('kind', { enum: fileKinds }),
  share: text('share', { enum: shareScopes }).notNull(),
  groupId: uuid('group_id'),
  /** The version that counts. */
  versionId: uuid('version_id').notNull(),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
  deletedAt: time('deleted_at'),
  deletedBy: uuid('deleted_by'),
});

export const libraryVersions = pgTable('library_versions', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  fileId: uuid('file_id').notNull(),
  number: integer('number').notNull(),
  state: text('state', { enum: versionStates }).notNull(),
  /** Why it was refused, or what it lacks. */
  trouble: text('trouble'),
  /** Where its bytes lie until it was read. */
  source: text('source'),
  sentName: text('sent_name').notNull(),
  mime: text('mime'),
  ending: text('ending'),
  bytes: size('bytes').notNull(),
  sha256: text('sha256'),
  pages: integer('pages'),
  width: integer('width'),
  height: integer('height'),
  thumbnail: boolean('thumbnail').notNull().default(false),
  /** How many pages, or one for a picture, can be looked at. */
  previews: integer('previews').notNull().default(0),
  /** How often its job began to read it. */
  tries: integer('tries').notNull().default(0),
  createdBy: uuid('created_by').notNull(),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
});

/** Files on their way. */
export const uploads = pgTable('uploads', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  userId: uuid('user_id').notNull(),
  place: text('place', { enum: filePlaces }).notNull().default('library'),
  folderId: uuid('folder_id'),
  fileId: uuid('file_id'),
  name: text('name').notNull(),
  bytes: size('bytes').notNull(),
  share: text('share', { enum: shareScopes }).notNull(),
  groupId: uuid('group_id'),
  state: text('state', { enum: uploadStates }).notNull(),
  /** The request that writes. */
  leaseHolder: uuid('lease_holder'),
  leaseUntil: time('lease_until'),
  /** Another request waits for its turn. */
  leaseWanted: boolean('lease_wanted').notNull().default(false),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
});
