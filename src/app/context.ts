/** Builds what every verb gets: once per process the parts, once per request or job the context. */
import { createPolicyCache, type PolicyCache } from '#core/iam/server/principals.service.ts';
import { createUseNotes, flushUses, type UseNotes } from '#core/iam/server/uses.service.ts';
import { wordingFinder } from '#core/templates/server/find-wording.service.ts';
import { createLimits, type RateLimits } from '#kit/server/limits.ts';
import { type Bus, openBus } from '#kit/server/jobs/bus.ts';
import type { Config } from '#kit/server/config/config.ts';
import type { Actor, Ctx } from '#kit/server/ctx.ts';
import { type Databases, openDatabases } from '#kit/server/db/db.ts';
import { createEventSink, eventJobs, forgetEvents } from '#kit/server/jobs/event-sink.ts';
import type { EventSink } from '#kit/server/jobs/events.ts';
import { runJobs } from '#kit/server/jobs/job-runner.ts';
import { type AnyJob, type JobQueue, type Jobs, openJobs, openUpkeep } from '#kit/server/jobs/jobs.ts';
import type { Log } from '#kit/server/log.ts';
import { migrate } from '#kit/server/db/migrate.ts';
import { patiently } from '#kit/server/patience.ts';
import { rolesOf, urlAs } from '#kit/server/db/roles.ts';
import { createSecrets, type Secrets } from '#kit/server/secrets.ts';
import { domainJobs, listeners } from './assembly.ts';
import { mailTemplates } from './mail-templates.ts';

const findWording = wordingFinder(mailTemplates);

/** Every kind of job: the domains' own, those that run `later` handlers, and the one that clears events away. */
export const allJobs: readonly AnyJob[] = [...domainJobs, ...eventJobs(listeners), forgetEvents];

export type AppParts = {
  config: Config;
  log: Log;
  now: () => number;
  databases: Databases;
  secrets: Secrets;
  bus: Bus;
  jobs: Jobs;
  events: EventSink;
  limits: RateLimits;
  policies: PolicyCache;
  uses: UseNotes;
  /** Takes jobs in this process until the returned function is called. */
  work(): () => Promise<void>;
  close(): Promise<void>;
};

export type ComposeOptions = {
  config: Config;
  ownerUrl: string;
  masterKey: string;
  log: Log;
  now?: () => number;
  step?: (what: string) => void;
  /** Hears what is waited for. Without it, a database that does not answer is an error at once. */
  waits?: (what: string) => void;
};

/** What a process holds open. `systemUrl` is the address of the system's role. */
export type DatabaseConnections = { systemUrl: string; databases: Databases; bus: Bus; queue: JobQueue };

type PatientConnect = <T>(what: string, work: () => Promise<T>) => Promise<T>;

/** Migrates, then opens everything that a process holds. */
export async function compose(options: ComposeOptions): Promise<AppParts> {
  const { config, log, ownerUrl, step, waits } = options;
  const roles = rolesOf(config, createSecrets(options.masterKey));
  const patient: PatientConnect = (what, work) =>
    waits === undefined ? work() : patiently(work, (reason) => waits(`waiting for ${what}: ${reason}`));
  await patient('the database', () =>
    migrate({ ownerUrl, roles, jobs: allJobs, ...(step && { step }), ...(waits && { waits }) }),
  );
  const systemUrl = urlAs(ownerUrl, roles.system);
  const databases = openDatabases({
    appUrl: urlAs(ownerUrl, roles.app),
    systemUrl,
    max: config.databaseConnections,
    onError: (error) => log.warn({ error }, 'a database connection was lost'),
  });
  const bus = openBus({ connect: databases.listener, log });
  const queue = await patient('the job queue', () => openJobs(systemUrl, { bus, log }));
  return partsOf(options, { systemUrl, databases, bus, queue });
}

/** `close` closes the connections, too. */
export function partsOf(
  options: Omit<ComposeOptions, 'ownerUrl' | 'step' | 'waits'>,
  connections: DatabaseConnections,
): AppParts {
  const { config, log, now = Date.now } = options;
  const { systemUrl, databases, bus, queue } = connections;
  const uses = createUseNotes();
  // unref: what waits is written at the end, too
  const flush = setInterval(() => void flushUses(uses, databases.system.read).catch(() => undefined), 60_000).unref();
  const parts: AppParts = {
    config,
    log,
    now,
    databases,
    secrets: createSecrets(options.masterKey),
    bus,
    jobs: queue.jobs,
    events: createEventSink(listeners),
    limits: createLimits(databases.system, now),
    policies: createPolicyCache(),
    uses,
    work: () =>
      runJobs({
        boss: queue.boss,
        openUpkeep: () => openUpkeep(systemUrl, log),
        jobs: allJobs,
        ctx: () => longContextOf(parts),
        scope: databases.system,
        bus,
        log,
      }),
    close: async () => {
      clearInterval(flush);
      await flushUses(uses, databases.system.read).catch(() => undefined);
      await queue.close();
      await bus.close();
      await databases.close();
    },
  };
  return parts;
}

/** The system's context of a job or a command line, whose statements may take longer. */
export const longContextOf = (parts: AppParts): Ctx => ({
  ...contextOf(parts, { kind: 'system' }),
  system: parts.databases.long,
});

export type RequestReader = {
  locale?: string;
  caller?: Ctx['caller'];
  cookies?: Ctx['cookies'];
  setCookie?: Ctx['setCookie'];
  log?: Log;
};

/** The context of one request or job. */
export function contextOf(parts: AppParts, actor: Actor, reader: RequestReader = {}): Ctx {
  const eyes = actor.kind === 'user' ? { account: actor.accountId, user: actor.userId } : { account: null, user: null };
  return {
    actor,
    db: parts.databases.as(eyes),
    system: parts.databases.system,
    now: parts.now,
    log: reader.log ?? parts.log,
    config: parts.config,
    jobs: parts.jobs,
    bus: parts.bus,
    events: parts.events,
    limits: parts.limits,
    secrets: parts.secrets,
    findWording,
    locale: reader.locale ?? (actor.kind === 'user' ? actor.locale : 'en-US'),
    caller: reader.caller ?? { address: '', agent: '' },
    cookies: reader.cookies ?? {},
    setCookie: reader.setCookie ?? (() => undefined),
  };
}
