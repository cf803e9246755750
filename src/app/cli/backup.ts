/** Backup and restore: the database, the jobs that wait, the files, what engines have not handed over, and the key of the secrets in one archive. */
import fs from 'node:fs';
import path from 'node:path';
import * as tar from 'tar';
import * as z from 'zod/mini';
import type { Config } from '#kit/server/config/config.ts';
import { clearTables, dumpTables, isUnused, jobsFile, loadTables } from '#kit/server/db/dump.ts';
import { loadJobs } from '#kit/server/db/dump-jobs.ts';
import { localFolder } from '#kit/server/files/files.ts';
import { readMasterKey } from '#kit/server/config/master-key.ts';
import { migrate } from '#kit/server/db/migrate.ts';
import { rolesOf } from '#kit/server/db/roles.ts';
import { inWorkFolder } from '#kit/server/work-folder.ts';
import { createSecrets } from '#kit/server/secrets.ts';
import { allJobs } from '#app/context.ts';
import { PlainTrouble } from '#app/http/trouble.ts';

const manifestOf = z.object({
  product: z.literal('atrium'),
  format: z.literal(1),
  madeAt: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  /** Jobs that waited; older backups have none. */
  jobs: z.optional(z.number()),
});
export type BackupManifest = z.infer<typeof manifestOf>;

/** Where embedded engines keep what they recorded until it is handed over (see `engine.ts`). */
const engineFolder = /^recordings(-\d+)?$/;
const foldersIn = (folder: string): string[] =>
  fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => engineFolder.test(name)) : [];

const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Copies a folder in which others work: what goes away meanwhile was handed over or deleted, and is no failure. */
function copyBusy(from: string, to: string): void {
  fs.mkdirSync(to, { recursive: true });
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    try {
      if (entry.isDirectory()) copyBusy(source, target);
      else if (entry.isFile()) fs.copyFileSync(source, target);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
}

export type BackupTarget = { config: Config; ownerUrl: string };

/** Writes the archive (`.tar.gz`, readable by its owner alone) and returns what is in it. Never overwrites a file. */
export async function backup(place: BackupTarget, file: string): Promise<BackupManifest> {
  if (fs.existsSync(file)) throw new PlainTrouble(`${file} exists already. Choose another name; a backup is never overwritten.`);
  return inWorkFolder(async (folder) => {
    fs.mkdirSync(path.join(folder, 'tables'));
    const dump = await dumpTables(place.ownerUrl, path.join(folder, 'tables'));
    const manifest: BackupManifest = { product: 'atrium', format: 1, madeAt: new Date().toISOString(), ...dump };
    fs.writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2));
    fs.writeFileSync(path.join(folder, 'master.key'), `${readMasterKey(place.config).split(',').join('\n')}\n`, { mode: 0o600 });
    const { dataDir } = place.config;
    fs.mkdirSync(path.join(folder, 'engines'));
    // before the files: what is handed over in between is in both, and the engine is asked for it once more
    for (const name of foldersIn(dataDir)) copyBusy(path.join(dataDir, name), path.join(folder, 'engines', name));
    const files = localFolder(place.config);
    // a store elsewhere is not ours to copy: it has its own copies
    if (files !== null && fs.existsSync(files)) fs.cpSync(files, path.join(folder, 'files'), { recursive: true });
    else fs.mkdirSync(path.join(folder, 'files'));
    // first under another name, so that a full disk never leaves half an archive that looks whole
    const making = `${file}.part`;
    fs.closeSync(fs.openSync(making, 'w', 0o600));
    await tar.create({ gzip: true, file: making, cwd: folder, portable: true }, [
      'manifest.json',
      'master.key',
      'tables',
      'files',
      'engines',
    ]);
    fs.renameSync(making, file);
    return manifest;
  });
}

function readManifest(folder: string): BackupManifest {
  const file = path.join(folder, 'manifest.json');
  if (!fs.existsSync(file)) throw new PlainTrouble('This archive is not a backup of Atrium.');
  const parsed = z.safeParse(manifestOf, JSON.parse(fs.readFileSync(file, 'utf8')));
  if (!parsed.success) throw new PlainTrouble('This backup was made by a version that this one cannot read.');
  return parsed.data;
}

/** The archived keys become this installation's, unless its keys come from the environment: then they must be there already. */
function takeKeys(config: Config, folder: string): string {
  const archived = fs.readFileSync(path.join(folder, 'master.key'), 'utf8').trim().split(/\s+/);
  if (config.masterKey !== null) {
    const given = config.masterKey.split(',').map((one) => one.trim());
    if (!archived.every((key) => given.includes(key)))
      throw new PlainTrouble(
        'MASTER_KEY is set, but not to the key of this backup. Add the key from the archive (master.key) to it, or unset MASTER_KEY.',
      );
    return config.masterKey;
  }
  fs.mkdirSync(config.dataDir, { recursive: true });
  fs.writeFileSync(path.join(config.dataDir, 'master.key'), `${archived.join('\n')}\n`, { mode: 0o600 });
  return archived.join(',');
}

/** Fills an unused installation from an archive. Refuses one that has an account or files. */
export async function restore(place: BackupTarget, file: string): Promise<BackupManifest> {
  if (!fs.existsSync(file)) throw new PlainTrouble(`${file} does not exist.`);
  return inWorkFolder(async (folder) => {
    await tar.extract({ file, cwd: folder, strict: true, preservePaths: false });
    const manifest = readManifest(folder);
    const files = localFolder(place.config);
    const hasFiles = files !== null && fs.existsSync(files) && fs.readdirSync(files).length > 0;
    if (hasFiles || !(await isUnused(place.ownerUrl, 'accounts')))
      throw new PlainTrouble(
        'This installation is in use, so nothing was restored. Restore into an empty one (another DATA_DIR or DATABASE_URL).',
      );
    const masterKey = takeKeys(place.config, folder);
    const roles = rolesOf(place.config, createSecrets(masterKey));
    // the tables as they were when the backup was made, then the rows, then what newer versions changed
    await migrate({ ownerUrl: place.ownerUrl, roles, jobs: [], only: manifest.migrations });
    await clearTables(place.ownerUrl);
    await loadTables(place.ownerUrl, path.join(folder, 'tables'), manifest.tables);
    await migrate({ ownerUrl: place.ownerUrl, roles, jobs: allJobs });
    const jobs = path.join(folder, 'tables', jobsFile);
    if (fs.existsSync(jobs)) await loadJobs(place.ownerUrl, jobs, allJobs);
    // older backups have none
    const engines = path.join(folder, 'engines');
    for (const name of foldersIn(engines))
      fs.cpSync(path.join(engines, name), path.join(place.config.dataDir, name), { recursive: true });
    if (files !== null) {
      fs.mkdirSync(files, { recursive: true });
      fs.cpSync(path.join(folder, 'files'), files, { recursive: true });
    }
    return manifest;
  });
}
