/** Start and stop of the whole product, step by step and each step told. */
import { engineNameOf, enginesKnown, keepEngines } from '#meet/servers/server/engines.service.ts';
import { startPostgres } from '#kit/server/db/postgres.ts';
import type { Keeper } from '#kit/server/db/postgres-keeper.ts';
import { type Config, ConfigInvalid, environment, readConfig } from '#kit/server/config/config.ts';
import { createLog, type Log } from '#kit/server/log.ts';
import { readMasterKey } from '#kit/server/config/master-key.ts';
import { SchemaTooNew } from '#kit/server/db/migrate.ts';
import { patiently } from '#kit/server/patience.ts';
import { ensureOwner } from '#kit/server/db/owner.ts';
import { createSecrets } from '#kit/server/secrets.ts';
import { compose, contextOf, type Parts } from './context.ts';
import { type Engine, superviseEngine } from './engine.ts';
import { type Listening, listen } from './http/listen.ts';
import { openHostWarning } from './http/open-host.ts';
import { keepSiteAddress, keptSiteAddress } from './http/site-address.queries.ts';
import { afterStart, startWorker } from './worker.ts';

export type StartOptions = { demo: boolean; dev: boolean };

/** Milliseconds after which an end that does not come is forced. */
const longestEnd = 15_000;

/** When the command was given: loading the modules is the largest part of a start. */
const began = Number(environment()['ATRIUM_BEGAN'] ?? performance.timeOrigin);
const say = (text: string) =>
  void process.stdout.write(`  ${`${((Date.now() - began) / 1000).toFixed(1)} s`.padStart(7)}  ${text}\n`);

/** A trouble that the operator can mend: told as a sentence, without a stack. */
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
  { told, keeper }: { told: (text: string) => void; keeper?: Keeper },
): Promise<{ ownerUrl: string; stop(): Promise<void> }> {
  if (config.databaseUrl !== null) return { ownerUrl: config.databaseUrl, stop: async () => undefined };
  const running = await startPostgres({ dataDir: config.dataDir, log: told, ...(keeper === undefined ? {} : { keeper }) });
  return { ownerUrl: await ensureOwner(running.url, createSecrets(masterKey)), stop: running.stop };
}

function onSignals(stop: () => Promise<void>, log: Log): void {
  let stopping = false;
  const end = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    const hard = setTimeout(() => process.exit(1), longestEnd);
    stop().then(
      () => {
        clearTimeout(hard);
        process.exit(0);
      },
      (error: unknown) => {
        log.error({ error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(signal));
}

/** Without a database nothing can be saved: whoever looks after the process is told by its end, and starts it again. */
const keeperOf = (opened: Opened, log: Log): Keeper => ({
  told: (text) => log.error({}, text),
  gone: (error) => {
    log.error({ error }, 'the embedded database could not be started again');
    process.stderr.write(`\n${plain(error) ?? 'The embedded database could not be started again.'}\n`);
    setTimeout(() => process.exit(1), longestEnd);
    void opened.closeAll().finally(() => process.exit(1));
  },
});

/** How many engines this process runs: as configured, else as many as ever ran here, at least one. */
async function engineCount(parts: Parts, options: StartOptions): Promise<number> {
  const { engine, engines, processes } = parts.config;
  if (engine === 'off' || processes === 'worker') return 0;
  return engines ?? Math.max(await enginesKnown(contextOf(parts, { kind: 'system' })), options.demo ? 2 : 1);
}

type Engines = ReadonlyMap<string, Engine>;

/** A step that asks the database, on a machine that may have no time for it at this moment. */
const patient = <T>(what: string, work: () => Promise<T>): Promise<T> =>
  patiently(work, (reason) => say(`waiting to ${what}: ${reason}`));

async function startEngines(parts: Parts, options: StartOptions, publicUrl: string): Promise<Engines> {
  const count = await patient('count the engines', () => engineCount(parts, options));
  if (count === 0) return new Map();
  const { config, secrets, log } = parts;
  const ctx = () => contextOf(parts, { kind: 'system' });
  const numbers = Array.from({ length: count }, (_none, at) => at + 1);
  await patient('register the engines', () => keepEngines(ctx(), numbers.map(engineNameOf)));
  return new Map(
    numbers.map((number) => {
      const onReady = (url: string) => afterStart.engineReady(ctx(), { url, secrets, number });
      return [engineNameOf(number), superviseEngine({ config, secrets, log, publicUrl, number, onReady })];
    }),
  );
}

/** What was opened, in order. It is closed once, from the last to the first, whoever asks and however often. */
type Opened = { push(close: () => Promise<void>): void; closeAll(): Promise<void> };
function nothingOpened(): Opened {
  const closers: (() => Promise<void>)[] = [];
  const closeAll = async () => {
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close();
  };
  let closing: Promise<void> | null = null;
  return {
    push: (close) => void closers.push(close),
    closeAll: () => {
      closing ??= closeAll();
      return closing;
    },
  };
}

/** The web server and the engines behind it; null for a worker. */
async function openDoor(parts: Parts, options: StartOptions, opened: Opened): Promise<Listening | null> {
  if (parts.config.processes === 'worker') {
    parts.config.publicUrl ??= await patient('read the address', () => keptSiteAddress(parts.databases.system.read));
    return null;
  }
  const running: { engines: Engines } = { engines: new Map() };
  const listening = await listen(parts, {
    dev: options.dev,
    engine: (name) => {
      const engine = running.engines.get(name);
      // before they are started, the first one counts as away
      return engine === undefined && name !== engineNameOf(1) ? undefined : (engine?.address() ?? null);
    },
    enginesUp: () => [...running.engines.values()].filter((engine) => engine.address() !== null).length,
  });
  opened.push(listening.close);
  await patient('note the address', () => keepSiteAddress(parts.databases.system.read, listening.publicUrl));
  running.engines = await startEngines(parts, options, listening.publicUrl);
  // the engines end before the door is shut, so that their last news still come in
  opened.push(async () => void (await Promise.all([...running.engines.values()].map((engine) => engine.stop()))));
  return listening;
}

async function run(options: StartOptions, opened: Opened): Promise<void> {
  const config = readConfig(environment());
  // filled in by what is really used later on
  const asked = { host: config.host, publicUrl: config.publicUrl, processes: config.processes };
  const log = createLog({ level: config.logLevel });
  const masterKey = readMasterKey(config);
  // from the first step on: an end in the middle of the start must not leave a database behind
  onSignals(opened.closeAll, log);
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
  if (config.processes !== 'web') opened.push(startWorker(parts));
  const ctx = contextOf(parts, { kind: 'system' });
  if (options.demo) await afterStart.demo(parts, say);
  if (listening === null) return say('the worker is ready');
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
