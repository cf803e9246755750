/** Rows of an account in whatever table, read and deleted by the catalogue of the database: what is exported and erased is decided in the rules. */
import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db/db.ts';
import { totalOf } from '#kit/server/db/total.ts';
import { membershipsSql, usersSql } from '#core/accounts/server/accounts.sql.ts';
import { libraryFilesSql, libraryVersionsSql } from '#core/files/server/files.sql.ts';
import { userPicturesSql } from '#core/identity/server/identity.sql.ts';
import { vendorBrandsSql } from '#sales/vendors/server/vendors.sql.ts';
import { isHiddenColumn } from '../ownership.rules.ts';

const named = z.array(z.object({ name: z.string() }));
const typed = z.array(z.object({ name: z.string(), type: z.string() }));
const linked = z.array(z.object({ child: z.string(), parent: z.string() }));
const taken = z.array(z.object({ id: z.nullable(z.string()), row: z.record(z.string(), z.unknown()) }));
const column = (name: string) => sql.identifier(name);

/** Every table with an account. */
export async function accountTables(db: Db): Promise<string[]> {
  const found = await db.execute(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'account_id' order by 1`);
  return z.parse(named, found.rows).map((one) => one.name);
}

/** Tables that hold something of a person and of no account. */
export async function personTables(db: Db): Promise<string[]> {
  const found = await db.execute(sql`
    select table_name as name from information_schema.columns c
    where table_schema = 'public' and column_name = 'user_id' and not exists (
      select 1 from information_schema.columns o
      where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'account_id') order by 1`);
  return z.parse(named, found.rows).map((one) => one.name);
}

/** In an order in which each stands before those that it refers to, so that it can be emptied first. */
export async function childrenFirst(db: Db, tables: readonly string[]): Promise<string[]> {
  const found = await db.execute(sql`
    select c.relname as child, p.relname as parent from pg_constraint k
      join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
    where k.contype = 'f' and c.oid <> p.oid`);
  const links = z.parse(linked, found.rows);
  const [ordered, rest] = [new Set<string>(), new Set(tables)];
  while (rest.size > 0) {
    const free = [...rest].filter((name) => links.every(({ child, parent }) => parent !== name || !rest.has(child)));
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${[...rest].join(', ')}`);
    for (const name of free) {
      ordered.add(name);
      rest.delete(name);
    }
  }
  return [...ordered];
}

/** Where an account's rows are: in its own column, and in further ones of rows of other accounts. */
const ofAccount = (accountId: string, columns: readonly string[]) =>
  sql.join(
    columns.map((name) => sql`${column(name)} = ${accountId}::uuid`),
    sql` or `,
  );

/** How many rows of a table the account has, as far as is counted. */
export const countUpTo = (db: Db, table: string, accountId: string): Promise<number | undefined> =>
  totalOf(db, sql`${column(table)}`, ofAccount(accountId, ['account_id']));

/** Returns how many. `also`: further columns that name the account. */
export async function deleteRows(tx: Db, of: { table: string; accountId: string; also?: readonly string[] }): Promise<number> {
  const done = await tx.execute(
    sql`delete from ${column(of.table)} where ${ofAccount(of.accountId, ['account_id', ...(of.also ?? [])])}`,
  );
  return done.rowCount ?? 0;
}

export type TableRow = Record<string, unknown>;
const page = 500;

/** Attachments that are for their person alone, as mails are: of mails, and uploaded without being sent. */
const personalFiles = sql`select f.id from ${libraryFilesSql} f
  where f.account_id = t.account_id and f.place = 'conversation' and (f.conversation_id is null or f.conversation_kind = 'mail')`;
/** Rows of a table that belong to a person and not to the account. */
const personal: Readonly<Record<string, SQL>> = {
  library_files: sql`and t.id not in (${personalFiles})`,
  library_versions: sql`and t.file_id not in (${personalFiles})`,
};
/** Versions whose files an export of the account holds. */
export async function exportedVersions(db: Db, accountId: string): Promise<Set<string>> {
  const found = await db.execute(sql`
    select t.id as name from ${libraryVersionsSql} t where t.account_id = ${accountId}::uuid ${personal.library_versions}`);
  return new Set(z.parse(named, found.rows).map((one) => one.name));
}

/** An account's rows as JSON, page by page in the order of their ids, without what never leaves. */
export async function* rowsOf(db: Db, table: string, accountId: string): AsyncGenerator<TableRow> {
  const columns = await db.execute(
    sql`select column_name as name, data_type as type from information_schema.columns where table_schema = 'public' and table_name = ${table}`,
  );
  const found = z.parse(typed, columns.rows);
  const names = found.map((one) => one.name);
  // pictures go as files
  const hidden = found.filter(({ name, type }) => isHiddenColumn(name) || type === 'bytea').map(({ name }) => name);
  const without = sql`(to_jsonb(t) - ${sql.param(hidden)}::text[])`;
  if (!names.includes('id')) {
    const all = await db.execute(
      sql`select null as id, ${without} as row from ${column(table)} t where account_id = ${accountId}::uuid`,
    );
    for (const one of z.parse(taken, all.rows)) yield one.row;
    return;
  }
  for (let after: string | null = null; ; ) {
    const more: ReturnType<typeof sql> = after === null ? sql`` : sql`and t.id > ${after}::uuid`;
    const part = await db.execute(
      sql`select t.id::text as id, ${without} as row from ${column(table)} t
        where account_id = ${accountId}::uuid ${personal[table] ?? sql``} ${more} order by t.id limit ${page}`,
    );
    const rows = z.parse(taken, part.rows);
    for (const one of rows) yield one.row;
    if (rows.length < page) return;
    after = rows.at(-1)?.id ?? null;
  }
}

/** The people of an account, with the data that the account may see. */
export async function* peopleOf(db: Db, accountId: string): AsyncGenerator<TableRow> {
  const found = await db.execute(sql`
    select u.id, jsonb_build_object('id', u.id, 'email', u.email, 'name', u.name, 'locale', u.locale, 'time_zone', u.time_zone,
      'created_at', u.created_at, 'role', m.role, 'picture_webp_base64', encode(p.picture, 'base64')) as row
    from ${usersSql} u join ${membershipsSql} m on m.user_id = u.id left join ${userPicturesSql} p on p.user_id = u.id where m.account_id = ${accountId}::uuid order by u.id`);
  for (const one of z.parse(taken, found.rows)) yield one.row;
}
/** The whole row, as of every other table. */
export async function* accountRow(db: Db, accountId: string): AsyncGenerator<TableRow> {
  const found = await db.execute(sql`select id, to_jsonb(a) as row from ${column('accounts')} a where id = ${accountId}::uuid`);
  for (const one of z.parse(taken, found.rows)) yield one.row;
}

const picture = z.array(z.object({ logo: z.instanceof(Uint8Array) }));
/** The logo that an account shows its customers as their vendor; null: none. */
export async function vendorLogo(db: Db, accountId: string): Promise<Uint8Array | null> {
  const found = await db.execute(
    sql`select logo from ${vendorBrandsSql} vendor_brands where account_id = ${accountId}::uuid and logo is not null`,
  );
  return z.parse(picture, found.rows)[0]?.logo ?? null;
}
