import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db/db.ts';
import { amongIds, fewOf } from '#kit/server/db/total.ts';

/** `owners`: people who could own the account, none who do: with a proven address of their own, which a bare name to sign in with is not. */
export type ChoiceOf = 'people' | 'owners';
/** `search`: part of a name, for owners of an address, too. */
export type Choice = { accountId: string; of: ChoiceOf; search: string };

const person = z.object({ id: z.string(), name: z.string(), email: z.string() });
export type ChoicePerson = z.output<typeof person>;

const open = (accountId: string) => sql`m.account_id = ${accountId}::uuid and m.state = 'active' and u.state = 'active'`;
const from = sql`memberships m join users u on u.id = m.user_id`;

/** Newest places that are looked through when a search does not narrow them: nobody may fit among a hundred thousand. */
const lookedThrough = 2_000;
const isEmpty = ({ search }: Choice): boolean => search.trim() === '';

function named({ of, search }: Choice): SQL {
  const pattern = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`;
  return of === 'people' ? sql`u.name ilike ${pattern}` : sql`(u.name ilike ${pattern} or u.email ilike ${pattern})`;
}
function fitting(choice: Choice): SQL {
  const owners = sql`m.role <> 'owner' and u.email_verified_at is not null and u.email like '%@%'`;
  const parts = [
    open(choice.accountId),
    ...(choice.of === 'owners' ? [owners] : []),
    ...(isEmpty(choice) ? [] : [named(choice)]),
  ];
  return sql.join(parts, sql` and `);
}

/** `few`: the places with such a name, when they are few; else those who came last are looked through. */
export function choiceStatement(choice: Choice, few: readonly string[] | undefined, limit: number): SQL {
  // "offset 0" has each person looked up by itself: joined in one go, all people of the installation would be read
  const newest = sql`(select * from memberships where account_id = ${choice.accountId}::uuid order by id desc limit ${lookedThrough}) m
    cross join lateral (select * from users where id = m.user_id offset 0) u`;
  const among = amongIds(sql`m.id`, few);
  const order = among === undefined ? sql`m.id desc` : sql`lower(u.name), u.id`;
  return sql`select u.id, u.name, u.email from ${among === undefined ? newest : from}
    where ${fitting(choice)} and ${among ?? sql`true`} order by ${order} limit ${limit}`;
}

/**
 * People of an account to choose from, at most `limit`: of a rare name those who have it, by name; of a usual one, or without any, those who
 * came last, as far as they are among the newest two thousand. The system's eyes: see `fewOf`.
 */
export async function peopleToChoose(db: Db, choice: Choice, limit: number): Promise<ChoicePerson[]> {
  // by the name alone: of ten thousand with a usual one perhaps nobody fits, and all of them would be read to find that out
  const those = sql`m.account_id = ${choice.accountId}::uuid and ${named(choice)}`;
  const few = isEmpty(choice) ? undefined : await fewOf(db, { from, id: sql`m.id` }, those);
  const found = await db.execute(choiceStatement(choice, few, limit));
  return z.parse(z.array(person), found.rows);
}

const member = z.extend(person, { role: z.string() });
/** Those of these people who can sign in to the account now. */
export async function membersAmong(db: Db, accountId: string, ids: readonly string[]): Promise<z.output<typeof member>[]> {
  const found = await db.execute(sql`
    select u.id, u.name, u.email, m.role from ${from}
    where ${open(accountId)} and m.user_id = any(${sql.param([...ids])}::uuid[])`);
  return z.parse(z.array(member), found.rows);
}
