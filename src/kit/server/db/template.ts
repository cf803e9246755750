/** A migrated database per test file: the template is made once per run, a clone takes some 20 ms. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';

async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const withName = (url: string, name: string) => {
  const next = new URL(url);
  next.pathname = `/${name}`;
  return next.href;
};

/** Makes a database from the template (or an empty one) and returns its owner's address and a way to drop it. */
export async function cloneDatabase(serverUrl: string, template: string | null): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asOwner(serverUrl, (client) =>
    // copying files takes a third of the time that writing all pages to the log takes
    client.query(
      `create database ${name}${template === null ? '' : ` template ${pg.escapeIdentifier(template)} strategy file_copy`}`,
    ),
  );
  return {
    url: withName(serverUrl, name),
    drop: async () => void (await asOwner(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`))),
  };
}

/** Makes the template once, in the first process that asks for it; `fill` migrates it. */
export async function ensureTemplate(serverUrl: string, name: string, fill: (url: string) => Promise<void>): Promise<void> {
  await asOwner(serverUrl, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const known = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (known.rowCount !== 0) return;
    const making = `${name}_making`;
    await client.query(`drop database if exists ${making} with (force)`);
    await client.query(`create database ${making}`);
    await fill(withName(serverUrl, making));
    await client.query(`alter database ${making} rename to ${name}`);
  });
}
