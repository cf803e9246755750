/**
 * The log of calls. A call is answered before it is written: entries are kept for at most half a second and go to the
 * database in one statement. A process that is killed loses those of its last half second, nothing that anybody counts on.
 */
import type { DbScope } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import type { Log } from '#kit/server/log.ts';
import { commitSoon, insertCalls, type NewCallRow, noteUses } from './endpoint-log.queries.ts';

/** One call as the door saw it; `at` is when it came, `meeting` the customer's own meetingID. */
export type CallEntry = Omit<NewCallRow, 'id'>;
export type CallLog = {
  logCall(entry: CallEntry): void;
  /** Writes what waits now. */
  flush(): Promise<void>;
  /** Writes the rest; nothing may be logged afterwards. */
  close(): Promise<void>;
};

const flushAfterMs = 500;
/** Rows of one statement: PostgreSQL takes 65 535 parameters. */
const batch = 1_000;
/** More than this is not kept while the database is away; the newest calls are the ones of interest. */
const mostWaiting = 20_000;
const longest = 300;

/** Text as it fits a row: cut, and without what PostgreSQL does not store, half a character at the cut included. */
function short(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  if (text.length <= longest && !text.includes('\0') && text.isWellFormed()) return text;
  return text.replaceAll('\0', '').slice(0, longest).toWellFormed();
}

function rowOf(entry: CallEntry): NewCallRow {
  return {
    ...entry,
    id: newId(entry.at.getTime()),
    call: short(entry.call) ?? '',
    meeting: short(entry.meeting),
    address: short(entry.address) ?? '',
    unhonoured: (entry.unhonoured ?? []).map((name) => short(name) ?? ''),
  };
}

function usesOf(rows: readonly NewCallRow[]): { id: string; at: Date; address: string }[] {
  const last = new Map<string, { id: string; at: Date; address: string }>();
  for (const { secretId, at, address } of rows)
    if (typeof secretId === 'string' && (last.get(secretId)?.at ?? new Date(0)) <= at)
      last.set(secretId, { id: secretId, at, address });
  // in one order everywhere, so that two processes never wait for each other
  return [...last.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Opens the log of this process. `system` writes for all accounts. */
export function openCallLog(options: { system: DbScope; log: Log }): CallLog {
  const { system, log } = options;
  let waiting: NewCallRow[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const rows = waiting.slice(0, batch);
      waiting = waiting.slice(rows.length);
      try {
        await system.write(async (tx) => {
          await commitSoon(tx);
          await insertCalls(tx, rows);
          const uses = usesOf(rows);
          if (uses.length > 0) await noteUses(tx, uses);
        });
      } catch (error) {
        // kept for the next time, unless too much waits already
        waiting = [...rows, ...waiting].slice(-mostWaiting);
        throw error;
      }
    }
  };
  const flush = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    // one at a time, in order; a failure is reported to the caller of that write
    writing = writing.then(write, write);
    return writing;
  };
  const later = () => {
    timer ??= setTimeout(() => {
      flush().catch((error: unknown) => {
        log.warn({ error, waiting: waiting.length }, 'calls of the endpoint could not be logged yet');
        later();
      });
    }, flushAfterMs).unref();
  };
  return {
    logCall: (entry) => {
      if (waiting.length >= mostWaiting) waiting.shift();
      waiting.push(rowOf(entry));
      later();
    },
    flush,
    close: async () => {
      await flush();
    },
  };
}
