/** The product as a journey uses it: the real process on a free port, with a data folder and a mail server of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { clearLeftovers, endEngines, ownFolder } from '../scripts/test-leftovers.ts';
import { type CaughtMail, openMailbox } from './mailbox.ts';
import { launchSharedBrowsers } from './people.ts';
import { copySamples, dropSamples, keepSamples, passwordOfSamples } from './samples.ts';

const root = resolve(import.meta.dirname, '..');
/** Sample data are made while nothing else waits; a test or hook has its own time. */
const startWithin = 300_000;

export type Product = {
  /** http://localhost:PORT */
  url: string;
  /** Path of the one-time link for the operator's account, when it was printed. */
  firstRunLink: string | null;
  /** Password of all sample accounts, when the product was started with `--demo`. */
  demoPassword: string;
  dataDir: string;
  /** The variables that it was started with, for the operator's command line. */
  env: Record<string, string>;
  /** Everything that the process said. */
  said(): string;
  /** The newest mail to the address, as soon as there is one that `fits`. */
  mail(to: string, fits?: (mail: CaughtMail) => boolean): Promise<CaughtMail>;
  process(): ChildProcess;
  /** Ends the process, without a word (`SIGKILL`) as a power cut would, and starts it again on the same data and port. */
  restart(by: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  stop(): Promise<void>;
};

type Running = { child: ChildProcess; url: string; output: string[] };

function launch(options: { dataDir: string; env: Record<string, string>; args: string[] }): Promise<Running> {
  const output: string[] = [];
  const env: Record<string, string | undefined> = {
    ...process.env,
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    // a journey ends in the middle of meetings, which would keep its engine alive
    ENGINE_DRAIN_SECONDS: '0',
    ...options.env,
    DATA_DIR: options.dataDir,
  };
  delete env['DATABASE_URL'];
  const child = spawn(process.execPath, ['src/app/main.ts', ...options.args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((done, failed) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      failed(new Error(`the product did not start:\n${output.join('')}`));
    }, startWithin);
    const hear = (data: Buffer) => {
      output.push(data.toString());
      const ready = /ready at (http\S+)/.exec(output.join(''));
      if (ready?.[1] === undefined) return;
      clearTimeout(late);
      done({ child, url: ready[1], output });
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => failed(new Error(`the product ended with ${code}:\n${output.join('')}`)));
  });
}

const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>((done) => void child.once('exit', () => done()));

const passwordIn = (running: Running) => /all with the password\s+(\S+)/.exec(running.output.join(''))?.[1] ?? '';

export type ProductOptions = { env?: Record<string, string>; args?: string[] };

const prefix = 'atrium-journey-';

/** Starts the product; `env` adds to its environment. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  await clearLeftovers(prefix);
  const dataDir = ownFolder(prefix);
  const mailbox = await openMailbox();
  const env = { PORT: '0', SMTP_URL: mailbox.url, MAIL_FROM: 'Atrium <hello@atrium.test>', ...options.env };
  const args = options.args ?? [];
  const copied = args.includes('--demo') ? copySamples(dataDir) : null;
  const first = await launch({ dataDir, env, args: copied === null ? args : args.filter((arg) => arg !== '--demo') });
  let running = first;
  const linkOf = () => /^\s+http\S+?(\/complete-registration\S+)/m.exec(running.output.join(''))?.[1] ?? null;
  return {
    url: running.url,
    get firstRunLink() {
      return linkOf();
    },
    get demoPassword() {
      return copied ?? passwordIn(first);
    },
    dataDir,
    env: { ...env, DATA_DIR: dataDir },
    said: () => running.output.join(''),
    mail: mailbox.wait,
    process: () => running.child,
    restart: async (by) => {
      running.child.kill(by);
      await ended(running.child);
      running = await launch({ dataDir, env: { ...env, PORT: new URL(running.url).port }, args: [] });
    },
    stop: async () => {
      running.child.kill('SIGTERM');
      await ended(running.child);
      await endEngines(dataDir);
      await mailbox.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const sharedAddress = 'ATRIUM_JOURNEY_PRODUCT';

/** The running product that journeys of several processes share: nobody of them ends it, or reads its mail. */
export function sharedProduct(): Product {
  const ownAlone = () => {
    throw new Error('only a journey with a product of its own can do this');
  };
  return {
    url: process.env[sharedAddress] ?? '',
    firstRunLink: null,
    demoPassword: passwordOfSamples() ?? '',
    dataDir: '',
    env: {},
    said: () => '',
    mail: ownAlone,
    process: ownAlone,
    restart: ownAlone,
    stop: () => Promise.resolve(),
  };
}

/** Before all journeys of a run. Answers with what is done after them. */
export async function setup(): Promise<() => Promise<void>> {
  await clearLeftovers(prefix);
  const dataDir = ownFolder(prefix);
  // mails that wait would be sent by every copy; one engine is what a copy begins with, unless it asks for more
  const first = await launch({ dataDir, env: { PORT: '0', ENGINES: '1' }, args: ['--demo'] });
  first.child.kill('SIGTERM');
  await ended(first.child);
  keepSamples(dataDir, passwordIn(first));
  const [shared, closeBrowsers] = await Promise.all([startProduct({ args: ['--demo'] }), launchSharedBrowsers()]);
  process.env[sharedAddress] = shared.url;
  return async () => {
    await Promise.all([shared.stop(), closeBrowsers()]);
    dropSamples();
  };
}
