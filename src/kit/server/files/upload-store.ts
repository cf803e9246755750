/** The same place as `files.ts` opens, for files that arrive in pieces by the tus protocol: under their name they are read there once whole. */
import { FileStore } from '@tus/file-store';
import { S3Store } from '@tus/s3-store';
import { type DataStore, Upload } from '@tus/server';
import { filesOf, localFolder, s3PlaceOf, type StoreConfig } from './files.ts';
import { checkFileName } from './files-names.ts';
import { s3ConfigOf } from './files-s3.ts';

export type UploadStore = {
  store: DataStore;
  /** What the store calls a file of ours. */
  idOf(name: string): string;
  create(name: string, bytes: number): Promise<void>;
  /** Bytes that are here; null: it knows no such upload. */
  offset(name: string): Promise<number | null>;
  /** Removes it, whole or not; a missing one is no failure. */
  remove(name: string): Promise<void>;
};

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (('status_code' in error && (error.status_code === 404 || error.status_code === 410)) ||
    ('code' in error && error.code === 'ENOENT'));
/** What the stores keep beside an upload. */
const besides = ['', '.json', '.info', '.part'] as const;

const unlessMissing = <T>(work: Promise<T>, missing: T): Promise<T> =>
  work.catch((error: unknown) => {
    if (isMissing(error)) return missing;
    throw error;
  });

/** Opened for one request: the store's own memory of uploads is not to outlive what other processes do to them. */
export function openUploadStore(config: StoreConfig): UploadStore {
  const [folder, place] = [localFolder(config), s3PlaceOf(config)];
  const prefix = place?.prefix ?? '';
  const store: DataStore =
    place === null
      ? new FileStore({ directory: folder ?? '' })
      : new S3Store({
          s3ClientConfig: { ...s3ConfigOf(place), bucket: place.bucket },
          // stores of other makers know no tags
          useTags: false,
          maxConcurrentPartUploads: 4,
        });
  const idOf = (name: string) => `${prefix}${checkFileName(name)}`;
  return {
    store,
    idOf,
    create: async (name, bytes) => {
      const now = new Date().toISOString();
      await store.create(new Upload({ id: idOf(name), size: bytes, offset: 0, metadata: {}, creation_date: now }));
    },
    offset: async (name) =>
      unlessMissing<number | null>(
        store.getUpload(idOf(name)).then((upload) => upload.offset),
        null,
      ),
    remove: async (name) => {
      await unlessMissing<void>(store.remove(idOf(name)), undefined);
      // of a whole one the store of S3 removes nothing
      const files = filesOf(config);
      for (const end of besides) await files.remove(`${name}${end}`);
    },
  };
}
