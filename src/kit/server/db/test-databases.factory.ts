/**
 * Databases that tests borrow one after another. A new one costs half a second with its connections, their caches and its
 * job queue; an emptied one, whose connections stay open, some 20 ms.
 */
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { Config } from '#kit/server/config/config.ts';
import { type Bus, openBus } from '#kit/server/jobs/bus.ts';
import { type Databases, openDatabases, type DbScope } from './db.ts';
import { type AnyJob, type JobQueue, openJobs } from '#kit/server/jobs/jobs.ts';
import { createLog, type Log } from '#kit/server/log.ts';
import { migrate, type DatabaseRoles } from './migrate.ts';
import { urlAs } from './roles.ts';
import { cloneDatabase, ensureTemplate } from './template.ts';

type BorrowOptions = {
  /** The superuser of the server. */
  serverUrl: string;
  config: Config;
  roles: DatabaseRoles;
  /** Gets the lines that the connections log while the database is borrowed. */
  write: (line: string) => void;
};

export type BorrowedDatabase = {
  /** A test that asks for it may change more than rows, so the database is dropped afterwards. */
  ownerUrl(): string;
  connections: { systemUrl: string; databases: Databases; bus: Bus; queue: JobQueue };
  giveBack(): Promise<void>;
};

type Installation = {
  key: string;
  url: string;
  systemUrl: string;
  owner: pg.Client;
  log: Log;
  databases: Databases;
  bus: Bus;
  queue: JobQueue;
  /** The borrower's. */
  write: (line: string) => void;
  borrowed: number;
  drop(): Promise<void>;
};

/** Dead rows of earlier tests slow the scans of later ones: nothing is vacuumed. */
const MOST_LOANS = 50;
const SPARE = 2;
/** Looks at what a test left running, 5 ms apart, before its database is dropped. */
const PATIENCE = 400;
// real even in a test that stops the clock
const { setTimeout: realTimeout } = globalThis;
const pause = () => new Promise<void>((resolve) => void realTimeout(resolve, 5));

/** Its name follows from what fills it and who may use it, so a changed migration makes a new one. */
async function templateFor({ serverUrl, roles }: BorrowOptions, jobs: readonly AnyJob[]): Promise<string> {
  const hash = createHash('sha256').update(roles.app.name);
  const folder = path.resolve(import.meta.dirname, '../../../../migrations');
  for (const name of fs.readdirSync(folder).sort()) hash.update(name).update(fs.readFileSync(path.join(folder, name)));
  for (const job of jobs) hash.update(job.name);
  const name = `template_${hash.digest('hex').slice(0, 16)}`;
  await ensureTemplate(serverUrl, name, async (url) => void (await migrate({ ownerUrl: url, roles, jobs })));
  return name;
}

async function install(options: BorrowOptions, template: string): Promise<Installation> {
  const { serverUrl, config, roles } = options;
  const { url, drop } = await cloneDatabase(serverUrl, template);
  const owner = new pg.Client({ connectionString: url });
  owner.on('error', () => undefined);
  await owner.connect();
  const installation: Pick<Installation, 'write'> = { write: options.write };
  const log = createLog({ level: 'debug', write: (line) => installation.write(line) });
  const systemUrl = urlAs(url, roles.system);
  const databases = openDatabases({
    appUrl: urlAs(url, roles.app),
    systemUrl,
    max: config.databaseConnections,
    onError: (error) => log.warn({ error }, 'a database connection was lost'),
  });
  const bus = openBus({ connect: databases.listener, log });
  const queue = await openJobs(systemUrl, { bus, log });
  return Object.assign(installation, {
    key: keyOf(options),
    url,
    systemUrl,
    owner,
    log,
    databases,
    bus,
    queue,
    borrowed: 0,
    drop,
  });
}

const keyOf = ({ config }: BorrowOptions) => `${config.databaseRoles} ${config.databaseConnections}`;

async function discard({ owner, queue, bus, databases, drop }: Installation): Promise<void> {
  await queue.close();
  await bus.close();
  await databases.close();
  await owner.end();
  await drop();
}

/** True once nothing runs there any more. */
async function isIdle({ owner }: Installation): Promise<boolean> {
  const found = await owner.query(
    "select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' limit 1",
  );
  return found.rowCount === 0;
}

/** True once the pushes of before were delivered, so that the next test hears none of them. */
async function isHeard({ bus, databases }: Installation): Promise<boolean> {
  const topic = `probe:${randomUUID()}`;
  let heard = false;
  const off = bus.on(topic, () => {
    heard = true;
  });
  await databases.system.write((tx) => bus.push(tx, { topic, kind: 'probe' }));
  for (let look = 0; !heard && look < PATIENCE; look++) await pause();
  off();
  return heard;
}

/** All rows but those that a migrated database has; as the owner, without triggers and foreign keys. */
const emptied = `do $$
declare one record;
begin
  perform set_config('session_replication_role', 'replica', true), set_config('lock_timeout', '1s', true);
  for one in select c.oid::regclass as name from pg_class c
    where c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and c.relkind = 'r' and pg_relation_size(c.oid) > 0
      and c.oid not in ('public.schema_migrations'::regclass, 'pgboss.version'::regclass, 'pgboss.queue'::regclass, 'pgboss.schedule'::regclass)
  loop execute format('delete from %s', one.name); end loop;
  for one in select format('%I.%I', schemaname, sequencename) as name, start_value from pg_sequences
    where schemaname in ('public', 'pgboss') and last_value is not null
  loop perform setval(one.name, one.start_value, false); end loop;
end $$`;

/** True when it is as new. */
async function empty(installation: Installation): Promise<boolean> {
  for (let look = 0; !(await isIdle(installation)); look++) {
    if (look === PATIENCE) return false;
    await pause();
  }
  try {
    await installation.owner.query(emptied);
  } catch {
    return false;
  }
  return isHeard(installation);
}

class WorldClosed extends Error {
  override name = 'WorldClosed';
}

/** The same connections until they are given back; then they fail, as closed ones do. */
function lend(installation: Installation): { borrowed: BorrowedDatabase['connections']; end(): number } {
  const { databases, bus, queue } = installation;
  const offs: (() => void)[] = [];
  const loan = { open: true, writes: 0 };
  const there = <T>(value: T): T => {
    if (!loan.open) throw new WorldClosed('the world of this test is closed');
    return value;
  };
  const scope = (of: DbScope): DbScope => ({
    get read() {
      return there(of.read);
    },
    async write(work) {
      const { write } = there(of);
      loan.writes += 1;
      return write(work).finally(() => {
        loan.writes -= 1;
      });
    },
  });
  const [system, long] = [scope(databases.system), scope(databases.long)];
  const close = async (): Promise<void> => undefined;
  return {
    borrowed: {
      systemUrl: installation.systemUrl,
      databases: { ...databases, as: (eyes) => scope(there(databases).as(eyes)), system, long, close },
      bus: {
        ...bus,
        on: (topic, hear) => {
          const off = bus.on(topic, hear);
          offs.push(off);
          return off;
        },
        close,
      },
      queue: { ...queue, close },
    },
    end: () => {
      loan.open = false;
      for (const off of offs) off();
      return loan.writes;
    },
  };
}

export type TestDatabases = { borrow(options: BorrowOptions): Promise<BorrowedDatabase> };

export function createTestDatabases(jobs: readonly AnyJob[]): TestDatabases {
  const spares: Installation[] = [];
  const templates = new Map<string, Promise<string>>();
  const template = (options: BorrowOptions): Promise<string> => {
    const roles = options.roles.app.name;
    const made = templates.get(roles) ?? templateFor(options, jobs);
    templates.set(roles, made);
    return made;
  };
  const take = (key: string): Installation | undefined => {
    const at = spares.findIndex((one) => one.key === key);
    return at === -1 ? undefined : spares.splice(at, 1)[0];
  };
  return {
    async borrow(options) {
      const installation = take(keyOf(options)) ?? (await install(options, await template(options)));
      installation.write = options.write;
      installation.borrowed += 1;
      let changed = false;
      const { borrowed, end } = lend(installation);
      const { boss } = installation.queue;
      return {
        ownerUrl: () => {
          changed = true;
          return installation.url;
        },
        connections: {
          ...borrowed,
          queue: {
            ...borrowed.queue,
            // who asks for it takes jobs, and would go on
            get boss() {
              changed = true;
              return boss;
            },
          },
        },
        giveBack: async () => {
          const left = end();
          installation.write = () => undefined;
          const again = !changed && left === 0 && installation.borrowed < MOST_LOANS && (await empty(installation));
          if (again) spares.push(installation);
          const over = again ? (spares.length > SPARE ? spares.shift() : undefined) : installation;
          if (over !== undefined) await discard(over);
        },
      };
    },
  };
}
