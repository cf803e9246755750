/**
 * Files that the product keeps: a local folder or a store that speaks S3, by `STORAGE`. Names are made by the server:
 * parts of letters, digits, dots, hyphens and underscores between slashes, so that none of them can lead out.
 */
import type { Readable } from 'node:stream';
import path from 'node:path';
import type { Config } from '#kit/server/config/config.ts';
import { folderFiles } from './files-folder.ts';
import { type S3Place, s3Files } from './files-s3.ts';

/** `modifiedAt` in epoch milliseconds. `etag` changes with the content. */
export type FileFacts = { name: string; bytes: number; etag: string; modifiedAt: number };
/** `sha256` in hex, of what was written. */
export type WrittenFile = { bytes: number; sha256: string };

export type FileStore = {
  /** Writes the whole stream or nothing: a reader sees the old file or the new one. Rejects with the stream's error. */
  put(name: string, content: Readable): Promise<WrittenFile>;
  /** The bytes from `from` to `to`, both included; all of them when left out. Rejects when there is no such file. */
  get(name: string, range?: { from: number; to: number }): Promise<Readable>;
  /** Null: no such file. */
  stat(name: string): Promise<FileFacts | null>;
  /** A missing file is no failure. */
  remove(name: string): Promise<void>;
  /** All files whose name begins with this folder's name. */
  list(folder: string): AsyncIterable<FileFacts>;
  /** Removes everything below the folder. */
  removeAll(folder: string): Promise<void>;
};

export type StoreConfig = Pick<
  Config,
  'storage' | 'dataDir' | 's3Endpoint' | 's3Region' | 's3AccessKey' | 's3SecretKey' | 's3PathStyle'
>;

const s3Prefix = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;

/** The folder of local files; null when they are kept in a store elsewhere. */
export const localFolder = (config: Pick<Config, 'storage' | 'dataDir'>): string | null =>
  config.storage?.startsWith('s3:') === true ? null : path.resolve(config.storage ?? path.join(config.dataDir, 'files'));

/** The configured store; null: a local folder. */
export function s3PlaceOf(config: StoreConfig): S3Place | null {
  if (localFolder(config) !== null) return null;
  const [, bucket = '', prefix = ''] = s3Prefix.exec(config.storage ?? '') ?? [];
  if (bucket === '') throw new Error('STORAGE must be a folder or s3://bucket/prefix');
  return {
    bucket,
    prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
    endpoint: config.s3Endpoint,
    region: config.s3Region,
    accessKey: config.s3AccessKey,
    secretKey: config.s3SecretKey,
    pathStyle: config.s3PathStyle,
  };
}

/** Opens the configured place. Cheap: nothing is asked before the first file. */
export function filesOf(config: StoreConfig): FileStore {
  const [folder, place] = [localFolder(config), s3PlaceOf(config)];
  if (folder !== null) return folderFiles(folder);
  if (place === null) throw new Error('STORAGE must be a folder or s3://bucket/prefix');
  return s3Files(place);
}
