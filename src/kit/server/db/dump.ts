/** Moves the rows of our tables out of a database and into an empty one: PostgreSQL's COPY, one file per table. */
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import * as copies from 'pg-copy-streams';
import { dumpJobs } from './dump-jobs.ts';

/** Tables in an order in which each stands after those it refers to. */
async function tablesInOrder(client: pg.Client): Promise<string[]> {
  const all = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by tablename",
  );
  const links = await client.query<{ child: string; parent: string }>(
    "select c.relname as child, p.relname as parent from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid where k.contype = 'f' and c.oid <> p.oid",
  );
  const ordered: string[] = [];
  const rest = new Set(all.rows.map((row) => row.name));
  while (rest.size > 0) {
    const free = [...rest].filter((name) => links.rows.every((link) => link.child !== name || !rest.has(link.parent)));
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${[...rest].join(', ')}`);
    for (const name of free) {
      ordered.push(name);
      rest.delete(name);
    }
  }
  return ordered;
}

async function columnsOf(client: pg.Client, table: string): Promise<string[]> {
  const rows = await client.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position",
    [table],
  );
  return rows.rows.map((row) => row.name);
}

const listOf = (columns: readonly string[]) => columns.map((name) => pg.escapeIdentifier(name)).join(', ');

export type TableDump = { name: string; columns: string[]; rows: number };
export type DatabaseDump = { migrations: string[]; tables: TableDump[]; jobs: number };

/** The file of the jobs that wait, beside those of the tables. */
export const jobsFile = 'waiting.jobs';

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // the query under way fails by itself
  client.on('error', () => undefined);
  await client.connect();
  try {
    // a table takes as long as it takes, whatever the role or the server allows a statement
    await client.query('set statement_timeout = 0');
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Writes `<folder>/<table>.copy` for every table and the jobs that wait, all as of one moment. */
export function dumpTables(ownerUrl: string, folder: string): Promise<DatabaseDump> {
  return connected(ownerUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const migrations = await client.query<{ name: string }>('select name from schema_migrations order by name');
    const tables: TableDump[] = [];
    for (const name of await tablesInOrder(client)) {
      const columns = await columnsOf(client, name);
      const out = client.query(copies.to(`copy ${pg.escapeIdentifier(name)} (${listOf(columns)}) to stdout`));
      await pipeline(out, createWriteStream(path.join(folder, `${name}.copy`), { mode: 0o600 }));
      tables.push({ name, columns, rows: out.rowCount ?? 0 });
    }
    const jobs = await dumpJobs(client, path.join(folder, jobsFile));
    await client.query('commit');
    return { migrations: migrations.rows.map((row) => row.name), tables, jobs };
  });
}

/** Loads the files again, in one transaction, into tables that are there and empty. */
export function loadTables(ownerUrl: string, folder: string, tables: readonly TableDump[]): Promise<void> {
  return connected(ownerUrl, async (client) => {
    await client.query('begin');
    for (const table of tables) {
      // what triggers keep comes with the files
      await client.query(`alter table ${pg.escapeIdentifier(table.name)} disable trigger user`);
      const into = client.query(copies.from(`copy ${pg.escapeIdentifier(table.name)} (${listOf(table.columns)}) from stdin`));
      await pipeline(createReadStream(path.join(folder, `${table.name}.copy`)), into);
      await client.query(`alter table ${pg.escapeIdentifier(table.name)} enable trigger user`);
    }
    await client.query('commit');
  });
}

/** True when nobody has used this database yet: there is no such table, or no row in it. */
export function isUnused(ownerUrl: string, table: string): Promise<boolean> {
  return connected(ownerUrl, async (client) => {
    const known = await client.query("select 1 from pg_tables where schemaname = 'public' and tablename = $1", [table]);
    if (known.rowCount === 0) return true;
    const used = await client.query(`select 1 from ${pg.escapeIdentifier(table)} limit 1`);
    return used.rowCount === 0;
  });
}

/** Empties what a first start wrote by itself, before a backup is loaded. */
export function clearTables(ownerUrl: string): Promise<void> {
  return connected(ownerUrl, async (client) => {
    for (const name of (await tablesInOrder(client)).reverse()) await client.query(`delete from ${pg.escapeIdentifier(name)}`);
  });
}
