/** An account with at least one row in every table that has an account, for the test of the second wall. */
import { type SQL, sql } from 'drizzle-orm';
import { buildAccount } from '#core/accounts/server/accounts.factory.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { insertRecording } from '#meet/recordings/server/recordings.queries.ts';
import { create as createRoom } from '#meet/rooms/server/rooms.service.ts';
import { fillMoney } from '#sales/billing/server/billing.factory.ts';
import { insertPastMeeting } from '#meet/meetings/server/sample/past-meeting.sample.ts';
import type { World } from '#app/proof/testing.ts';
import { chatRows } from './chat-rows.factory.ts';
import { ltiRows } from './lti-rows.factory.ts';
import { mailboxRows } from './mailbox-rows.factory.ts';
import { libraryRows, presentationRows } from './library-rows.factory.ts';
import { scheduleRows } from './schedule-rows.factory.ts';
import { freshTaskIds, taskRows } from './task-rows.factory.ts';

const names = [
  'set',
  'group',
  'webhook',
  'recording',
  'networkOffer',
  'meeting',
  'secret',
  'folder',
  'file',
  'series',
  'feed',
] as const;
type Ids = Record<(typeof names)[number], string>;
const freshIds = () => ({
  ...{ set: newId(), group: newId(), webhook: newId(), recording: newId(), networkOffer: newId() },
  ...{ folder: newId(), file: newId(), series: newId(), feed: newId() },
});
type Filling = { account: string; me: string; colleague: string; partner: string; room: string; ids: Ids };

/** What people of the account are and were given, and what is kept of the account itself. */
const peopleRows = ({ account, me, colleague, partner, ids }: Filling): SQL[] => [
  sql`insert into account_closings (id, account_id, state, created_at, erase_at) values (${newId()}, ${account}, 'undone', now(), now())`,
  sql`insert into account_exports (id, account_id, asked_by, with_recordings, state, created_at) values (${newId()}, ${account}, ${me}, false, 'failed', now())`,
  sql`insert into account_placement (account_id, pools, changed_at) values (${account}, '{gold}', now())`,
  sql`insert into account_notes (id, account_id, about_id, author_id, body, created_at) values (${newId()}, ${account}, ${partner}, ${me}, 'n', now())`,
  sql`insert into account_policies (account_id, grace_days, password_min, ways, version, updated_at) values (${account}, 0, 8, '{password}', 1, now())`,
  sql`insert into data_holds (account_id, reason, held_by, held_at) values (${account}, 'held', ${me}, now())`,
  sql`insert into ownership_offers (id, account_id, from_user_id, to_user_id, state, created_at, ends_at) values (${newId()}, ${account}, ${me}, ${colleague}, 'ended', now(), now())`,
  sql`insert into iam_sets (id, account_id, name, statements, created_at, updated_at) values (${ids.set}, ${account}, 'S', '[]', now(), now())`,
  sql`insert into iam_groups (id, account_id, name, created_at, updated_at) values (${ids.group}, ${account}, 'G', now(), now())`,
  sql`insert into iam_group_sets (account_id, group_id, set_id) values (${account}, ${ids.group}, ${ids.set})`,
  sql`insert into iam_group_members (account_id, group_id, user_id, state, since) values (${account}, ${ids.group}, ${colleague}, 'in', now())`,
  sql`insert into iam_member_sets (account_id, user_id, set_id) values (${account}, ${colleague}, ${ids.set})`,
  sql`insert into iam_invitations (id, account_id, email, grants, state, created_at, sent_at, expires_at) values (${newId()}, ${account}, 'i@example.org', '{}', 'open', now(), now(), now())`,
  sql`insert into iam_uses (account_id, user_id, permission, used_at) values (${account}, ${me}, 'rooms.view', now())`,
  sql`insert into access_keys (id, account_id, user_id, for_account, name, prefix, hash, scopes, created_at) values (${newId()}, ${account}, ${me}, false, 'K', 'atr_x', ${newId()}, '{rooms.view}', now())`,
  sql`insert into templates (id, account_id, name, locale, draft_subject, draft_body, edited_at, edited_by) values (${newId()}, ${account}, 'meeting.invitation', 'de', 's', '{}', now(), ${me})`,
  sql`insert into notice_choices (account_id, user_id) values (${account}, ${me})`,
  sql`insert into notices (id, account_id, user_id, kind) values (${newId()}, ${account}, ${me}, 'x')`,
  sql`insert into outbox_mails (id, account_id, template, recipient, locale, subject, body_text, body_html, state) values (${newId()}, ${account}, 't', 'a@example.org', 'de', 's', 't', 'h', 'kept')`,
  sql`insert into audit_entries (id, account_id, actor_kind, action, subject_kind) values (${newId()}, ${account}, 'system', 'rooms.created', 'room')`,
  sql`insert into events (id, name, account_id, data) values (${newId()}, 'x', ${account}, '{}')`,
];

/** What meets: rooms, who may come into them, recordings, and networks of accounts. */
const meetRows = ({ account, me, partner, room, ids }: Filling): SQL[] => [
  sql`insert into room_transfers (id, account_id, room_id, from_user_id, to_email) values (${newId()}, ${account}, ${room}, ${me}, 'b@example.org')`,
  sql`insert into room_shares (id, account_id, room_id, email, role, state, invited_by) values (${newId()}, ${account}, ${room}, 'c@example.org', 'moderator', 'invited', ${me})`,
  sql`insert into room_defaults (account_id, value, version, changed_at) values (${account}, '{}', 1, now())`,
  sql`insert into recording_captions (id, account_id, recording_id, kind, lang, label, source, file) values (${newId()}, ${account}, ${ids.recording}, 'captions', 'de', 'd', 's', 'f')`,
  sql`insert into room_groups (room_id, account_id, sets, version, changed_at) values (${room}, ${account}, '[]', 1, now())`,
  sql`insert into room_polls (room_id, account_id, polls, version, changed_at) values (${room}, ${account}, '[]', 1, now())`,
  sql`insert into meeting_polls (account_id, meeting_id, position, question, kind, options, right_options, several, anonymous, counts, typed, answers, voted, invited) values (${account}, ${ids.meeting}, 0, 'q', 'own', '[]', '[]', false, false, '[]', '[]', '[]', 0, 0)`,
  sql`insert into recording_links (hash, account_id, recording_id, expires_at) values (${newId()}, ${account}, ${ids.recording}, now())`,
  sql`insert into usage_days (account_id, day, zone, from_at, until_at, meetings, people, seconds, peak, storage_bytes, counted_at) values (${account}, '2020-01-01', 'UTC', '2020-01-01', '2020-01-02', 1, 1, 60, 1, 0, now())`,
  sql`insert into usage_periods (account_id, month, meetings, minutes, peak, storage_bytes, closed_at) values (${account}, '2020-01-01', 1, 1, 1, 0, now())`,
  sql`insert into usage_adjustments (id, account_id, day, minutes, noted_at) values (${newId()}, ${account}, '2020-01-01', 1, now())`,
  sql`insert into limit_marks (account_id, name, level, told_at) values (${account}, 'rooms', 'near', now())`,
  sql`insert into people_over (account_id, since) values (${account}, now())`,
  sql`insert into plan_overflows (account_id, key, most, over_since) values (${account}, 'rooms', 0, now())`,
  sql`insert into plan_overflow_stays (account_id, key, thing_id) values (${account}, 'rooms', ${newId()})`,
  sql`insert into recording_rules (account_id, keep_days) values (${account}, 30)`,
  sql`insert into network_codes (account_id, code, made_at) values (${account}, ${newId()}, now())`,
  sql`insert into network_partners (id, account_id, partner_id, state, created_at) values (${newId()}, ${account}, ${partner}, 'accepted', now())`,
  sql`insert into network_offers (id, account_id, room_id, to_account_id, role, created_at) values (${ids.networkOffer}, ${account}, ${room}, ${partner}, 'participant', now())`,
  sql`insert into network_answers (id, account_id, offer_id, from_account_id, room_id, state, who, created_at, changed_at) values (${newId()}, ${account}, ${ids.networkOffer}, ${partner}, ${room}, 'declined', 'everyone', now(), now())`,
];

const rowsOfLibrary = ({ account, me, room, ids }: Filling): SQL[] => [
  ...libraryRows({ account, owner: me, folder: ids.folder, file: ids.file, binned: newId(), attachment: newId(), name: 'f.pdf' }),
  ...presentationRows({ account, room, meeting: ids.meeting, file: ids.file }),
  ...scheduleRows({ account, user: me, room, series: ids.series, feed: ids.feed, name: 'A date' }),
  ...mailboxRows({ account, owner: me, name: 'A mail' }).rows,
  ...taskRows({ account, owner: me, name: 'A task', ids: freshTaskIds() }),
];

/** What was counted of its meetings, and a saved question. */
const analyticsRows = ({ account, me }: Filling): SQL[] => [
  sql`insert into analytics_due (account_id, day) values (${account}, '2020-01-01')`,
  sql`insert into analytics_hours (account_id, day, hour, meeting_id, person, ms) values (${account}, '2020-01-01', 9, ${newId()}, ${newId()}, 60000)`,
  sql`insert into analytics_rollups (account_id, by, day, key, meetings, people, ms, peak) values (${account}, 'hour', '2020-01-01', '9', 1, 1, 60000, 1)`,
  sql`insert into analytics_views (id, account_id, owner_id, name, question, chart, shared, created_at, updated_at) values (${newId()}, ${account}, ${me}, 'V', '{}', 'bars', true, now(), now())`,
];

/** Tickets that the account asks itself. */
const ticketRows = ({ account, me }: Filling): SQL[] => {
  const [ticket, message] = [newId(), newId()];
  return [
    sql`insert into ticket_numbers (account_id, last) values (${account}, 1001)`,
    sql`insert into tickets (id, account_id, seller_id, number, requester_id, subject, category, impact, state, priority, last_text, last_from, last_message_id, last_at, clock_kind, clock_used, urgent_at, created_at, updated_at)
      values (${ticket}, ${account}, ${account}, 1001, ${me}, 's', 'other', 'one', 'new', 'normal', 't', 'customer', ${message}, now(), 'first', 0, now(), now(), now())`,
    sql`insert into ticket_messages (id, ticket_id, account_id, seller_id, side, author_id, body, via, words, created_at) values (${message}, ${ticket}, ${account}, ${account}, 'customer', ${me}, 't', 'site', '', now())`,
    sql`insert into ticket_notes (id, ticket_id, account_id, author_id, body, words, created_at) values (${newId()}, ${ticket}, ${account}, ${me}, 'n', '', now())`,
    sql`insert into ticket_steps (id, ticket_id, account_id, seller_id, step, seen_by, created_at) values (${newId()}, ${ticket}, ${account}, ${account}, 'resolve', 'all', now())`,
    sql`insert into ticket_seen (ticket_id, user_id, account_id, seen_at) values (${ticket}, ${me}, ${account}, now())`,
    sql`insert into ticket_canned (id, account_id, name, body, created_at) values (${newId()}, ${account}, 'C', 'b', now())`,
    sql`insert into ticket_unknown_mails (id, account_id, from_address, from_name, subject, body, verified, files, left_out, mail_id, received_at) values (${newId()}, ${account}, 'u@example.net', '', 's', 'b', true, '[]', '[]', 'm', now())`,
    sql`insert into ticket_views (id, account_id, name, filter, created_at) values (${newId()}, ${account}, 'V', '{"queue":"open"}', now())`,
    sql`insert into ticket_hours (account_id, time_zone, days, changed_at) values (${account}, 'UTC', '[]', now())`,
  ];
};

/** A platform with a course, its people, and what opened it. */
function courseRows({ account, me, room }: Pick<Filling, 'account' | 'me' | 'room'>): SQL[] {
  const [platform, link, person] = [newId(), newId(), newId()];
  return [
    sql`insert into lti_tools (account_id, key) values (${account}, ${account.replaceAll('-', '')})`,
    sql`insert into lti_keys (kid, account_id, public_jwk, private_sealed, created_at, signs_from) values (${newId()}, ${account}, '{}', 's', now(), now())`,
    ...ltiRows({ account, owner: me, name: 'P', ids: { platform, registration: newId() } }),
    sql`insert into lti_logins (state_hash, account_id, platform_id, nonce_hash, login_hint, target, expires_at) values (${newId()}, ${account}, ${platform}, 'n', 'h', 't', now())`,
    sql`insert into lti_nonces (platform_id, nonce_hash, account_id, expires_at) values (${platform}, 'n', ${account}, now())`,
    sql`insert into lti_links (id, account_id, platform_id, deployment_id, content, title, room_id, created_at) values (${link}, ${account}, ${platform}, 'd', ${newId()}, 'L', ${room}, now())`,
    sql`insert into lti_rooms (platform_id, room_id, account_id) values (${platform}, ${room}, ${account})`,
    sql`insert into lti_people (id, account_id, platform_id, sub, name) values (${person}, ${account}, ${platform}, 's', 'N')`,
    sql`insert into lti_members (link_id, person_id, account_id, part, seen_at) values (${link}, ${person}, ${account}, 'learner', now())`,
    sql`insert into lti_visits (token_hash, account_id, platform_id, person_id, link_id, purpose, part, name, locale, created_at, expires_at)
      values (${newId()}, ${account}, ${platform}, ${person}, ${link}, 'room', 'learner', 'N', 'de', now(), now())`,
    sql`insert into lti_launches (id, account_id, at, platform_id, result) values (${newId()}, ${account}, now(), ${platform}, 'opened')`,
  ];
}

/** What programs ask and hear, what courses open, and what a reseller is. */
const programRows = ({ account, me, room, ids }: Filling): SQL[] => [
  ...courseRows({ account, me, room }),
  sql`insert into endpoint_hooks (id, account_id, secret_id, callback_url) values (${newId()}, ${account}, ${ids.secret}, 'https://example.org/')`,
  sql`insert into endpoint_calls (id, account_id, at, call, method, client, address, outcome, took_ms) values (${newId()}, ${account}, now(), 'create', 'GET', 'c', '192.0.2.7', 'answered', 1)`,
  sql`insert into webhooks (id, account_id, name, url, secret_sealed, hint, state, created_at) values (${ids.webhook}, ${account}, 'W', 'https://example.org/', 's', 'x', 'on', now())`,
  sql`insert into deliveries (id, account_id, kind, method, url, content_sealed, state) values (${newId()}, ${account}, 'webhook', 'POST', 'https://example.org/', 's', 'given-up')`,
  sql`insert into vendors (account_id, state, applied_at, changed_at, referral_code) values (${account}, 'applied', now(), now(), ${newId()})`,
  sql`insert into vendor_brands (account_id, changed_at) values (${account}, now())`,
  sql`insert into vendor_terms (account_id, model, changed_at) values (${account}, 'wholesale', now())`,
  sql`insert into resale_waits (account_id, kind, currency, month, reason, since) values (${account}, 'commission', 'EUR', '2026-01', 'vat', now())`,
  sql`insert into period_exports (id, account_id, asked_by, side, parts, from_day, to_day, state, created_at) values (${newId()}, ${account}, ${me}, 'buyer', '{papers}', '2026-01-01', '2026-01-31', 'failed', now())`,
];

/** Where the buyer of an invoice is by other signs, and what was decided about them. */
const placeRows = (invoice: string): SQL[] => [
  sql`insert into billing_terms (account_id, seller_id, trust, revision, changed_at) select account_id, seller_id, '{"days":7}', 1, now() from invoices where id = ${invoice}`,
  sql`insert into place_proofs (invoice_id, kind, country, account_id, seller_id, held, seen_at) select id, 'card', 'FR', account_id, seller_id, 'DE', now() from invoices where id = ${invoice}`,
  sql`insert into place_decisions (invoice_id, account_id, seller_id, held, country, against, reason, decided_at) select id, account_id, seller_id, 'DE', 'DE', '{card:FR}', 'r', now() from invoices where id = ${invoice}`,
];

/** A full account and its owner; what the database counts by itself is counted, too. */
export async function buildFullAccount(world: World): Promise<UserActor> {
  const { actor } = await buildActor(world, { kind: 'customer' });
  const full = { ...actor, scope: scopeFor({ accountKind: 'customer', role: 'owner', permissions: [] }) };
  const colleague = await buildActor(world, { accountId: actor.accountId, role: 'member' });
  const partner = await buildAccount(world);
  const room = await createRoom(world.ctx(full), { name: 'A room' });
  const at = world.clock.now();
  const secrets = await world
    .ctx()
    .system.read.execute<{ id: string }>(sql`select id from endpoint_secrets where account_id = ${actor.accountId}`);
  const ids: Ids = { ...freshIds(), meeting: newId(at), secret: secrets.rows[0]?.id ?? '' };
  const filling: Filling = {
    account: actor.accountId,
    me: actor.userId,
    colleague: colleague.actor.userId,
    partner: partner.id,
    room: room.id,
    ids,
  };
  await world.ctx().system.write(async (tx) => {
    await insertPastMeeting(tx, {
      id: ids.meeting,
      accountId: actor.accountId,
      roomId: room.id,
      name: 'A room',
      startedBy: actor.userId,
      startedAt: at - 1000,
      endedAt: at,
      people: [{ id: newId(at), key: 'k', userId: null, name: 'G', role: 'viewer', joinedAt: at - 1000, leftAt: at }],
    });
    await insertRecording(tx, {
      id: ids.recording,
      accountId: actor.accountId,
      recordId: ids.recording,
      ownerId: actor.userId,
      externalId: ids.meeting,
      name: 'A recording',
      state: 'published',
      startedAt: new Date(at),
      createdAt: new Date(at),
      updatedAt: new Date(at),
    });
    for (const row of [
      ...peopleRows(filling),
      ...rowsOfLibrary(filling),
      ...meetRows(filling),
      ...programRows(filling),
      ...[...ticketRows(filling), ...analyticsRows(filling)],
      ...chatRows({ ...filling, owner: filling.me, name: 'c' }).rows,
    ])
      await tx.execute(row);
  });
  const { invoice } = await fillMoney(world, full);
  await world.ctx().system.write(async (tx) => {
    await tx.execute(
      sql`insert into minute_charges (id, account_id, seller_id, subscription_id, month, turn, currency, inclusive, rate, included, minutes, billed, amount, reckoned_at)
        select ${newId()}, account_id, seller_id, subscription_id, '2026-01-01', 0, currency, false, 1, 0, 0, 0, 0, now() from invoices where id = ${invoice}`,
    );
    for (const row of placeRows(invoice)) await tx.execute(row);
    await tx.execute(
      sql`insert into data_ends (id, account_id, subscription_id, state, counted_from, first_told_at, tried_at, close_at)
        select ${newId()}, account_id, subscription_id, 'warned', now(), now(), now(), now() from invoices where id = ${invoice}`,
    );
    await tx.execute(
      sql`insert into invoice_objections (id, account_id, seller_id, invoice_id, state, reason, raised_by, created_at) select ${newId()}, account_id, seller_id, id, 'open', 'r', ${full.userId}, now() from invoices where id = ${invoice}`,
    );
  });
  return full;
}
