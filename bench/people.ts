/**
 * `npm run bench people`: lists of people, accounts, groups, mails and the log of what happened, while each grows from ten to 100 000
 * rows (groups to 10 000). A list may take half as long again as with ten rows, measured as in `tables`. What a search is to find are
 * the oldest rows.
 */
import { hashPassword } from '#core/identity/server/passwords/passwords.service.ts';
import { createAccount } from '#core/accounts/server/accounts.service.ts';
import { createPerson } from '#core/accounts/server/people.service.ts';
import { type Building, type Customer, openStage, type Stage } from './endpoint-stage.ts';
import { idSql, type List, printed, type Row, timesOf, unindexed } from './lists.ts';
import { signIn } from './product.ts';

const sizes = [10, 1_000, 100_000] as const;
const mostGroups = 10_000;
const password = 'bench: a long password';

type Operator = { accountId: string; email: string };

async function operatorOf({ ctx }: Building): Promise<Operator> {
  const email = 'bench-operator@example.org';
  const passwordHash = await hashPassword(password);
  const about = { locale: 'en-US', timeZone: 'UTC' };
  const accountId = await ctx.system.write(async (tx) => {
    const ownerId = await createPerson(ctx, tx, {
      ...about,
      email,
      name: 'Operator',
      passwordHash,
      emailVerified: 'yes',
      termsVersion: '1',
    });
    return createAccount(ctx, tx, { ...about, name: 'Operator', kind: 'operator', state: 'active', ownerId });
  });
  return { accountId, email };
}

const tables = ['accounts', 'users', 'memberships', 'iam_groups', 'iam_group_members', 'audit_entries', 'outbox_mails'] as const;

/** Rare for the eight oldest, else counted through. */
const named = (rare: string, usual: string) => `case when n < 8 then '${rare} ' else '${usual} ' end || n`;

/** Whom the rows are given to, and which: from `from` until before `to`. */
type Growth = { customer: Customer; operator: Operator; from: number; to: number };

async function grow({ owner }: Stage, { customer, operator, from, to }: Growth): Promise<void> {
  const at = "now() - interval '2 years' + n * interval '1 second'";
  const each = (upTo: number) => `from generate_series(${from}::bigint, ${upTo - 1}::bigint) n`;
  const all = each(to);
  await unindexed(owner, tables, async () => {
    const person = (kind: string, name: string, mail: string) => `
      insert into users (id, email, name, state, locale, time_zone, email_verified_at, version, created_at)
      select ${idSql('n', kind)}, '${mail}-' || n || '@example.net', ${name}, 'active', 'en-US', 'UTC', now(), 1, ${at} ${all}`;
    await owner.query(person('01', named('Ada Quelimane', 'Owner'), 'owner'));
    await owner.query(person('02', named('Nia Quelimane', 'Pupil'), 'pupil'));
    await owner.query(`
      insert into accounts (id, kind, name, state, locale, time_zone, branding, entitlements, version, created_at)
      select ${idSql('n', '03')}, 'customer', ${named('Zanzibar School', 'School')}, case when n < 8 then 'suspended' else 'active' end,
        'en-US', 'UTC', '{}', '{}', 1, ${at} ${all}`);
    await owner.query(`
      insert into memberships (id, account_id, user_id, role, permissions, state, preset, created_at)
      select ${idSql('n', '04')}, ${idSql('n', '03')}, ${idSql('n', '01')}, 'owner', '{}', 'active', 'none', ${at} ${all}`);
    await owner.query(
      `insert into memberships (id, account_id, user_id, role, permissions, state, preset, created_at)
       select ${idSql('n', '05')}, $1, ${idSql('n', '02')}, 'member', '{}', case when n < 8 then 'suspended' else 'active' end, 'none', ${at} ${all}`,
      [customer.accountId],
    );
    const groups = each(Math.min(to, mostGroups));
    await owner.query(
      `insert into iam_groups (id, account_id, name, description, statements, version, created_at, updated_at)
       select ${idSql('n', '06')}, $1, ${named('Quelimane class', 'Class')}, '', '[]', 1, ${at}, now() ${groups}`,
      [customer.accountId],
    );
    // everybody is in the oldest group
    await owner.query(
      `insert into iam_group_members (account_id, group_id, user_id, name, here, state, since)
       select $1, ${idSql('0', '06')}, ${idSql('n', '02')}, ${named('Nia Quelimane', 'Pupil')}, true, 'in', now() ${all}`,
      [customer.accountId],
    );
    for (const [kind, accountId] of [
      ['07', customer.accountId],
      ['08', operator.accountId],
    ] as const)
      await owner.query(
        `insert into audit_entries (id, account_id, actor_kind, actor_user_id, action, subject_kind, subject_id, data, address, at)
         select ${idSql('n', kind)}, $1, 'user', ${idSql('(n % 10)', '02')}, 'rooms.created', 'room', 'room-' || n, jsonb_build_object('name', ${named('Quelimane', 'Lesson')}),
           '192.0.2.7', ${at} ${all}`,
        [accountId],
      );
    await owner.query(`
      insert into outbox_mails (id, template, recipient, locale, subject, body_text, body_html, state, attempts, created_at, sent_at)
      select ${idSql('n', '09')}, 'welcome', ${named('quelimane', 'reader')} || '@example.net', 'en-US', 'Welcome', '', '',
        case when n < 8 then 'failed' else 'sent' end, 1, ${at}, now() ${all}`);
  });
  // what the triggers would have counted
  await owner.query('delete from people_counts');
  await owner.query(`
    insert into people_counts (account_id, n) select account_id, count(*) from memberships where state <> 'deleted' group by 1`);
  await owner.query(`insert into people_counts select account_id, group_id, count(*) from iam_group_members group by 1, 2`);
  for (const table of [...tables, 'people_counts']) await owner.query(`vacuum analyze ${table}`);
}

function listsOf(tokens: { customer: string; operator: string }): List[] {
  const ofOperator = [
    '/api/users?limit=10',
    '/api/users?limit=10&sort=name',
    '/api/users?limit=10&search=zanzibar',
    '/api/users?limit=10&search=quelimane',
    '/api/users?limit=10&state=suspended',
    '/api/outbox?limit=10',
    '/api/outbox?limit=10&search=quelimane',
    '/api/outbox?limit=10&state=failed',
    '/api/audit?limit=10&group=rooms',
    '/api/audit/people',
  ];
  const ofCustomer = [
    '/api/iam/users?limit=10',
    '/api/iam/users?limit=10&search=quelimane',
    '/api/iam/users?limit=10&state=suspended',
    '/api/groups?limit=10',
    '/api/groups?limit=10&search=quelimane',
    '/api/groups/{group}/people?limit=10',
    '/api/audit?limit=10',
    '/api/audit?limit=10&search=quelimane',
    '/api/audit/people',
    '/api/account/ownership',
    '/api/account/ownership/candidates',
    '/api/account/ownership/candidates?search=quelimane',
    '/api/account/closing/preview',
    '/api/account/sign-in-rules',
    '/api/network/people',
    '/api/network/people?search=quelimane',
  ];
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  return [
    ...ofOperator.map((path) => ({ name: `operator ${path}`, path, headers: bearer(tokens.operator) })),
    ...ofCustomer.map((path) => ({ name: `customer ${path}`, path, headers: bearer(tokens.customer) })),
  ];
}

/** Measures and prints; the misses are sentences. */
export async function measurePeople(): Promise<{ misses: string[] }> {
  const built: { customer: Customer; operator: Operator }[] = [];
  const stage = await openStage(async (to) => {
    built.push({ operator: await operatorOf(to), customer: await to.customer('bench-people') });
  });
  try {
    const [made] = built;
    if (made === undefined) throw new Error('there is no customer');
    const { customer, operator } = made;
    const bench = { url: `http://127.0.0.1:${stage.port}`, password };
    const tokens = { customer: await signIn(bench, customer.email), operator: await signIn(bench, operator.email) };
    const { rows: ids } = await stage.owner.query<{ id: string }>(`select ${idSql('0', '06')} as id`);
    const lists = listsOf(tokens).map((one) => ({ ...one, path: one.path.replace('{group}', ids[0]?.id ?? '') }));
    const yardstick = { name: 'isMeetingRunning', path: customer.path('isMeetingRunning', 'meetingID=nobody'), headers: {} };
    const rows = lists.map(({ name }): Row => ({ name, times: [] }));
    let from = 0;
    for (const to of sizes) {
      await grow(stage, { customer, operator, from, to });
      from = to;
      // a process that has just started answers slower, which would flatter the larger tables
      if (rows[0]?.times.length === 0) for (const list of lists) await timesOf(stage.port, list, yardstick);
      for (const [at, list] of lists.entries()) rows[at]?.times.push(await timesOf(stage.port, list, yardstick));
    }
    return { misses: rows.flatMap(printed) };
  } finally {
    await stage.stop();
  }
}
