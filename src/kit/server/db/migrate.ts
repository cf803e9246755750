/**
 * Migrations: SQL files in `migrations/`, run in order under an advisory lock, each in a transaction with its note. Newer
 * code brings an older database up to date; older code refuses a newer one.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type AnyJob, prepareJobs, queueMark } from '#kit/server/jobs/jobs.ts';

const folder = path.resolve(import.meta.dirname, '../../../../migrations');
/** Any number, the same in every process. */
const lockKey = 7_201_944;

export class SchemaTooNew extends Error {
  override name = 'SchemaTooNew';
}

/** The two serving roles: names from the configuration, passwords derived from the master key. */
export type DatabaseRoles = { app: { name: string; password: string }; system: { name: string; password: string } };

type MigrationFile = { name: string; text: string; hash: string };

function files(): MigrationFile[] {
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = fs.readFileSync(path.join(folder, name), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    });
}

const filled = (text: string, roles: DatabaseRoles) =>
  text.replaceAll('${app}', pg.escapeIdentifier(roles.app.name)).replaceAll('${system}', pg.escapeIdentifier(roles.system.name));

/** Roles belong to the whole server, so a migration of another database may touch the same one at the same moment: then it is done again. */
async function alterRole(client: pg.Client, statement: string, tries = 10): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    const meanwhile = error instanceof pg.DatabaseError && error.message === 'tuple concurrently updated';
    if (!meanwhile || tries === 1) throw error;
    await alterRole(client, statement, tries - 1);
  }
}

async function makeRoles(client: pg.Client, roles: DatabaseRoles): Promise<void> {
  for (const role of [roles.app, roles.system]) {
    const name = pg.escapeIdentifier(role.name);
    const known = await client.query('select 1 from pg_roles where rolname = $1', [role.name]);
    // who may create roles may not name the attributes of a superuser when altering one
    const verb =
      known.rowCount === 0 ? `create role ${name} nosuperuser nocreatedb nocreaterole nobypassrls` : `alter role ${name}`;
    await alterRole(client, `${verb} login password ${pg.escapeLiteral(role.password)}`);
  }
  const found = await client.query<{ name: string }>('select current_database() as name');
  const database = pg.escapeIdentifier(found.rows[0]?.name ?? '');
  await client.query(
    `grant connect on database ${database} to ${pg.escapeIdentifier(roles.app.name)}, ${pg.escapeIdentifier(roles.system.name)}`,
  );
}

async function applied(client: pg.Client): Promise<Map<string, string>> {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, hash text not null, at timestamptz not null default now())',
  );
  const rows = await client.query<{ name: string; hash: string }>('select name, hash from schema_migrations order by name');
  return new Map(rows.rows.map((row) => [row.name, row.hash]));
}

async function apply(client: pg.Client, file: MigrationFile, roles: DatabaseRoles): Promise<void> {
  await client.query('begin');
  try {
    await client.query(filled(file.text, roles));
    await client.query('insert into schema_migrations (name, hash) values ($1, $2)', [file.name, file.hash]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** The queue tables belong to the owner; the serving roles only use them. */
async function grantJobs(client: pg.Client, roles: DatabaseRoles): Promise<void> {
  for (const role of [roles.app.name, roles.system.name].map((name) => pg.escapeIdentifier(name))) {
    await client.query(
      `grant usage on schema pgboss to ${role}; grant select, insert, update, delete on all tables in schema pgboss to ${role}; grant usage on all sequences in schema pgboss to ${role}; grant execute on all functions in schema pgboss to ${role}`,
    );
  }
}

/** Changes with every update of the queued jobs and their options, of the queue itself, or of the roles that work on it. */
function jobsMark(jobs: readonly AnyJob[], roles: DatabaseRoles): string {
  const version = fs.readFileSync(new URL('../package.json', import.meta.resolve('pg-boss')), 'utf8');
  return createHash('sha256')
    .update(JSON.stringify([version, jobs.map(queueMark), roles.app.name, roles.system.name]))
    .digest('hex');
}

/** Some hundred statements, each of which waits for the disk: a start where nothing changed leaves them out. */
async function ensureJobs(client: pg.Client, { ownerUrl, jobs, roles }: MigrateOptions): Promise<void> {
  const mark = jobsMark(jobs, roles);
  const found = await client.query<{ mark: string | null }>("select obj_description(to_regnamespace('pgboss')) as mark");
  if (found.rows[0]?.mark === mark) return;
  await prepareJobs(ownerUrl, jobs);
  await grantJobs(client, roles);
  await client.query(`comment on schema pgboss is ${pg.escapeLiteral(mark)}`);
}

/** Asks again and again: a statement that waits for a lock holds back the clearing of old rows in all tables. */
async function lockMigrations(client: pg.Client, waits: MigrateOptions['waits']): Promise<void> {
  for (let told = 0; ; told++) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [lockKey]);
    if (rows[0]?.locked === true) return;
    if (told === 0) waits?.('waiting for another process that migrates the database');
    await wait(200);
  }
}

/** `only`: run just these files (a restore first rebuilds the tables of the backup's version). */
export type MigrateOptions = {
  ownerUrl: string;
  roles: DatabaseRoles;
  jobs: readonly AnyJob[];
  only?: readonly string[];
  step?: (name: string) => void;
  /** Hears what the migration waits for. */
  waits?: (text: string) => void;
};

/** Brings the database up to date. `ownerUrl` is the owner's connection. Returns the names of the files that were run. */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const client = new pg.Client({ connectionString: options.ownerUrl });
  // the query that was running tells that the server went away; unheard, the event would end the process before anything is closed
  client.on('error', () => undefined);
  await client.connect();
  try {
    // changing a large table takes as long as it takes, and a second process waits for it
    await client.query('set statement_timeout = 0');
    await lockMigrations(client, options.waits);
    const have = await applied(client);
    const want = files();
    const unknown = [...have.keys()].filter((name) => !want.some((file) => file.name === name));
    if (unknown.length > 0) {
      throw new SchemaTooNew(
        `The database was already used by a newer version of Atrium (it has ${unknown.join(', ')}). Start that version, or restore a backup made before the update.`,
      );
    }
    await makeRoles(client, options.roles);
    const missing = options.only?.filter((name) => !want.some((file) => file.name === name)) ?? [];
    if (missing.length > 0)
      throw new SchemaTooNew(
        `The backup was made by a newer version of Atrium (it has ${missing.join(', ')}). Restore it with that version.`,
      );
    const todo = want.filter((file) => !have.has(file.name) && (options.only?.includes(file.name) ?? true));
    for (const file of todo) {
      options.step?.(file.name);
      await apply(client, file, options.roles);
    }
    if (options.jobs.length > 0) await ensureJobs(client, options);
    return todo.map((file) => file.name);
  } finally {
    await client.end();
  }
}
