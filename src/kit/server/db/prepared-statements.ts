/** Statements with parameters are prepared by name, so that PostgreSQL parses each once per connection (decision 47). */
import { hash } from 'node:crypto';
import pg from 'pg';

/** A connection that has prepared as many is closed when it is returned: the server keeps each until then, in 50 to 120 kB. */
export const MOST_STATEMENTS = 300;
/** Lists differ in length from call to call, and every length is another text. */
const MOST_PARAMETERS = 40;

/** What drizzle and the queue call of a client. */
export type StatementClient = { query(config: pg.QueryConfig | string, values?: unknown[]): Promise<pg.QueryResult> };

/** By connection. `outdated`: those whose columns a migration has changed since they were prepared. */
type PreparedNames = { names: Set<string>; outdated: Set<string> };

export type StatementNames = {
  /** Sends again without its name what turns out to be outdated. */
  outsideTransaction(client: pg.PoolClient): StatementClient;
  /** An outdated statement has ended the transaction, which fails like one that met another (40001): it can be repeated. */
  insideTransaction(client: pg.PoolClient): StatementClient;
  isFull(client: pg.PoolClient): boolean;
};

/** `feature_not_supported` (0A000) has many causes, and the text of this one is in the server's language. 26000: the server has dropped the name. */
const isOutdated = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError &&
  ((error.code === '0A000' && error.routine === 'RevalidateCachedQuery') || error.code === '26000');

function nameOf(text: string, { names, outdated }: PreparedNames): string | undefined {
  const name = hash('sha256', text, 'base64url');
  if (outdated.has(name)) return undefined;
  names.add(name);
  return name;
}

export function createStatementNames(): StatementNames {
  const prepared = new WeakMap<pg.PoolClient, PreparedNames>();
  const namesOf = (client: pg.PoolClient): PreparedNames => {
    const known = prepared.get(client) ?? { names: new Set(), outdated: new Set() };
    prepared.set(client, known);
    return known;
  };
  const statementClient = (
    client: pg.PoolClient,
    repeat: (error: Error, again: () => Promise<pg.QueryResult>) => Promise<pg.QueryResult>,
  ): StatementClient => ({
    async query(config, values = []) {
      const query = typeof config === 'string' ? { text: config } : config;
      const known = namesOf(client);
      // without parameters a text may hold several statements, which cannot be prepared
      const name = values.length === 0 || values.length > MOST_PARAMETERS ? undefined : nameOf(query.text, known);
      if (name === undefined) return client.query(query, values);
      try {
        return await client.query({ ...query, name }, values);
      } catch (error) {
        if (!isOutdated(error)) throw error;
        known.outdated.add(name);
        return repeat(error, () => client.query(query, values));
      }
    },
  });
  return {
    outsideTransaction: (client) => statementClient(client, (_error, again) => again()),
    insideTransaction: (client) =>
      statementClient(client, (cause) =>
        Promise.reject(
          Object.assign(new Error('a table has changed since the statement was prepared', { cause }), { code: '40001' }),
        ),
      ),
    isFull: (client) => namesOf(client).names.size >= MOST_STATEMENTS,
  };
}
