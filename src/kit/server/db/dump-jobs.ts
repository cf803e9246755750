/** Moves the jobs that wait out of a database and into the queues of another: some work is known to its job alone. */
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import * as copies from 'pg-copy-streams';
import { PgBoss } from 'pg-boss';
import * as z from 'zod/mini';
import type { AnyJob } from '#kit/server/jobs/jobs.ts';

const line = z.object({
  name: z.string(),
  data: z.nullable(z.record(z.string(), z.unknown())),
  key: z.nullable(z.string()),
  after: z.string(),
});
type DumpLine = z.infer<typeof line>;
/** As many are queued with one statement. */
const batch = 500;

// base64 without its line breaks: a JSON text has none of the signs that COPY would escape then
const waiting = `select translate(encode(convert_to(json_build_object(
  'name', name, 'data', data, 'key', singleton_key, 'after', to_char(start_after at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
)::text, 'utf8'), 'base64'), E'\\n', '') from pgboss.job where state in ('created', 'retry', 'active') order by created_on`;

/** Writes a line for each job that waits or runs, as the client's transaction sees them. Returns how many. */
export async function dumpJobs(client: pg.Client, file: string): Promise<number> {
  const known = await client.query<{ table: string | null }>("select to_regclass('pgboss.job')::text as table");
  const out = createWriteStream(file, { mode: 0o600 });
  if (known.rows[0]?.table == null) {
    out.end();
    return 0;
  }
  const rows = client.query(copies.to(`copy (${waiting}) to stdout`));
  await pipeline(rows, out);
  return rows.rowCount ?? 0;
}

async function* batchesOf(file: string): AsyncGenerator<DumpLine[]> {
  let lines: DumpLine[] = [];
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    if (text === '') continue;
    lines.push(line.parse(JSON.parse(Buffer.from(text, 'base64').toString('utf8'))));
    if (lines.length === batch) {
      yield lines;
      lines = [];
    }
  }
  if (lines.length > 0) yield lines;
}

/**
 * Queues the jobs of the file again. Those that run by the clock come by themselves, and those of a kind that this version does
 * not have are left out. Returns how many were queued.
 */
export async function loadJobs(ownerUrl: string, file: string, jobs: readonly AnyJob[]): Promise<number> {
  const taken = new Set(jobs.flatMap((one) => (one.schedule === undefined ? [one.name] : [])));
  const boss = new PgBoss({ connectionString: ownerUrl, schema: 'pgboss', max: 2, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  let queued = 0;
  try {
    for await (const lines of batchesOf(file))
      for (const [name, some] of Map.groupBy(
        lines.filter((one) => taken.has(one.name)),
        (one) => one.name,
      )) {
        const made = some.map((one) => ({
          data: one.data ?? {},
          startAfter: one.after,
          ...(one.key === null ? {} : { singletonKey: one.key }),
        }));
        queued += (await boss.insert(name, made, { returnId: true }))?.length ?? 0;
      }
  } finally {
    await boss.stop({ graceful: false });
  }
  return queued;
}
