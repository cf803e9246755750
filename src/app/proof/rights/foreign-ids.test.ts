/** Every call of the contract with the ids of another account. A new call is covered by being in the contract. */
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { everHeldBy, scopeFor } from '#core/iam/iam.rules.ts';
import { buildAccount } from '#core/accounts/server/accounts.factory.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { remove } from '#meet/rooms/server/bin.service.ts';
import { insertRecording } from '#meet/recordings/server/recordings.queries.ts';
import { fillMoney } from '#sales/billing/server/billing.factory.ts';
import { create as createRoom } from '#meet/rooms/server/rooms.service.ts';
import { contract } from '#app/assembly.ts';
import { insertPastMeeting } from '#meet/meetings/server/sample/past-meeting.sample.ts';
import { bodyOf, calls, closed, type Knock, knockOn, type NamedCall, paramsOf, withIds } from '#app/proof/testing-calls.ts';
import { testWorld } from '#app/proof/testing.ts';
import { keptOf } from './kept-rows.factory.ts';
import { libraryRows } from './library-rows.factory.ts';
import { freshLtiIds, ltiRows } from './lti-rows.factory.ts';
import { mailboxRows } from './mailbox-rows.factory.ts';
import { scheduleRows } from './schedule-rows.factory.ts';
import { chatRows } from './chat-rows.factory.ts';
import { freshTaskIds, taskRows } from './task-rows.factory.ts';
import { ticketRows } from './ticket-rows.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const knock = (one: NamedCall, how: Knock = {}) => knockOn(world.app, one, how);

/** What each call was found to take, of what an account has. */
const kindTaken = new Map<string, string>();
const isForCustomers = ({ call }: NamedCall) => everHeldBy(call.access, 'customer') || call.access === 'user';
const isNamedAfter = (name: string, kind: string) => name.toLowerCase().includes(kind.toLowerCase());

const unguessable = 'Zebrafink-Konferenz';
type Filled = { actor: UserActor; token: string; ids: Record<string, string> };
/** An account with one of everything. */
async function filledAccount(): Promise<Filled> {
  const { actor, token } = await buildActor(world, { kind: 'customer' });
  const full = { ...actor, scope: scopeFor({ accountKind: 'customer', role: 'owner', permissions: [] }) };
  const room = await createRoom(world.ctx(full), { name: unguessable });
  const binned = await createRoom(world.ctx(full), { name: unguessable });
  await remove(world.ctx(full), binned.id);
  const at = world.clock.now();
  // every account has one from its beginning
  const secrets = await world
    .ctx()
    .system.read.execute<{ id: string }>(sql`select id from endpoint_secrets where account_id = ${actor.accountId}`);
  const ids = {
    secret: secrets.rows[0]?.id ?? '',
    room: room.id,
    binned: binned.id,
    meeting: newId(),
    recording: newId(),
    attendance: newId(),
    ...{ notice: newId(), mail: newId(), transfer: newId(), share: newId(), ...freshLtiIds() },
    ...{ webhook: newId(), delivery: newId(), export: newId(), offer: newId(), passkey: newId() },
    ...{ set: newId(), group: newId(), key: newId(), ...freshTaskIds() },
    ...{ folder: newId(), file: newId(), binnedFile: newId(), attachment: newId(), series: newId(), feed: newId() },
    ...{ colleague: newId(), colleaguePlace: newId() },
    ...{ partner: newId(), networkOffer: newId(), view: newId() },
    identity: newId(),
    session: actor.sessionId,
    user: actor.userId,
    account: actor.accountId,
  };
  await world.ctx().system.write(async (tx) => {
    await insertPastMeeting(tx, {
      id: ids.meeting,
      accountId: actor.accountId,
      roomId: room.id,
      name: unguessable,
      startedBy: actor.userId,
      startedAt: at - 1000,
      endedAt: at,
      people: [
        { id: ids.attendance, key: 'k', userId: null, name: unguessable, role: 'viewer', joinedAt: at - 1000, leftAt: at },
      ],
    });
    await insertRecording(tx, {
      id: ids.recording,
      accountId: actor.accountId,
      recordId: ids.recording,
      ownerId: actor.userId,
      externalId: ids.meeting,
      name: unguessable,
      state: 'published',
      startedAt: new Date(at),
      createdAt: new Date(at),
      updatedAt: new Date(at),
    });
    await tx.execute(
      sql`insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, synced, created_at) values (${ids.passkey}, ${actor.userId}, ${ids.passkey}, 'k', 0, '{}', ${unguessable}, false, now())`,
    );
    await tx.execute(
      sql`insert into notices (id, account_id, user_id, kind) values (${ids.notice}, ${actor.accountId}, ${actor.userId}, 'x')`,
    );
    await tx.execute(
      sql`insert into outbox_mails (id, account_id, template, recipient, locale, subject, body_text, body_html, state) values (${ids.mail}, ${actor.accountId}, 't', 'a@example.org', 'de', ${unguessable}, 't', 'h', 'kept')`,
    );
    await tx.execute(
      sql`insert into room_transfers (id, account_id, room_id, from_user_id, to_email) values (${ids.transfer}, ${actor.accountId}, ${room.id}, ${actor.userId}, 'b@example.org')`,
    );
    await tx.execute(
      sql`insert into room_shares (id, account_id, room_id, email, role, state, invited_by) values (${ids.share}, ${actor.accountId}, ${room.id}, 'c@example.org', 'moderator', 'invited', ${actor.userId})`,
    );
  });
  await fillPeopleAndNews(actor, ids);
  const { account, user, folder, file, binnedFile } = ids;
  const library = libraryRows({
    account,
    owner: user,
    folder,
    file,
    binned: binnedFile,
    attachment: ids.attachment,
    name: unguessable,
  });
  const dates = [...scheduleRows({ ...ids, name: unguessable }), ...taskRows({ account, owner: user, name: unguessable, ids })];
  const { ticket, rows: tickets } = ticketRows({ account, owner: user, name: unguessable });
  const { conversation, rows: chats } = chatRows({ account, owner: user, colleague: ids.colleague, name: unguessable });
  const { letters, rows: mails } = mailboxRows({ account, owner: user, name: unguessable });
  const platforms = ltiRows({ account, owner: user, name: unguessable, ids });
  for (const row of [...platforms, ...library, ...dates, ...tickets, ...chats, ...mails])
    await world.ctx().system.read.execute(row);
  return { actor: full, token, ids: { ...ids, ...(await fillMoney(world, full)), ...letters, ticket, conversation } };
}

/** A colleague, groups and keys, and what goes out to programs. */
async function fillPeopleAndNews({ accountId, userId }: UserActor, ids: Record<string, string>): Promise<void> {
  const { secrets } = world.ctx();
  const sealed = secrets.seal('webhook', unguessable);
  const partner = await buildAccount(world);
  await world.ctx().system.write(async (tx) => {
    const rows = [
      sql`insert into users (id, email, name, state) values (${ids['colleague']}, ${`${ids['colleague']}@example.org`}, ${unguessable}, 'active')`,
      sql`insert into memberships (id, account_id, user_id, role, preset, state) values (${ids['colleaguePlace']}, ${accountId}, ${ids['colleague']}, 'member', 'member', 'active')`,
      sql`insert into iam_sets (id, account_id, name, statements, created_at, updated_at) values (${ids['set']}, ${accountId}, ${unguessable}, '[]', now(), now())`,
      sql`insert into iam_groups (id, account_id, name, created_at, updated_at) values (${ids['group']}, ${accountId}, ${unguessable}, now(), now())`,
      sql`insert into iam_group_members (account_id, group_id, user_id, state, since) values (${accountId}, ${ids['group']}, ${ids['colleague']}, 'in', now())`,
      sql`insert into access_keys (id, account_id, user_id, for_account, name, prefix, hash, scopes, created_at) values (${ids['key']}, ${accountId}, ${userId}, false, ${unguessable}, 'atr_x', ${ids['key']}, '{rooms.view}', now())`,
      sql`insert into webhooks (id, account_id, name, url, secret_sealed, hint, state, created_at) values (${ids['webhook']}, ${accountId}, ${unguessable}, 'https://example.org/', ${sealed}, 'x', 'on', now())`,
      sql`insert into deliveries (id, account_id, kind, method, url, content_sealed, state, webhook_id, event, event_id) values (${ids['delivery']}, ${accountId}, 'webhook', 'POST', 'https://example.org/', ${sealed}, 'given-up', ${ids['webhook']}, 'room.created', 'e')`,
      sql`insert into account_exports (id, account_id, asked_by, with_recordings, state, created_at) values (${ids['export']}, ${accountId}, ${userId}, false, 'failed', now())`,
      sql`insert into analytics_views (id, account_id, owner_id, name, question, chart, shared, created_at, updated_at) values (${ids['view']}, ${accountId}, ${userId}, ${unguessable}, '{"measures":["minutes"],"by":[],"only":[],"period":{"last":7,"unit":"day"}}', 'bars', false, now(), now())`,
      sql`insert into ownership_offers (id, account_id, from_user_id, to_user_id, state, created_at, ends_at) values (${ids['offer']}, ${accountId}, ${userId}, ${ids['colleague']}, 'offered', now(), now() + interval '1 day')`,
      sql`insert into network_partners (id, account_id, partner_id, state, created_at) values (${ids['partner']}, ${accountId}, ${partner.id}, 'accepted', now())`,
      sql`insert into network_offers (id, account_id, room_id, to_account_id, role, created_at) values (${ids['networkOffer']}, ${accountId}, ${ids['room']}, ${partner.id}, 'participant', now())`,
      sql`insert into user_identities (id, user_id, provider, issuer, subject, created_at, last_used_at) values (${ids['identity']}, ${userId}, 'school', 'https://id.example', ${ids['identity']}, now(), now())`,
    ];
    for (const row of rows) await tx.execute(row);
  });
}

describe('with the ids of another account', () => {
  test('the very same requests with my own ids do get somewhere, so the refusals below are about the account', async () => {
    // invitations, offers and shares are for the person they are addressed to, which nobody here is; mails are the operator's; templates have names, the same for all
    const reachable = withIds
      .filter(isForCustomers)
      .filter(({ call }) => !/invitations|transfers|outbox|leave$|captions\/remove$|templates|\{provider\}/.test(call.path));
    // answered by the person who was asked, not by me; an export that failed has no link; the person to add, or the room, stands in the body; ways to pay and
    // invoices that are sent again are their seller's
    const forOthers = [
      ...['groups.add', 'groups.answer', 'library.chooseVersion', 'lti.testLaunch'],
      ...['network.answer', 'network.accept'],
      'ownership.answer',
      'ownership.exportLink',
      'periods.linkOwn',
      'methods.byManual',
      ...['sending.recipients', 'sending.send'],
    ];
    expect(reachable.length).toBeGreaterThan(10);
    let mine = await filledAccount();
    // what the call is named after first: most take that
    const inOrder = ({ name }: NamedCall) =>
      Object.entries(mine.ids).sort(([a], [b]) => Number(isNamedAfter(name, b)) - Number(isNamedAfter(name, a)));
    const reachesMine = async (one: NamedCall): Promise<boolean> => {
      const [first = '', second] = paramsOf(one);
      const statuses = new Set<number>();
      // the first message of a conversation has that number
      for (const [kind, id] of inOrder(one))
        for (const other of second === undefined ? [''] : [mine.ids['share'] ?? '', mine.ids['colleague'] ?? '', '1']) {
          const params = { [first]: id, ...(second === undefined ? {} : { [second]: other }) };
          const { status } = await knock(one, { token: mine.token, params, body: bodyOf(one) });
          // an earlier call ended the session
          if (status === 401) return false;
          statuses.add(status);
          if (status !== 404) kindTaken.set(one.name, kind);
          // a number that a found row refuses is 400 for that row alone
          if (statuses.size > 1 || (status !== 404 && status !== 400)) return true;
        }
      return false;
    };
    const nowhere: string[] = [];
    for (const one of reachable.filter(({ name }) => !forOthers.includes(name))) {
      if (await reachesMine(one)) continue;
      // what it needs may be gone by an earlier call
      mine = await filledAccount();
      if (!(await reachesMine(one))) nowhere.push(one.name);
    }
    expect(nowhere).toEqual([]);
  }, 480_000);

  test('abuse row 3: every call that takes an id knows none of them, and nothing there is changed', async () => {
    const [mine, other] = [await filledAccount(), await filledAccount()];
    const before = await keptOf(world, other.actor.accountId);
    expect(before).toContain(unguessable);
    for (const one of withIds) {
      const names = paramsOf(one);
      for (const [kind, id] of Object.entries(other.ids)) {
        // a call that takes rooms need not be asked for invoices, nor one that no customer may make for more than a few
        const told = kindTaken.get(one.name) ?? (isForCustomers(one) ? null : 'room');
        if (told !== null && kind !== told && kind !== 'account' && !isNamedAfter(one.name, kind)) continue;
        const answer = await knock(one, {
          token: mine.token,
          params: Object.fromEntries(names.map((name) => [name, id])),
          body: bodyOf(one),
        });
        expect([one.name, kind, answer.status, answer.code]).toEqual([one.name, kind, 404, 'not_found']);
      }
    }
    expect(await keptOf(world, other.actor.accountId)).toBe(before);
  }, 480_000);

  test('a thing of another account is not reached through one of my own either', async () => {
    const [mine, other] = [await filledAccount(), await filledAccount()];
    const before = await keptOf(world, other.actor.accountId);
    const nested = withIds.filter((one) => paramsOf(one).length > 1);
    expect(nested.length).toBeGreaterThan(0);
    for (const one of nested) {
      const [first = '', ...more] = paramsOf(one);
      for (const id of Object.values(other.ids)) {
        const answer = await knock(one, {
          token: mine.token,
          params: { [first]: mine.ids['room'] ?? '', ...Object.fromEntries(more.map((name) => [name, id])) },
          body: bodyOf(one),
        });
        expect([one.name, answer.status]).toEqual([one.name, 404]);
      }
    }
    expect(await keptOf(world, other.actor.accountId)).toBe(before);
  }, 480_000);

  test('no list, search or count tells anything of them', async () => {
    const other = await filledAccount();
    const stranger = await buildActor(world, { kind: 'customer' });
    const lists = calls.filter((one) => one.call.method === 'GET' && paramsOf(one).length === 0);
    for (const one of lists) {
      for (const search of [
        '',
        `?search=${unguessable}`,
        `?roomId=${other.ids['room']}`,
        `?subjectId=${other.ids['room']}`,
        `?accountId=${other.ids['account']}`,
      ]) {
        const answer = await knock(one, { token: stranger.token, search });
        expect(answer.status, one.name).toBeLessThan(500);
        for (const text of [unguessable, ...Object.values(other.ids)])
          expect(answer.text.replaceAll(search.slice(1), ''), `${one.name}${search}`).not.toContain(text);
      }
    }
  }, 480_000);

  test('ids in a body reach nothing of another account', async () => {
    const [mine, other] = [await filledAccount(), await filledAccount()];
    const before = await keptOf(world, other.actor.accountId);
    const many = Object.values(other.ids);
    for (const one of closed.filter(
      ({ call }) => call.method !== 'GET' && call.body !== undefined && call.access !== 'account.edit',
    )) {
      for (const body of [
        { ids: many },
        { id: other.ids['room'] },
        { roomId: other.ids['room'] },
        { accountId: other.ids['account'] },
        { userId: other.ids['user'], accountId: other.ids['account'] },
      ]) {
        const answer = await knock(one, { token: mine.token, body });
        expect(answer.status, one.name).toBeLessThan(500);
      }
    }
    expect(await keptOf(world, other.actor.accountId)).toBe(before);
    expect((await knock({ name: 'x', call: contract.identity.user }, { token: mine.token })).text).toContain(
      mine.actor.accountId,
    );
  }, 480_000);
});
