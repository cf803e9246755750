import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

/** Bytes that wait longer than for the next flush are written before, so that a large picture does not pile up in memory. */
const WAITING_MOST = 262_144;

/** A file that grows at its end. All writing happens in the background and in order, so that a slow disk delays nobody's sound. */
export type FileSink = {
  append(bytes: Buffer): void;
  /** Bytes taken so far: where the next ones will stand. */
  size(): number;
  /** Writes over earlier bytes, after everything that was appended before. */
  patch(at: number, bytes: Buffer): void;
  /** Resolves when everything taken so far is in the file; rejects from the first failed write on. */
  flush(): Promise<void>;
  /** Flushes, and closes the file even if that failed. */
  close(): Promise<void>;
};

/** `new`: the file must not exist. `at`: an existing file is continued at this offset, and what stood behind it is cut off. */
export function openSink(path: string, from: 'new' | { at: number }): FileSink {
  const file = from === 'new' ? open(path, 'wx', 0o600) : openAt(path, from.at);
  let size = from === 'new' ? 0 : from.at;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let turn: Promise<unknown> = file;
  const enqueue = (work: (handle: FileHandle) => Promise<unknown>): void => {
    turn = turn.then(() => file).then(work);
    // The next flush reports the failure; nothing awaits this promise, and an unhandled rejection would end the process.
    turn.catch(() => undefined);
  };
  const push = (): void => {
    if (waitingBytes === 0) return;
    const bytes = Buffer.concat(waiting);
    const at = size - waitingBytes;
    waiting = [];
    waitingBytes = 0;
    enqueue((handle) => handle.write(bytes, 0, bytes.length, at));
  };
  turn.catch(() => undefined);
  const flush = async (): Promise<void> => {
    push();
    await turn;
  };
  return {
    append(bytes) {
      waiting.push(bytes);
      waitingBytes += bytes.length;
      size += bytes.length;
      if (waitingBytes > WAITING_MOST) push();
    },
    size: () => size,
    patch(at, bytes) {
      push();
      enqueue((handle) => handle.write(bytes, 0, bytes.length, at));
    },
    flush,
    async close() {
      try {
        await flush();
      } finally {
        await (await file).close();
      }
    },
  };
}

async function openAt(path: string, at: number): Promise<FileHandle> {
  const handle = await open(path, 'r+');
  await handle.truncate(at);
  return handle;
}
