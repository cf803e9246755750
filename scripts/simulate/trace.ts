/** Reads a trace of real meetings: CSV with create_time, size, duration and, if known, hint and pool. */
import { arrivalsOf, processOf, type Scene, serversOf } from './scene.ts';
import { chanceOf } from './chance.ts';

const columns = ['create_time', 'size', 'duration', 'hint', 'pool'] as const;
type Column = (typeof columns)[number];
const needed: readonly string[] = columns.slice(0, 3);

/** `at`: milliseconds since 1970, or since any start when the trace counts seconds from one; `minutes`: how long it ran. */
export type TraceRow = { at: number; size: number; minutes: number; hint: number | null; pool: string | null };
export type Trace = { rows: TraceRow[]; problems: string[] };

/** The fields of a line; RFC 4180 without line breaks inside of fields. */
function fieldsOf(line: string): string[] {
  const fields = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)];
  return fields.map(([, quoted, plain]) => (quoted?.replaceAll('""', '"') ?? plain ?? '').trim());
}

/** Seconds, or a date and time in ISO 8601 with its offset; without one it is UTC, so that a trace means the same on every machine. */
function timeOf(text: string): number | null {
  if (/^\d{1,13}(\.\d+)?$/.test(text)) return Number(text) * 1000;
  if (!/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text)) return null;
  const time = Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text.replace(' ', 'T') : `${text.replace(' ', 'T')}Z`);
  return Number.isNaN(time) ? null : time;
}

const wholeOf = (text: string): number | null => (/^[1-9]\d{0,4}$/.test(text) ? Number(text) : null);
const minutesOf = (text: string): number | null => {
  const minutes = /^\d{1,5}(\.\d+)?$/.test(text) ? Number(text) : 0;
  return minutes > 0 ? minutes : null;
};

function rowOf(field: (column: Column) => string): TraceRow | string {
  const at = timeOf(field('create_time'));
  const size = wholeOf(field('size'));
  const minutes = minutesOf(field('duration'));
  const hint = wholeOf(field('hint'));
  if (at === null)
    return `create_time "${field('create_time')}" is neither seconds nor a date and time such as 2026-09-01T07:55:00Z`;
  if (size === null) return `size "${field('size')}" is not a whole number from 1 to 99999`;
  if (minutes === null) return `duration "${field('duration')}" is not a number of minutes above 0`;
  if (hint === null && field('hint') !== '') return `hint "${field('hint')}" is not a whole number from 1 to 99999`;
  return { at, size, minutes, hint, pool: field('pool') || null };
}

/** Columns of a heading in its order, or what is wrong with it. */
function headingOf(fields: readonly string[]): readonly string[] | string {
  const unknown = fields.find((field) => !columns.some((column) => column === field));
  if (unknown !== undefined) return `unknown column "${unknown}" (known: ${columns.join(', ')})`;
  const missing = needed.find((column) => !fields.includes(column));
  return missing === undefined ? fields : `the column ${missing} is missing`;
}

/** Every row that can be read and, by line number, what is wrong with the others. A heading may give the columns in any order. */
export function readTrace(text: string): Trace {
  const trace: Trace = { rows: [], problems: [] };
  let order: readonly string[] = columns;
  let first = true;
  for (const [at, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '') continue;
    const fields = fieldsOf(line);
    const isHeading = first && fields.includes('create_time');
    first = false;
    if (isHeading) {
      const heading = headingOf(fields);
      if (typeof heading === 'string') return { rows: [], problems: [`line ${at + 1}: ${heading}`] };
      order = heading;
      continue;
    }
    const enough = fields.length >= needed.length && fields.length <= order.length;
    const row = enough
      ? rowOf((column) => fields[order.indexOf(column)] ?? '')
      : `${fields.length} fields instead of ${order.length}`;
    if (typeof row === 'string') trace.problems.push(`line ${at + 1}: ${row}`);
    else trace.rows.push(row);
  }
  if (trace.rows.length === 0 && trace.problems.length === 0) trace.problems.push('the trace has no rows');
  return trace;
}

/** A trace on a pool of servers; pools share the servers evenly. How people arrive within a meeting is drawn by the seed. */
export function traceScene(rows: readonly TraceRow[], size: { seed: number; servers: number }): Scene {
  const chance = chanceOf(size.seed);
  const pools = [...new Set(rows.flatMap((row) => row.pool ?? []))].sort();
  const sorted = rows.toSorted((a, b) => a.at - b.at);
  const start = sorted[0]?.at ?? 0;
  const meetings = sorted.map((row, index) => {
    const meeting = { at: row.at - start, size: row.size, end: row.at - start + row.minutes * 60_000 };
    const sources = { hint: row.hint, roomRuns: [], accountUsual: null, maximum: null };
    const arrivals = arrivalsOf(chance, meeting);
    return {
      id: `${size.seed}-${index}`,
      at: meeting.at,
      arrivals,
      end: meeting.end,
      sources,
      pool: row.pool,
      ...processOf(chance),
    };
  });
  const servers = serversOf(Math.max(size.servers, pools.length), (at) => [pools[at % pools.length] ?? ''].filter(Boolean));
  return { seed: size.seed, servers, meetings };
}
