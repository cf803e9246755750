import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, test } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';
import { directoryPage } from './directory.queries.ts';

test('reads no more of thousands of accounts than it shows', async () => {
  const own = await worldForThisTest();
  await own.ctx().system.write(async (tx) => {
    await tx.execute(sql`insert into accounts (id, kind, name, state)
      select ('0190' || lpad(to_hex(n), 4, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'customer', 'Customer ' || n, 'active'
      from generate_series(1, 5000) n`);
    await tx.execute(
      sql`insert into users (id, email, name, state) select id, 'p' || row_number() over () || '@many.example', 'Person ' || name, 'active' from accounts`,
    );
    await tx.execute(
      sql`insert into memberships (id, account_id, user_id, role, state) select id, id, id, 'owner', 'active' from accounts`,
    );
  });
  const client = new pg.Client({ connectionString: own.ownerUrl });
  await client.connect();
  await client.query('vacuum analyze accounts, users, memberships');
  await client.end();
  const { read } = own.ctx().system;
  const none = { vendorId: null, search: null, kinds: [], states: [] };
  const last = { id: '019009c4-0000-7000-8000-0000000009c4', name: 'Customer 2500' };
  const planOf = async (statement: ReturnType<typeof directoryPage>) => {
    const { rows } = await read.execute<{ 'QUERY PLAN': string }>(sql`explain ${statement.getSQL()}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  for (const order of ['newest', 'oldest', 'name', 'name-down'] as const) {
    const plan = await planOf(directoryPage(read, none, { order, last, limit: 51 }));
    expect(plan, order).toMatch(order.startsWith('name') ? /Index Scan.* accounts_by_name/ : /Index Scan.* accounts_pkey/);
    expect(plan, order).not.toMatch(/Seq Scan|Sort/);
  }
  const vendors = await planOf(directoryPage(read, { ...none, vendorId: last.id }, { order: 'newest', last, limit: 51 }));
  expect(vendors).not.toMatch(/Seq Scan/);
  // five thousand rows are few enough to be read through; what counts is that the indexes can answer
  const statement = directoryPage(read, { ...none, search: 'r 4711' }, { order: 'newest', last: null, limit: 51 });
  const searched = await own.ctx().system.write(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${statement.getSQL()}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(searched).toMatch(/accounts_name_parts/);
  expect(searched).toMatch(/users_email_parts/);
  expect(searched).not.toMatch(/Seq Scan on (accounts|users|memberships)/);
});
