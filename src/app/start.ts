/** Start and stop of the whole product, step by step, with a message for each step. */
import os from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { engineAddresses } from '#meet/servers/server/engines.service.ts';
import { startPostgres } from '#kit/server/db/postgres.ts';
import type { PostgresKeeper } from '#kit/server/db/postgres-keeper.ts';
import { type Config, ConfigInvalid, environment, readConfig } from '#kit/server/config/config.ts';
import { createLog, type Log } from '#kit/server/log.ts';
import { readMasterKey } from '#kit/server/config/master-key.ts';
import { SchemaTooNew } from '#kit/server/db/migrate.ts';
import { patiently } from '#kit/server/patience.ts';
import { ensureOwner } from '#kit/server/db/owner.ts';
import { createSecrets } from '#kit/server/secrets.ts';
import { compose, contextOf, type AppParts } from './context.ts';
import { type EnginePool, noEngines, startEngines } from './engines.ts';
import { type HttpListener, listen } from './http/listen.ts';
import { openHostWarning } from './http/open-host.ts';
import { engineDirectory } from './http/proxy.ts';
import { keepSiteAddress, keptSiteAddress } from './http/site-address.ts';
import { afterStart, startWorker } from './worker.ts';

export type StartOptions = { demo: boolean; dev: boolean };

/** Milliseconds after which an end that does not come is forced. */
const longestEnd = 25_000;

/** When the command was given: loading the modules is the largest part of a start. */
const began = Number(environment()['ATRIUM_BEGAN'] ?? performance.timeOrigin);
const say = (text: string) =>
  void process.stdout.write(`  ${`${((Date.now() - began) / 1000).toFixed(1)} s`.padStart(7)}  ${text}\n`);

/** A trouble that the operator can mend: printed as a sentence, without a stack. */
const plain = (error: unknown): string | null => {
  if (error instanceof ConfigInvalid || error instanceof SchemaTooNew) return error.message;
  if (error instanceof Error && ['PostgresStartError', 'PlainTrouble'].includes(error.name)) return error.message;
  // invalid authorization (28), no such database (3D)
  if (error instanceof Error && 'code' in error && /^(28|3D)...$/.test(String(error.code)))
    return `The database refuses DATABASE_URL: ${error.message}.`;
  return null;
};

/** The owner's connection: of DATABASE_URL, else of the embedded server, which is started here. */
export async function openDatabaseServer(
  config: Config,
  masterKey: string,
  { told, keeper }: { told: (text: string) => void; keeper?: PostgresKeeper },
): Promise<{ ownerUrl: string; stop(): Promise<void> }> {
  if (config.databaseUrl !== null) return { ownerUrl: config.databaseUrl, stop: async () => undefined };
  const running = await startPostgres({ dataDir: config.dataDir, log: told, ...(keeper === undefined ? {} : { keeper }) });
  return { ownerUrl: await ensureOwner(running.url, createSecrets(masterKey)), stop: running.stop };
}

/** A first SIGTERM may wait for meetings (`drain`), and engines may stay for them; the next signal ends them at once. */
function onSignals(opened: OpenedApp, log: Log): void {
  const { hurry, atOnce } = opened;
  let stopping = false;
  const closeAll = async () => {
    await opened.drain(hurry.signal).catch((error: unknown) => log.error({ error }, 'waiting for meetings failed'));
    setTimeout(() => process.exit(1), longestEnd);
    await opened.closeAll();
  };
  const end = (signal: NodeJS.Signals) => {
    if (stopping || signal !== 'SIGTERM') hurry.abort();
    if (stopping) return atOnce.abort();
    stopping = true;
    log.info({ signal }, 'stopping');
    closeAll().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(signal));
}

/** Without a database nothing can be saved: the process ends, so that its supervisor notices and starts it again. */
const keeperOf = (opened: OpenedApp, log: Log): PostgresKeeper => ({
  report: (text) => log.error({}, text),
  gone: (error) => {
    log.error({ error }, 'the embedded database could not be started again');
    process.stderr.write(`\n${plain(error) ?? 'The embedded database could not be started again.'}\n`);
    setTimeout(() => process.exit(1), longestEnd);
    void opened.closeAll().finally(() => process.exit(1));
  },
});

/** A step that asks the database, on a machine that may have no time for it at this moment. */
const patient = <T>(what: string, work: () => Promise<T>): Promise<T> =>
  patiently(work, (reason) => say(`waiting to ${what}: ${reason}`));

/** What was opened, in order. It is closed once, from the last to the first, however often that is asked for. */
type OpenedApp = {
  /** Aborted when `drain` is not to wait any longer, and when no meeting is to go on. */
  hurry: AbortController;
  atOnce: AbortController;
  push(close: () => Promise<void>): void;
  /** What is waited for before that, unless it has to be at once. */
  onDrain(drain: EnginePool['drain']): void;
  drain(atOnce: AbortSignal): Promise<void>;
  closeAll(): Promise<void>;
};
function nothingOpened(): OpenedApp {
  const closers: (() => Promise<void>)[] = [];
  const closeAll = async () => {
    for (let close = closers.pop(); close !== undefined; close = closers.pop())
      await close().catch((error: unknown) => say(`a part did not end well: ${String(error)}`));
  };
  let closing: Promise<void> | null = null;
  let drain: EnginePool['drain'] = async () => undefined;
  return {
    hurry: new AbortController(),
    atOnce: new AbortController(),
    push: (close) => void closers.push(close),
    onDrain: (next) => {
      drain = next;
    },
    drain: (atOnce) => drain(atOnce),
    closeAll: () => {
      closing ??= closeAll();
      return closing;
    },
  };
}

/** The address of the site for a process that serves no pages; engines have to know it, and wait for the first web process to say it. */
async function siteAddress(parts: AppParts): Promise<string | null> {
  const { config, databases } = parts;
  for (let told = false; ; told = true) {
    const address = config.publicUrl ?? (await keptSiteAddress(databases.system.read));
    if (address !== null || config.processes !== 'engine') return address;
    if (!told) say('waiting for a web process, which says the address of the site');
    await wait(1_000);
  }
}

/** The engines of this process. They end after requests and jobs, which may need them. */
async function openEngines(parts: AppParts, options: StartOptions, opened: OpenedApp): Promise<EnginePool> {
  const { engine, processes, publicUrl } = parts.config;
  if (engine === 'off' || processes === 'worker' || publicUrl === null) return noEngines;
  const engines = await startEngines(parts, { demo: options.demo, publicUrl, say });
  opened.push(() => engines.stop(opened.atOnce.signal));
  if (processes === 'engine') opened.onDrain(engines.drain);
  return engines;
}

/** The web server and the engines behind it; no web server for a worker, and for engines alone. */
async function openDoor(parts: AppParts, options: StartOptions, opened: OpenedApp): Promise<HttpListener | null> {
  const { processes } = parts.config;
  if (processes === 'worker' || processes === 'engine') {
    parts.config.publicUrl = await patient('read the address', () => siteAddress(parts));
    await openEngines(parts, options, opened);
    return null;
  }
  const running = { engines: noEngines };
  const listening = await listen(parts, {
    dev: options.dev,
    engines: engineDirectory(() => engineAddresses(contextOf(parts, { kind: 'system' }), os.hostname())),
    enginesUp: () => running.engines.up(),
  });
  opened.push(listening.close);
  await patient('note the address', () => keepSiteAddress(parts.databases.system.read, listening.publicUrl));
  running.engines = await openEngines(parts, options, opened);
  return listening;
}

async function run(options: StartOptions, opened: OpenedApp): Promise<void> {
  const config = readConfig(environment());
  // filled in by what is really used later on
  const asked = { host: config.host, publicUrl: config.publicUrl, processes: config.processes };
  const log = createLog({ level: config.logLevel });
  const masterKey = readMasterKey(config);
  // from the first step on: an end in the middle of the start must not leave a database behind
  onSignals(opened, log);
  say(config.databaseUrl === null ? 'starting the embedded database' : 'connecting to the database');
  const database = await openDatabaseServer(config, masterKey, { told: say, keeper: keeperOf(opened, log) });
  opened.push(database.stop);
  const parts = await compose({
    config,
    ownerUrl: database.ownerUrl,
    masterKey,
    log,
    step: (name) => say(`migrating: ${name}`),
    waits: say,
  });
  opened.push(parts.close);
  const listening = await openDoor(parts, options, opened);
  // before jobs run: they would take what the samples wrote in the past for overdue
  if (options.demo) await afterStart.demo(parts, say);
  if (config.processes === 'all' || config.processes === 'worker') opened.push(startWorker(parts));
  // the first to go: new requests would need what ends next
  if (listening !== null) opened.push(listening.leave);
  const ctx = contextOf(parts, { kind: 'system' });
  if (listening === null) return say(`the ${config.processes} is ready`);
  if (listening.note !== null) say(listening.note);
  say(`Atrium is ready at ${listening.publicUrl}`);
  const warning = openHostWarning(asked, listening.publicUrl);
  if (warning !== null) say(warning);
  const link = config.showSetupLink ? await patient('look for an owner', () => afterStart.firstRun(ctx)) : null;
  if (link !== null)
    process.stdout.write(
      `\n  Create the operator's account with this link (it works once, for 24 hours):\n  ${listening.publicUrl}${link}\n\n`,
    );
}

/** Starts everything; a trouble that the operator can mend ends the process with a plain sentence. */
export async function start(options: StartOptions): Promise<void> {
  const opened = nothingOpened();
  try {
    await run(options, opened);
  } catch (error) {
    // when a signal is the cause, its own end of the process comes first; a failure to close must not hide why we close
    await opened.closeAll().catch(() => undefined);
    const sentence = plain(error);
    if (sentence === null) throw error;
    process.stderr.write(`\n${sentence}\n`);
    process.exit(1);
  }
}
