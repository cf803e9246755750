/** Files in a local folder. A file is written beside its place under another name and moved there when it is whole. */
import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, type Stats } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileFacts, FileStore } from './files.ts';
import { checkFileName, counting } from './files-names.ts';

/** What is being written carries this at its end, so that lists leave it out. */
const making = '.making';
const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

const factsOf = (name: string, found: Stats): FileFacts => ({
  name,
  bytes: found.size,
  etag: `"${found.size.toString(16)}-${Math.round(found.mtimeMs).toString(16)}"`,
  modifiedAt: Math.round(found.mtimeMs),
});

async function* walk(root: string, folder: string): AsyncGenerator<FileFacts> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* walk(root, name);
    if (!entry.isFile() || entry.name.includes(making)) continue;
    // it may be removed while its neighbours are listed
    const found = await stat(path.join(root, name)).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (found !== null) yield factsOf(name, found);
  }
}

/** Opens the folder; it is made with the first file. */
export function folderFiles(root: string): FileStore {
  const place = (name: string) => path.join(root, checkFileName(name));
  return {
    async put(name, content) {
      const at = place(name);
      const next = `${at}${making}${randomBytes(6).toString('hex')}`;
      await mkdir(path.dirname(at), { recursive: true, mode: 0o700 });
      const { through, totals } = counting();
      try {
        await pipeline(content, through, createWriteStream(next, { flags: 'wx', mode: 0o600 }));
        const file = await open(next, 'r+');
        await file.sync().finally(() => file.close());
        await rename(next, at);
      } catch (error) {
        await rm(next, { force: true });
        throw error;
      }
      return totals();
    },
    async get(name, range) {
      const file = await open(place(name), 'r');
      return createReadStream(place(name), { fd: file, ...(range === undefined ? {} : { start: range.from, end: range.to }) });
    },
    async stat(name) {
      try {
        const found = await stat(place(name));
        return found.isFile() ? factsOf(name, found) : null;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    remove: (name) => rm(place(name), { force: true }),
    list: (folder) => walk(root, checkFileName(folder)),
    removeAll: (folder) => rm(place(folder), { recursive: true, force: true }),
  };
}
