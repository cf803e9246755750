/**
 * `npm run bench talking`: lists and searches of tickets, conversations and mails while they grow from 1 000 to 200 000, all of one customer
 * and one person; a board of 2 000 cards against one of 200; a calendar month of 5 000 dates against one of 50.
 */
import type pg from 'pg';
import { createAccount } from '#core/accounts/server/accounts.service.ts';
import { createPerson } from '#core/accounts/server/people.service.ts';
import { hashPassword } from '#core/identity/server/passwords/passwords.service.ts';
import { type Building, type Customer, openStage, type Stage } from './endpoint-stage.ts';
import { idSql, type List, type Times, timesOf, unindexed } from './lists.ts';
import { signIn } from './product.ts';
import type { Report } from './report.ts';

const budgets = { list: 1.5, search: 2, board: 1.3, month: 1.5 } as const;
const hello: List = { name: 'hello', path: '/healthz', headers: {} };
const agent = 'agent@example.org';

type Scene = { stage: Stage; customer: Customer; mine: Record<string, string>; staff: Record<string, string>; ids: Ids };
type Ids = { owner: string; seller: string; room: string };

/** The operator, whose staff answers the customer. */
async function sellerOf({ ctx }: Building): Promise<void> {
  const about = { locale: 'en-US', timeZone: 'UTC' };
  const passwordHash = await hashPassword('bench: a long password');
  await ctx.system.write(async (tx) => {
    const ownerId = await createPerson(ctx, tx, {
      ...about,
      email: agent,
      name: 'Agent',
      passwordHash,
      emailVerified: 'yes',
      termsVersion: '1',
    });
    await createAccount(ctx, tx, { ...about, name: 'Operator', kind: 'operator', state: 'active', ownerId });
  });
}

async function idsIn(owner: pg.Client, accountId: string): Promise<Ids> {
  const one = async (text: string, values: unknown[] = []) => (await owner.query<{ id: string }>(text, values)).rows[0]?.id ?? '';
  const person = await one('select user_id as id from memberships where account_id = $1', [accountId]);
  const room = await one(
    `insert into rooms (id, account_id, owner_id, name, slug) values (${idSql('1', '0a')}, $1, $2, 'Physics', 'physics-bench') returning id`,
    [accountId, person],
  );
  return { owner: person, seller: await one("select id from accounts where kind = 'operator'"), room };
}

/** Some words are in every text, some in one of a thousand. */
const wordsSql = `'Lesson ' || n || ' about term' || (n % 1000) || ' of mathematics'`;
const searched = (finders: string) => `to_tsvector('simple', ${wordsSql}) || array_to_tsvector(array[${finders}]::text[])`;
type Range = { from: number; to: number };

async function growTickets({ stage, customer, ids }: Scene, { from, to }: Range): Promise<void> {
  const [ticket, message] = [idSql('n', '11'), idSql('n', '12')];
  await unindexed(stage.owner, ['tickets', 'ticket_messages'], async () => {
    await stage.owner.query(
      `insert into tickets (id, account_id, seller_id, number, requester_id, subject, category, impact, state, priority, last_text, last_from,
         last_message_id, last_at, clock_kind, clock_used, urgent_at, created_at, updated_at)
       select ${ticket}, $1, $2, n, $3, ${wordsSql}, 'meetings', 'question', case when n % 20 = 0 then 'open' else 'closed' end, 'normal',
         ${wordsSql}, 'customer', ${message}, at, 'none', 0, at, at, at
       from (select n, now() - interval '1 year' + n * interval '1 minute' as at from generate_series($4::bigint, $5::bigint) n) rows`,
      [customer.accountId, ids.seller, ids.owner, from, to],
    );
    await stage.owner.query(
      `insert into ticket_messages (id, ticket_id, account_id, seller_id, side, author_id, body, via, words, created_at)
       select ${message}, ${ticket}, $1::uuid, $2::uuid, 'customer', $3, ${wordsSql}, 'site', ${searched('$1::text, $2::text')}, now()
       from generate_series($4::bigint, $5::bigint) n`,
      [customer.accountId, ids.seller, ids.owner, from, to],
    );
  });
}

/** Conversations with one message each. */
async function growChat({ stage, customer, ids }: Scene, { from, to }: Range): Promise<void> {
  const [conversation, message] = [idSql('n', '21'), idSql('n', '22')];
  await unindexed(stage.owner, ['chat_conversations', 'chat_members', 'chat_messages'], async () => {
    await stage.owner.query(
      `insert into chat_conversations (id, account_id, kind, name, last_number, last_at, last_text, last_author_id, created_by, created_at)
       select ${conversation}, $1, 'group', 'Group ' || n, 1, now() - interval '1 year' + n * interval '1 minute', ${wordsSql}, $2, $2, now()
       from generate_series($3::bigint, $4::bigint) n`,
      [customer.accountId, ids.owner, from, to],
    );
    await stage.owner.query(
      `insert into chat_members (conversation_id, user_id, account_id, role, joined_at, read_number)
       select ${conversation}, $2, $1, 'owner', now(), 1 from generate_series($3::bigint, $4::bigint) n`,
      [customer.accountId, ids.owner, from, to],
    );
    await stage.owner.query(
      `insert into chat_messages (id, conversation_id, account_id, number, author_id, kind, body, client_key, words, created_at)
       select ${message}, ${conversation}, $1, 1, $2, 'text', ${wordsSql}, 'key', ${searched(`${conversation}::text`)}, now()
       from generate_series($3::bigint, $4::bigint) n`,
      [customer.accountId, ids.owner, from, to],
    );
  });
}

async function growMails({ stage, customer, ids }: Scene, { from, to }: Range): Promise<void> {
  await unindexed(stage.owner, ['mailbox_items'], async () => {
    await stage.owner.query(
      `insert into mailbox_items (id, account_id, user_id, place, kind, sender_name, subject, body, snippet, read_at, words, created_at, updated_at)
       select ${idSql('n', '31')}, $1, $2::uuid, 'inbox', case when n % 10 = 0 then 'invoices' else 'meetings' end, 'Atrium', ${wordsSql}, ${wordsSql},
         ${wordsSql}, now(), ${searched('$2::text')}, at, at
       from (select n, now() - interval '1 year' + n * interval '1 minute' as at from generate_series($3::bigint, $4::bigint) n) rows`,
      [customer.accountId, ids.owner, from, to],
    );
  });
}

const grown = ['tickets', 'ticket_messages', 'chat_conversations', 'chat_members', 'chat_messages', 'mailbox_items'];
async function grow(scene: Scene, range: Range): Promise<void> {
  await growTickets(scene, range);
  await growChat(scene, range);
  await growMails(scene, range);
  for (const table of grown) await scene.stage.owner.query(`vacuum analyze ${table}`);
}

const listsOf = ({ mine, staff }: Scene): (List & { budget: number })[] => [
  { name: 'my tickets', path: '/api/issues?limit=25', headers: mine, budget: budgets.list },
  { name: 'queue of staff', path: '/api/tickets?limit=25', headers: staff, budget: budgets.list },
  { name: 'conversations', path: '/api/chat/conversations?limit=25', headers: mine, budget: budgets.list },
  { name: 'mails', path: '/api/mailbox?limit=25', headers: mine, budget: budgets.list },
  { name: 'mails of one kind', path: '/api/mailbox?limit=25&kind=invoices', headers: mine, budget: budgets.list },
  { name: 'search of tickets', path: '/api/issues?limit=25&search=term77', headers: mine, budget: budgets.search },
  { name: 'search of messages', path: '/api/chat/search?limit=25&search=term77', headers: mine, budget: budgets.search },
  { name: 'search of mails', path: '/api/mailbox?limit=25&search=term77', headers: mine, budget: budgets.search },
];

async function measureLists(scene: Scene, note: Report['note']): Promise<void> {
  const lists = listsOf(scene);
  await grow(scene, { from: 1, to: 1_000 });
  const small: Times[] = [];
  // a process that has just started answers slower, which would flatter the larger tables
  for (const list of lists) await timesOf(scene.stage.port, list, hello);
  for (const list of lists) small.push(await timesOf(scene.stage.port, list, hello));
  await grow(scene, { from: 1_001, to: 200_000 });
  for (const [at, list] of lists.entries()) {
    const [before, after] = [small[at], await timesOf(scene.stage.port, list, hello)];
    if (before === undefined) continue;
    note(`${list.name}, 200 000`, after.own, { unit: 'ms' });
    note(`${list.name}: 200 000 against 1 000`, after.own / before.own, { unit: 'ratio', atMost: list.budget });
  }
}

/** Both boards stand from the start, so that they are asked in turns. */
async function measureBoards({ stage, customer, ids, mine }: Scene, note: Report['note']): Promise<void> {
  const boards = { small: 200, large: 2_000 };
  const lists: List[] = [];
  for (const [at, cards] of Object.values(boards).entries()) {
    const [board, list] = [idSql(String(at), '41'), idSql(`(${at * 10} + n % 5)`, '42')];
    await stage.owner.query(
      `insert into task_boards (id, account_id, name, share, share_role, last_number, created_by, created_at)
       values (${board}, $1, 'Board', 'account', 'editor', $3, $2, now())`,
      [customer.accountId, ids.owner, cards],
    );
    await stage.owner.query(
      `insert into task_lists (id, board_id, account_id, name, rank) select ${list}, ${board}, $1, 'List ' || n, 'a' || n from generate_series(0, 4) n`,
      [customer.accountId],
    );
    await stage.owner.query(
      `insert into task_cards (id, board_id, list_id, account_id, number, title, rank, revision, text_revision, created_by, created_at)
       select ${idSql(`(${at * 10_000} + n)`, '43')}, ${board}, ${list}, $1, n, ${wordsSql}, 'a' || lpad(n::text, 6, '0'), 1, 1, $2, now()
       from generate_series(1, $3::int) n`,
      [customer.accountId, ids.owner, cards],
    );
    const { rows } = await stage.owner.query<{ id: string }>(`select ${board} as id`);
    lists.push({ name: `board of ${cards} cards`, path: `/task_board?board=${rows[0]?.id}`, headers: mine });
  }
  await stage.owner.query('vacuum analyze task_cards');
  const [small, large] = lists;
  if (small === undefined || large === undefined) return;
  await timesOf(stage.port, large, small);
  const found = await timesOf(stage.port, large, small);
  note('board of 2 000 cards, opened', found.own, { unit: 'ms' });
  note('board of 2 000 cards against one of 200', found.own / found.yard, { unit: 'ratio', atMost: budgets.board });
}

async function measureMonth({ stage, customer, ids, mine }: Scene, note: Report['note']): Promise<void> {
  const fill = async ({ from, to }: Range) => {
    await stage.owner.query(
      `insert into scheduled_meetings (id, account_id, room_id, title, description, zone, start, minutes, lobby_minutes, uid, expanded_to, created_at, updated_at)
       select ${idSql('n', '51')}, $1, $2, 'Lesson ' || n, '', 'UTC', to_char(at, 'YYYY-MM-DD"T"HH24:MI'), 45, 10, 'bench-' || n, now() + interval '1 year', now(), now()
       from (select n, date_trunc('month', now()) + (n % 600) * interval '1 hour' as at from generate_series($3::bigint, $4::bigint) n) rows`,
      [customer.accountId, ids.room, from, to],
    );
    await stage.owner.query(
      `insert into scheduled_dates (meeting_id, recurrence, account_id, room_id, starts_at, ends_at)
       select m.id, m.start, m.account_id, m.room_id, m.start::timestamp at time zone 'UTC', m.start::timestamp at time zone 'UTC' + interval '45 minutes'
       from scheduled_meetings m where not exists (select from scheduled_dates d where d.meeting_id = m.id)`,
    );
    for (const table of ['scheduled_meetings', 'scheduled_dates']) await stage.owner.query(`vacuum analyze ${table}`);
  };
  const first = `${new Date().toISOString().slice(0, 8)}01`;
  const month: List = { name: 'month', path: `/api/schedule/days?from=${first}&days=42&zone=UTC`, headers: mine };
  await fill({ from: 1, to: 50 });
  await timesOf(stage.port, month, hello);
  const small = await timesOf(stage.port, month, hello);
  await fill({ from: 51, to: 5_000 });
  const large = await timesOf(stage.port, month, hello);
  note('calendar month of 5 000 dates', large.own, { unit: 'ms' });
  note('calendar month: 5 000 dates against 50', large.own / small.own, { unit: 'ratio', atMost: budgets.month });
}

export async function measureTalking(note: Report['note']): Promise<void> {
  const customers: Customer[] = [];
  const stage = await openStage(async (to) => {
    await sellerOf(to);
    customers.push(await to.customer('talking'));
  });
  try {
    const [customer] = customers;
    if (customer === undefined) throw new Error('there is no customer');
    const at = { url: `http://127.0.0.1:${stage.port}`, password: customer.password };
    const headersOf = async (email: string) => {
      const token = await signIn(at, email);
      return {
        authorization: `Bearer ${token}`,
        cookie: `auth._token.local=${encodeURIComponent(`Bearer ${token}`)}`,
      };
    };
    const ids = await idsIn(stage.owner, customer.accountId);
    const scene: Scene = { stage, customer, ids, mine: await headersOf(customer.email), staff: await headersOf(agent) };
    await measureBoards(scene, note);
    await measureMonth(scene, note);
    await measureLists(scene, note);
  } finally {
    await stage.stop();
  }
}
