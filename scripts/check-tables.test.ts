import { describe, expect, test } from 'vitest';
import { tableUses } from './check-tables.ts';

const tables = new Set(['accounts', 'rooms', 'users', 'meetings']);
const usesIn = (statement: string) => tableUses(statement, tables).map(({ table, verb }) => `${verb} ${table}`);

describe('the tables of a statement', () => {
  test.each([
    ['select * from accounts', ['reads accounts']],
    ['select 1 from only "accounts" a', ['reads accounts']],
    ['select 1 from public.accounts', ['reads accounts']],
    [
      'select 1 from accounts as a, rooms r, other o left join users using (id)',
      ['reads accounts', 'reads rooms', 'reads users'],
    ],
    ['select 1 from $ x, accounts a', ['reads accounts']],
    ['select 1 from (select id from rooms) r, accounts a', ['reads accounts', 'reads rooms']],
    ['select 1 from unnest($) as d(a, b), users u', ['reads users']],
    ['insert into rooms (id) select id from accounts', ['writes rooms', 'reads accounts']],
    ['insert into x values (1) on conflict (id) do update set n = 1', []],
    ['update rooms r set name = u.name from users u', ['writes rooms', 'reads users']],
    ['delete from rooms using users u', ['writes rooms', 'reads users']],
    ['with gone as (delete from rooms returning *) select 1 from gone', ['writes rooms']],
    ['lock table rooms', ['writes rooms']],
    ['truncate rooms', ['writes rooms']],
    ['users u join accounts a on true', ['reads users', 'reads accounts']],
    ['accounts where true', ['reads accounts']],
    ['rooms', ['reads rooms']],
  ])('%s', (statement, uses) => {
    expect(usesIn(statement).toSorted()).toEqual(uses.toSorted());
  });

  test.each([
    'with accounts as (select 1), users as materialized (select 2) select 1 from accounts, users',
    "select 'from accounts'",
    'select extract(epoch from accounts.at)',
    'select a is distinct from rooms.id',
    'select 1 from x for update of accounts',
    'meetings is null',
    'accounts.id = 1',
  ])('none in %s', (statement) => {
    expect(usesIn(statement)).toEqual([]);
  });
});
