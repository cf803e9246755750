import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { JWK } from 'jose';
import type { DeepLinkReturn } from '../launch.rules.ts';
import {
  courseParts,
  gradeRules,
  launchPlaces,
  ltiPrograms,
  ltiRefusals,
  platformRegistrations,
  type RoleTable,
  roomOffers,
} from '../lti.rules.ts';

const time = (name: string) => timestamp(name, { withTimezone: true });

export const ltiTools = pgTable('lti_tools', {
  accountId: uuid('account_id').primaryKey(),
  key: text().notNull(),
  keyLaunches: boolean('key_launches').notNull().default(false),
});

export const ltiKeys = pgTable('lti_keys', {
  kid: text().primaryKey(),
  accountId: uuid('account_id').notNull(),
  publicJwk: jsonb('public_jwk').$type<JWK>().notNull(),
  privateSealed: text('private_sealed').notNull(),
  createdAt: time('created_at').notNull(),
  signsFrom: time('signs_from').notNull(),
  retiresAt: time('retires_at'),
});

export const ltiPlatforms = pgTable('lti_platforms', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  name: text().notNull(),
  program: text({ enum: ltiPrograms }).notNull(),
  issuer: text().notNull(),
  clientId: text('client_id').notNull(),
  deploymentIds: text('deployment_ids').array().notNull().default([]),
  authUrl: text('auth_url').notNull(),
  tokenUrl: text('token_url').notNull(),
  keysUrl: text('keys_url').notNull(),
  teachersMakeRooms: boolean('teachers_make_rooms').notNull(),
  roomOffer: text('room_offer', { enum: roomOffers }).notNull(),
  launchPlace: text('launch_place', { enum: launchPlaces }).notNull(),
  roles: jsonb().$type<RoleTable>().notNull(),
  enabled: boolean().notNull().default(true),
  registered: text({ enum: platformRegistrations }).notNull(),
  secretSealed: text('secret_sealed'),
  connectedBy: uuid('connected_by'),
  lastLaunchAt: time('last_launch_at'),
  keys: jsonb().$type<JWK[]>(),
  keysAt: time('keys_at'),
  version: integer().notNull().default(1),
  createdAt: time('created_at').notNull(),
});

export const ltiRegistrations = pgTable('lti_registrations', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  tokenHash: text('token_hash').notNull(),
  name: text().notNull(),
  program: text({ enum: ltiPrograms }).notNull(),
  byId: uuid('by_id').notNull(),
  state: text({ enum: ['waiting', 'running', 'done', 'failed'] }).notNull(),
  platformId: uuid('platform_id'),
  refusal: text({ enum: ltiRefusals }),
  createdAt: time('created_at').notNull(),
  expiresAt: time('expires_at').notNull(),
});

export const ltiLogins = pgTable('lti_logins', {
  stateHash: text('state_hash').primaryKey(),
  accountId: uuid('account_id').notNull(),
  platformId: uuid('platform_id').notNull(),
  nonceHash: text('nonce_hash').notNull(),
  loginHint: text('login_hint').notNull(),
  messageHint: text('message_hint'),
  deploymentId: text('deployment_id'),
  target: text().notNull(),
  storageTarget: text('storage_target'),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
});

export const ltiNonces = pgTable('lti_nonces', {
  platformId: uuid('platform_id').notNull(),
  nonceHash: text('nonce_hash').notNull(),
  accountId: uuid('account_id').notNull(),
  expiresAt: time('expires_at').notNull(),
});

export const ltiLinks = pgTable('lti_links', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  platformId: uuid('platform_id').notNull(),
  deploymentId: text('deployment_id').notNull(),
  contextId: text('context_id'),
  contextTitle: text('context_title'),
  resourceLinkId: text('resource_link_id'),
  content: uuid().notNull(),
  title: text().notNull(),
  roomId: uuid('room_id'),
  lineItemUrl: text('line_item_url'),
  membershipsUrl: text('memberships_url'),
  gradeRule: text('grade_rule', { enum: gradeRules }).notNull().default('none'),
  gradePercent: integer('grade_percent').notNull().default(50),
  askedAt: time('asked_at'),
  roomSince: time('room_since'),
  lastLaunchAt: time('last_launch_at'),
  createdAt: time('created_at').notNull(),
});

export const ltiRooms = pgTable('lti_rooms', {
  platformId: uuid('platform_id').notNull(),
  roomId: uuid('room_id').notNull(),
  accountId: uuid('account_id').notNull(),
});

export const ltiPeople = pgTable('lti_people', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  platformId: uuid('platform_id').notNull(),
  sub: text().notNull(),
  name: text().notNull(),
  email: text(),
});

export const ltiMembers = pgTable('lti_members', {
  linkId: uuid('link_id').notNull(),
  personId: uuid('person_id').notNull(),
  accountId: uuid('account_id').notNull(),
  part: text({ enum: courseParts }).notNull(),
  gradeSent: integer('grade_sent'),
  goneAt: time('gone_at'),
  seenAt: time('seen_at').notNull(),
});

export const ltiVisits = pgTable('lti_visits', {
  tokenHash: text('token_hash').primaryKey(),
  accountId: uuid('account_id').notNull(),
  platformId: uuid('platform_id'),
  personId: uuid('person_id'),
  linkId: uuid('link_id'),
  roomId: uuid('room_id'),
  purpose: text({ enum: ['room', 'deep_link'] }).notNull(),
  part: text({ enum: courseParts }).notNull(),
  name: text().notNull(),
  course: text(),
  deepLink: jsonb('deep_link').$type<DeepLinkReturn>(),
  locale: text().notNull(),
  createdAt: time('created_at').notNull(),
  expiresAt: time('expires_at').notNull(),
});

export const ltiLaunches = pgTable('lti_launches', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  at: time('at').notNull(),
  platformId: uuid('platform_id'),
  platform: text(),
  person: text(),
  part: text({ enum: courseParts }),
  course: text(),
  roomId: uuid('room_id'),
  result: text({ enum: ['opened', 'chose', 'refused'] }).notNull(),
  refusal: text({ enum: ltiRefusals }),
  value: text(),
});
