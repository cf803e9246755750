/** A zip as a stream: entries are opened one after the other, as far as the file is taken, so that none lies in memory. */
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export type ZipEntry = { path: string; open: () => Promise<Readable> | Readable };
type ZipHooks<E> = {
  /** Called with each piece as it is read; bytes. */
  onPart?: (entry: E, bytes: number) => void;
  onEnd?: (entry: E) => void;
};
export type ZipStream = {
  stream: Readable;
  /** Ends it with an error: what is written of it is nothing. */
  fail: (error: Error) => void;
  /** Closes the entries that were opened. */
  close: () => void;
};

/** Texts (`.json`, `.csv`, `.xml`, `.txt`) are packed, the rest stays as it is. An entry that cannot be opened or read ends the whole with its error. */
export function zipOf<E extends ZipEntry>(entries: readonly E[], hooks: ZipHooks<E> = {}): ZipStream {
  const zip = new ZipFile();
  const stream = new Readable().wrap(zip.outputStream);
  const fail = (error: Error) => void stream.destroy(error);
  zip.on('error', fail);
  const opened = new Set<Readable>();
  for (const entry of entries)
    zip.addReadStreamLazy(entry.path, { compress: /\.(json|csv|xml|txt)$/.test(entry.path) }, (give) => {
      void Promise.resolve()
        .then(entry.open)
        .then((part) => {
          opened.add(part);
          part.on('error', fail).on('end', () => hooks.onEnd?.(entry));
          give(null, part);
          // after it was given: before, it would begin to flow to nobody
          if (hooks.onPart !== undefined) part.on('data', (piece: Buffer) => hooks.onPart?.(entry, piece.length));
        }, fail);
    });
  zip.end();
  const close = () => {
    for (const part of opened) part.destroy();
  };
  return { stream, fail, close };
}
