/** Where the master key comes from: the environment, or a file in the data folder that the first start makes. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Config } from './config.ts';
import { newMasterKey } from '#kit/server/secrets.ts';

const fileOf = (config: Pick<Config, 'dataDir'>) => path.join(config.dataDir, 'master.key');

/** Makes the key complete or not at all, and never over an existing one: with another key the secrets in the database stay closed. */
function makeKey(config: Pick<Config, 'dataDir'>): void {
  fs.mkdirSync(config.dataDir, { recursive: true });
  const made = `${fileOf(config)}.${randomBytes(6).toString('hex')}`;
  fs.writeFileSync(made, `${newMasterKey()}\n`, { mode: 0o600, flag: 'wx' });
  try {
    // a link and not a renaming: of two processes that start together the second finds the key of the first
    fs.linkSync(made, fileOf(config));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    fs.rmSync(made);
  }
}

/** The keys as text, newest first, separated by commas. */
export function readMasterKey(config: Pick<Config, 'dataDir' | 'masterKey'>): string {
  if (config.masterKey !== null) return config.masterKey;
  const file = fileOf(config);
  if (!fs.existsSync(file)) makeKey(config);
  return fs.readFileSync(file, 'utf8').trim().split(/\s+/).join(',');
}

/** Puts a new key in front of the others, for a rotation. Only for a key that is kept in the data folder. */
export function rotateMasterKey(config: Pick<Config, 'dataDir' | 'masterKey'>): string {
  if (config.masterKey !== null)
    throw new Error('MASTER_KEY is set in the environment: put a new key in front of it there, separated by a comma');
  const keys = `${newMasterKey()}\n${readMasterKey(config).split(',').join('\n')}\n`;
  const next = `${fileOf(config)}.next`;
  fs.writeFileSync(next, keys, { mode: 0o600 });
  fs.renameSync(next, fileOf(config));
  return keys;
}
