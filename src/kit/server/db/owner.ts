/** The embedded server: makes the owner role and the database that the product lives in, as the superuser of `initdb`. */
import pg from 'pg';
import { hmacHex, type Secrets } from '#kit/server/secrets.ts';

const owner = 'atrium_owner';
const database = 'atrium';

/** Returns the owner's connection string. Safe to call at every start and by several processes. */
export async function ensureOwner(superuserUrl: string, secrets: Secrets): Promise<string> {
  const password = hmacHex(secrets.derive('database role'), 'owner');
  const client = new pg.Client({ connectionString: superuserUrl });
  // as in the migration: the query tells it
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(7201945)');
    const role = await client.query('select 1 from pg_roles where rolname = $1', [owner]);
    // again at every start: after a change of the master key the password is another
    await client.query(
      `${role.rowCount === 0 ? 'create' : 'alter'} role ${owner} login createrole nosuperuser nobypassrls password ${pg.escapeLiteral(password)}`,
    );
    const known = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (known.rowCount === 0) await client.query(`create database ${database} owner ${owner} template template0`);
    if (role.rowCount !== 0) {
      // roles made by an earlier owner, or restored ones: the owner must be able to set their passwords again
      const served = await client.query<{ rolname: string }>(
        "select rolname from pg_roles where rolname in ('atrium_app', 'atrium_system')",
      );
      for (const one of served.rows)
        await client.query(`grant ${pg.escapeIdentifier(one.rolname)} to ${owner} with admin option`);
    }
  } finally {
    await client.end();
  }
  const url = new URL(superuserUrl);
  url.username = owner;
  url.password = password;
  url.pathname = `/${database}`;
  return url.href;
}
