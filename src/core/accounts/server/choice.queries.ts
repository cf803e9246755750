import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db.ts';
import { amongIds, fewOf } from '#kit/server/total.ts';

/** `owners`: people who could own the account, none who do: with a proven address of their own, which a bare name to sign in with is not. */
export type ChoiceOf = 'people' | 'owners';
/** `search`: part of a name, for owners of an address, too. */
export type Choice = { accountId: string; of: ChoiceOf; search: string };

const person = z.object({ id: z.string(), name: z.string(), email: z.string() });
export type ChoicePerson = z.output<typeof person>;

const open = (accountId: string) => sql`m.account_id = ${accountId}::uuid and m.state = 'active' and u.state = 'active'`;
const from = sql`memberships m join users u on u.id = m.user_id`;

function fitting({ accountId, of, search }: Choice): SQL {
  const owners = sql`m.role <> 'owner' and u.email_verified_at is not null and u.email like '%@%'`;
  const pattern = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`;
  const named = of === 'people' ? sql`u.name ilike ${pattern}` : sql`(u.name ilike ${pattern} or u.email ilike ${pattern})`;
  return sql.join([open(accountId), ...(of === 'owners' ? [owners] : []), ...(search.trim() === '' ? [] : [named])], sql` and `);
}

/**
 * People of an account to choose from, at most `limit`: of a rare name those who have it, by name; of a usual one, or without any, those who
 * came last. The system's eyes: see `fewOf`.
 */
export async function peopleToChoose(db: Db, choice: Choice, limit: number): Promise<ChoicePerson[]> {
  const where = fitting(choice);
  const few = choice.search.trim() === '' ? undefined : await fewOf(db, { from, id: sql`m.id` }, where);
  const fits = amongIds(sql`m.id`, few) ?? where;
  const order = few === undefined ? sql`m.id desc` : sql`lower(u.name), u.id`;
  const found = await db.execute(sql`select u.id, u.name, u.email from ${from} where ${fits} order by ${order} limit ${limit}`);
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
