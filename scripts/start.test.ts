import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const lock = JSON.stringify({
  packages: { '': {}, 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0', optional: true } },
});
let tree = '';

/** A Node of this system that is older than the one the product needs, when there is one. */
const olderNode = ['/usr/bin/node', '/usr/local/bin/node'].find((file) => {
  const [major = 0] = existsSync(file)
    ? spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout.slice(1).split('.').map(Number)
    : [];
  return major >= 20 && major < 24;
});

function plant(path: string, content: string): void {
  mkdirSync(join(tree, path, '..'), { recursive: true });
  writeFileSync(join(tree, path), content);
}

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'atrium-start-'));
  mkdirSync(join(tree, 'packages'), { recursive: true });
  plant('scripts/start.mjs', '');
  cpSync(join(root, 'scripts/start.mjs'), join(tree, 'scripts/start.mjs'));
  plant('package.json', '{"type":"module"}');
  plant('package-lock.json', lock);
  plant('node_modules/.package-lock.json', lock);
  symlinkSync(join(root, `node_modules/node-linux-${process.arch}`), join(tree, `node_modules/node-linux-${process.arch}`));
  plant(
    'scripts/build.ts',
    `import { mkdirSync } from 'node:fs';\nmkdirSync('dist', { recursive: true });\nconsole.log('built');\n`,
  );
  plant(
    'src/app/main.ts',
    `const args: string[] = process.argv.slice(2);\nconsole.log('main', process.env.NODE_ENV, Number(process.versions.node.split('.')[0]) >= 24, args.join());\nprocess.on('SIGTERM', () => process.exit(0));\nif (args.includes('stay')) setInterval(() => undefined, 1000);\n`,
  );
});

afterEach(() => rmSync(tree, { recursive: true, force: true }));

function start(args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/start.mjs', ...args], {
    cwd: tree,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
}

/** Stands in for npm: leaves a complete tree, or fails. */
function fakeNpm(code: number): string {
  const file = join(tree, 'fake-npm.cjs');
  writeFileSync(file, `console.log('npm', process.argv.slice(2, 4).join(' '));\nprocess.exit(${code});\n`);
  return file;
}

test('the product starts in production with its arguments, and is built once', () => {
  expect(start(['start', '--demo']).stdout).toBe('built\nmain production true --demo\n');
  expect(start(['start']).stdout).toBe('main production true \n');
});

test('a change of what the browser runs builds anew, a change of server code does not', () => {
  start(['start']);
  plant('src/kit/server/clock.ts', 'export const now = 1;');
  expect(start(['start']).stdout).not.toContain('built');
  plant('src/kit/ids.ts', 'export const ids = 1;');
  expect(start(['start']).stdout).toContain('built');
});

test('a failed build is not taken for a build', () => {
  plant('scripts/build.ts', 'process.exit(3);');
  const first = start(['start']);
  expect(first).toMatchObject({ status: 3, stdout: '' });
  expect(first.stderr).toContain('The build did not succeed');
  expect(start(['start']).status).toBe(3);
});

test('a tree that does not fit the lock is installed anew, without install scripts, until that succeeds', () => {
  plant('node_modules/.package-lock.json', JSON.stringify({ packages: { 'node_modules/a': { version: '0.9.0' } } }));
  const failing = start(['build'], { npm_execpath: fakeNpm(7) });
  expect(failing).toMatchObject({ status: 7, stdout: 'npm ci --ignore-scripts\n' });
  expect(failing.stderr).toContain('npm ci did not succeed');
  expect(start(['build'], { npm_execpath: fakeNpm(0) }).stdout).toBe('npm ci --ignore-scripts\nbuilt\n');
  expect(start(['build'], { npm_execpath: fakeNpm(7) })).toMatchObject({ status: 0, stdout: '' });
});

test('a changed lock is noticed', () => {
  start(['build']);
  plant('package-lock.json', lock.replace('1.0.0', '1.0.1'));
  expect(start(['build'], { npm_execpath: fakeNpm(0) }).stdout).toContain('npm ci');
});

test('an unknown command names the known ones', () => {
  const { status, stderr } = start(['stat']);
  expect(status).toBe(2);
  expect(stderr).toContain('start, dev, test, check');
});

/** Another machine, as far as the start can tell. */
const elsewhere = (platform: string, arch: string, version: string) => {
  plant(
    'elsewhere.cjs',
    `Object.defineProperty(process, 'platform', { value: '${platform}' });
     Object.defineProperty(process, 'arch', { value: '${arch}' });
     Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`,
  );
  return { NODE_OPTIONS: `--require ${join(tree, 'elsewhere.cjs')}`, npm_execpath: fakeNpm(0) };
};

test('where no Node comes along, the start says which to install, and runs once it is there', () => {
  const old = start(['build'], elsewhere('darwin', 'arm64', '20.19.0'));
  expect(old.status).toBe(1);
  expect(old.stderr).toMatch(
    /Node 24\.\d+ or newer is needed, this is 20\.19\.0, and no copy for darwin-arm64 comes with the product/,
  );
  expect(old.stderr).toContain('https://nodejs.org, and set DATABASE_URL');
  expect(start(['build'], elsewhere('win32', 'x64', '22.1.0')).stderr).toContain('no copy for win32-x64 comes with the product');
  expect(start(['build'], elsewhere('darwin', 'arm64', '24.99.0'))).toMatchObject({ status: 0 });
});

test('where a Node comes along and is missing, the start says how to get it', () => {
  rmSync(join(tree, `node_modules/node-linux-${process.arch}`));
  const { status, stderr } = start(['build'], elsewhere('linux', process.arch, '20.19.0'));
  expect(status).toBe(1);
  expect(stderr).toContain('Delete node_modules and run the command again');
});

test('an answer for programs is not mixed with progress', () => {
  plant('src/app/cli/admin.ts', `console.log(JSON.stringify(process.argv.slice(2)));\n`);
  expect(start(['admin', 'users', 'list', '--json']).stdout).toBe('["users","list","--json"]\n');
});

test.runIf(olderNode)('an older Node hands over to the pinned one, which ends when it is killed', async () => {
  start(['build']);
  const parent = spawn(olderNode ?? '', ['scripts/start.mjs', 'start', 'stay'], {
    cwd: tree,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(parent.stdout, 'data');
  expect(String(line)).toBe('main production true stay\n');
  // The copy holds the same pipe: it closes when the last of the two has ended.
  const closed = once(parent.stdout, 'close');
  parent.kill('SIGKILL');
  await closed;
});

/** Starts the product below a shell that stays, as npm does, kills what was started, and waits until nobody holds its output any more. */
async function endsWith(program: string, args: string[], env: Record<string, string>): Promise<void> {
  start(['build']);
  plant('package.json', '{"type":"module","scripts":{"start":"node scripts/start.mjs start stay"}}');
  const npm = spawn(program, args, { cwd: tree, stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, ...env } });
  let said = '';
  await new Promise<void>((ready) => {
    npm.stdout.on('data', (part) => {
      said += String(part);
      if (said.includes('main production true stay')) ready();
    });
  });
  const closed = once(npm.stdout, 'close');
  npm.kill('SIGTERM');
  await closed;
}

test('a product that npm started ends when the shell of npm is told to end', async () => {
  await endsWith('/bin/sh', ['-c', 'node scripts/start.mjs start stay; exit $?'], { npm_lifecycle_event: 'start' });
});

test.runIf(spawnSync('npm', ['--version']).status === 0)('SIGTERM to npm alone ends the product', async () => {
  await endsWith('npm', ['start'], {});
});

test.runIf(olderNode)('without a pinned Node the message says what to do', () => {
  rmSync(join(tree, `node_modules/node-linux-${process.arch}`));
  const { status, stderr } = spawnSync(olderNode ?? '', ['scripts/start.mjs', 'start'], { cwd: tree, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/Node 24\.15 or newer is needed.*Delete node_modules/);
});
