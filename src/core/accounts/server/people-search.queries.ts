import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db/db.ts';
import { mayActSql } from './accounts.sql.ts';

/** `owners`: people who could own the account, none who do: with a proven address of their own, which a bare name to sign in with is not. */
export type PeopleFit = 'people' | 'owners';
export type PeopleSearch = {
  accountId: string;
  fit: PeopleFit;
  /** Beginnings of words of a name or an address; every word has to fit. Empty: those who came last. */
  search: string;
  /** Nobody but these, in this order, in place of words. */
  among?: readonly string[] | undefined;
  /** The whole address, in place of words. */
  email?: string | undefined;
  now: Date;
  /** Left out, for example the reader. */
  without?: string | undefined;
};
/** `offset`: how many were read already. */
export type PeoplePage = { limit: number; offset: number };

const person = z.object({ id: z.string(), name: z.string(), email: z.string() });
export type FoundPerson = z.output<typeof person>;

/** More words than anybody has do not make an answer better. */
const mostWords = 6;
/** Of very many people only so many are looked at, the newest where there are no words: perhaps none of them fits. */
const lookedThrough = 2_000;

const mayAct = (now: Date): SQL => mayActSql({ membership: sql`m`, user: sql`u` }, now);
function reachable({ fit, now, without }: PeopleSearch): SQL {
  const owners = sql`m.role <> 'owner' and u.email_verified_at is not null and u.email like '%@%'`;
  return sql.join(
    [mayAct(now), ...(fit === 'owners' ? [owners] : []), ...(without === undefined ? [] : [sql`m.user_id <> ${without}::uuid`])],
    sql` and `,
  );
}

// the last character of Unicode: nothing that begins with the prefix comes after it
const begins = (column: SQL, prefix: SQL): SQL =>
  sql`${column} >= ${prefix} collate "C" and ${column} < (${prefix} || chr(1114111)) collate "C"`;

/** The words of a search, the rarest first: its range of the index is walked, the others are looked up beside it. */
async function wordsOf(db: Db, { accountId, search }: PeopleSearch): Promise<string[]> {
  const { rows } = await db.execute<{ word: string }>(sql`
    select w as word from (select distinct w from unnest(fold_words(${search}::text)) w limit ${mostWords}) words
    cross join lateral (select count(*) as n from (
      select 1 from people_words p where p.account_id = ${accountId}::uuid and ${begins(sql`p.word`, sql`w`)} limit 1001) counted) known
    order by known.n, w`);
  return rows.map(({ word }) => word);
}

/** By the first word that fits, so that whole words come before longer ones. Each person is looked up by itself: not all may be reachable. */
function wordStatement(search: PeopleSearch, [rarest = '', ...others]: readonly string[], page: PeoplePage): SQL {
  const prefix = sql`${rarest}::text`;
  const hasWord = (fits: SQL) =>
    sql`exists (select 1 from people_words o where o.account_id = w.account_id and o.user_id = w.user_id and ${fits})`;
  const beside = others.map((word) => sql`and ${hasWord(begins(sql`o.word`, sql`${word}::text`))}`);
  return sql`select p.id, p.name, p.email from (
      select w.word, w.user_id, w.account_id from people_words w where w.account_id = ${search.accountId}::uuid and ${begins(sql`w.word`, prefix)}
        and not ${hasWord(sql`o.word >= ${prefix} collate "C" and o.word < w.word`)} ${sql.join(beside, sql` `)}
      order by w.word, w.user_id limit ${lookedThrough}) w
    cross join lateral (select u.id, u.name, u.email from memberships m join users u on u.id = m.user_id
      where m.account_id = w.account_id and m.user_id = w.user_id and ${reachable(search)} limit 1) p
    order by w.word, w.user_id limit ${page.limit} offset ${page.offset}`;
}

/** "offset 0" has each person looked up by itself: joined in one go, all people of the installation would be read. */
const newestStatement = (search: PeopleSearch, page: PeoplePage): SQL => sql`select u.id, u.name, u.email
  from (select * from memberships where account_id = ${search.accountId}::uuid order by id desc limit ${lookedThrough}) m
  cross join lateral (select * from users where id = m.user_id offset 0) u
  where ${reachable(search)} order by m.id desc limit ${page.limit} offset ${page.offset}`;

const addressStatement = (search: PeopleSearch, email: string, page: PeoplePage): SQL => sql`select u.id, u.name, u.email
  from users u join memberships m on m.user_id = u.id
  where lower(u.email) = lower(${email}) and m.account_id = ${search.accountId}::uuid and ${reachable(search)} limit ${page.limit} offset ${page.offset}`;

const amongStatement = (search: PeopleSearch, ids: readonly string[], page: PeoplePage): SQL => sql`select u.id, u.name, u.email
  from unnest(${sql.param([...ids])}::uuid[]) with ordinality wanted (id, place)
  join memberships m on m.account_id = ${search.accountId}::uuid and m.user_id = wanted.id join users u on u.id = wanted.id
  where ${reachable(search)} order by wanted.place limit ${page.limit} offset ${page.offset}`;

/** The statement of a page of people; null: nothing that was typed is a word. */
export async function peopleStatement(db: Db, search: PeopleSearch, page: PeoplePage): Promise<SQL | null> {
  if (search.among !== undefined) return amongStatement(search, search.among, page);
  if (search.email !== undefined) return addressStatement(search, search.email, page);
  if (search.search.trim() === '') return newestStatement(search, page);
  const words = await wordsOf(db, search);
  return words.length === 0 ? null : wordStatement(search, words, page);
}

/** People of an account, at most `limit`: those whose words fit, else those who came last. The system's eyes, because people belong to no account. */
export async function searchPeople(db: Db, search: PeopleSearch, page: PeoplePage): Promise<FoundPerson[]> {
  const statement = await peopleStatement(db, search, page);
  return statement === null ? [] : z.parse(z.array(person), (await db.execute(statement)).rows);
}

/** Ids of those who came last; the system's eyes. */
export async function newestMembers(db: Db, of: { accountId: string; now: Date; limit: number }): Promise<string[]> {
  const search = { accountId: of.accountId, fit: 'people', search: '', now: of.now } as const;
  return (await searchPeople(db, search, { limit: of.limit, offset: 0 })).map(({ id }) => id);
}

const member = z.extend(person, { role: z.string() });
export type MembersQuery = { accountId: string; ids: readonly string[]; now: number };
/** Those of these people who can sign in to the account now. */
export async function membersAmong(db: Db, { accountId, ids, now }: MembersQuery): Promise<z.output<typeof member>[]> {
  if (ids.length === 0) return [];
  const found = await db.execute(sql`
    select u.id, u.name, u.email, m.role from memberships m join users u on u.id = m.user_id
    where m.account_id = ${accountId}::uuid and ${mayAct(new Date(now))} and m.user_id = any(${sql.param([...ids])}::uuid[])`);
  return z.parse(z.array(member), found.rows);
}
