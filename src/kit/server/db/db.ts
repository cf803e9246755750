/**
 * The database as services see it. Two roles serve: `app`, held by row-level security to one account (the second wall of
 * tenancy), and `system`, whose own policies let it see across accounts for placement, jobs and the operator's lists.
 * Neither owns a table; the owner only migrates.
 */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { isId } from '#kit/ids.ts';
import { createStatementNames, type StatementClient, type StatementNames } from './prepared-statements.ts';

/** What query functions take first: a pooled reader or an open transaction, they look alike. */
export type Db = NodePgDatabase;

/** Reads run on any free connection; writes run in one transaction that is rolled back when `work` throws. */
export type DbScope = {
  read: Db;
  write<T>(work: (tx: Db) => Promise<T>): Promise<T>;
};

/** Whose eyes the rows are seen with; null = nobody's, so that no row of an account is visible. */
export type TenantIdentity = { account: string | null; user: string | null };

export type Databases = {
  /** The tenant's view. */
  as(eyes: TenantIdentity): DbScope;
  /** Across accounts: for jobs, sign-in, placement and the operator. */
  system: DbScope;
  /** The same for jobs, whose statements may take longer: what they clear away grows with the installation. */
  long: DbScope;
  /** A connection of its own, for LISTEN. */
  listener(): Promise<pg.Client>;
  /** True when both roles answer within `ms`. */
  alive(ms: number): Promise<boolean>;
  close(): Promise<void>;
};

const nobody: TenantIdentity = { account: null, user: null };

/** A statement that takes longer is ended by the database, so that no question holds a connection for ever. Milliseconds. */
export const STATEMENT_MS = { request: 30_000, job: 900_000 } as const;

type TenantRead = { eyes: TenantIdentity; ms: number };
const unset = `null/null/${STATEMENT_MS.request}`;

function checked(eyes: TenantIdentity): TenantIdentity {
  for (const id of [eyes.account, eyes.user]) if (id !== null && !isId(id)) throw new Error('an account or user id is not an id');
  return eyes;
}

/** An error of SQL leaves the connection usable; the server's word that it ends it (class 57P), and any other error, may not. */
const leavesUsable = (error: Error): boolean =>
  error instanceof pg.DatabaseError && error.severity !== 'FATAL' && error.code?.startsWith('57P') !== true;

/** A pool, and what is known of its connections: with whose eyes each looked last (see `Look`), and what it has prepared. */
type PoolConnections = { pool: pg.Pool; remembered: WeakMap<pg.PoolClient, string>; statements: StatementNames };

/** A client that draws a connection per query and sets the eyes only when the connection last looked with others. */
function reader({ pool, remembered, statements }: PoolConnections, { eyes, ms }: TenantRead): pg.Pool {
  const wanted = `${eyes.account}/${eyes.user}/${ms}`;
  const query = async (config: pg.QueryConfig, values?: unknown[]) => {
    const client = await pool.connect();
    const prepared = statements.outsideTransaction(client);
    let broken: Error | undefined;
    try {
      if ((remembered.get(client) ?? unset) !== wanted) {
        remembered.delete(client);
        await prepared.query(
          "select set_config('app.account', $1, false), set_config('app.user', $2, false), set_config('statement_timeout', $3, false)",
          [eyes.account ?? '', eyes.user ?? '', String(ms)],
        );
        remembered.set(client, wanted);
      }
      return await prepared.query(config, values);
    } catch (error) {
      if (error instanceof Error && !leavesUsable(error)) broken = error;
      throw error;
    } finally {
      client.release(broken ?? statements.isFull(client));
    }
  };
  // cast: drizzle calls nothing but `query` on what it is given here; transactions never go through this object
  return { query } as unknown as pg.Pool;
}

type TransactionClient = StatementClient & { end(how: 'commit' | 'rollback'): Promise<void> };
/**
 * A transaction has one connection, which runs one statement at a time; a function that asks several things at once serves readers as
 * well. What comes after the end would run outside of it, as somebody else, and is refused.
 */
function inTurn(client: StatementClient): TransactionClient {
  let last: Promise<unknown> = Promise.resolve();
  let open = true;
  const queue: StatementClient['query'] = (config, values) => {
    const turn = last.then(() => client.query(config, values));
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    query: (config, values) =>
      open ? queue(config, values) : Promise.reject(new Error('a statement came after the end of its transaction')),
    async end(how) {
      open = false;
      await queue(how);
    },
  };
}

async function transaction<T>(
  { pool, statements }: PoolConnections,
  { eyes, ms }: TenantRead,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const turns = inTurn(statements.insideTransaction(client));
  let broken: Error | undefined;
  try {
    // one message for all statements: the ids were checked to be UUIDs, so nothing can be smuggled in
    await client.query(
      `begin; set local app.account = '${eyes.account ?? ''}'; set local app."user" = '${eyes.user ?? ''}'; set local statement_timeout = ${ms}`,
    );
    // cast: as in `reader`; a savepoint is a query as well
    const result = await work(drizzle(turns as unknown as pg.PoolClient));
    await turns.end('commit');
    return result;
  } catch (error) {
    await turns.end('rollback').catch((failed: Error) => {
      broken = failed;
    });
    throw error;
  } finally {
    client.release(broken ?? statements.isFull(client));
  }
}

function scopeOf(connections: PoolConnections, look: TenantRead): DbScope {
  return { read: drizzle(reader(connections, look)), write: (work) => transaction(connections, look, work) };
}

/** Opens both roles. `appUrl` and `systemUrl` are connection strings; `max` connections each. */
export function openDatabases(options: {
  appUrl: string;
  systemUrl: string;
  max: number;
  onError: (error: Error) => void;
}): Databases {
  const connectionsOf = (connectionString: string): PoolConnections => ({
    pool: new pg.Pool({
      connectionString,
      max: options.max,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      statement_timeout: STATEMENT_MS.request,
    }),
    remembered: new WeakMap(),
    statements: createStatementNames(),
  });
  const app = connectionsOf(options.appUrl);
  const system = connectionsOf(options.systemUrl);
  let closing = false;
  // an idle connection that the server closed must not end the process; one that it closes while we do is no news
  const tell = (error: Error) => closing || options.onError(error);
  for (const { pool } of [app, system]) {
    pool.on('error', tell);
    // nor one that it closed while somebody holds it: the query that runs or comes next fails and says so
    pool.on('connect', (client) => void client.on('error', () => undefined));
  }
  return {
    as: (eyes) => scopeOf(app, { eyes: checked(eyes), ms: STATEMENT_MS.request }),
    system: scopeOf(system, { eyes: nobody, ms: STATEMENT_MS.request }),
    long: scopeOf(system, { eyes: nobody, ms: STATEMENT_MS.job }),
    listener: async () => {
      const client = new pg.Client({ connectionString: options.systemUrl, keepAlive: true, keepAliveInitialDelayMillis: 10_000 });
      client.on('error', () => undefined);
      await client.connect();
      return client;
    },
    alive: async (ms) => {
      const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ms).unref());
      const asked = Promise.all([app.pool.query('select 1'), system.pool.query('select 1')]).then(
        () => true,
        () => false,
      );
      return Promise.race([asked, late]);
    },
    close: async () => {
      closing = true;
      await Promise.all([app.pool.end(), system.pool.end()]);
    },
  };
}

/** True when the error is a broken unique constraint of that name (PostgreSQL 23505). */
export function isDuplicate(error: unknown, constraint: string): boolean {
  const cause = error instanceof Error && error.cause instanceof pg.DatabaseError ? error.cause : error;
  return cause instanceof pg.DatabaseError && cause.code === '23505' && cause.constraint === constraint;
}

/** True when the error is a broken check, or a rule that a trigger keeps, of that name (PostgreSQL 23514). */
export function isRuleBroken(error: unknown, constraint: string): boolean {
  const cause = error instanceof Error && error.cause instanceof pg.DatabaseError ? error.cause : error;
  return cause instanceof pg.DatabaseError && cause.code === '23514' && cause.constraint === constraint;
}
