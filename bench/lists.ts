/** Lists of the product measured while the tables behind them grow, each against a call that reads one row. */
import { type BenchLine, lineOf } from './report.ts';

export type List = { name: string; path: string; headers: Record<string, string> };
/** Milliseconds in the middle, of the list and of the yardstick. */
export type Times = { own: number; yard: number };
export type Row = { name: string; times: Times[] };

/** A list of the largest tables takes at most so many times as long as one of ten rows. */
export const atMost = 1.5;
const asked = 25;

async function timed(port: number, list: List): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}${list.path}`, { headers: list.headers });
  const text = await answer.text();
  if (!answer.ok || text.includes('<returncode>FAILED')) throw new Error(`${list.name}: ${answer.status} ${text.slice(0, 200)}`);
  return performance.now() - began;
}

/** The median. */
export const middle = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/** The list and `yardstick`, asked in turns: the machine may be slower at another time. */
export async function timesOf(port: number, list: List, yardstick: List): Promise<Times> {
  const found: Times[] = [];
  for (let at = 0; at < asked; at++) found.push({ own: await timed(port, list), yard: await timed(port, yardstick) });
  // the first ones prepare
  const later = found.slice(5);
  return { own: middle(later.map((one) => one.own)), yard: middle(later.map((one) => one.yard)) };
}

/** How many times as long it takes with the largest tables. */
function growthOf({ times }: Row): number {
  const [small, large] = [times[0], times.at(-1)];
  return small === undefined || large === undefined ? 0 : large.own / large.yard / (small.own / small.yard);
}

/** A list's figures for the record: milliseconds with the largest tables, and their growth. */
export const linesOf = (row: Row): BenchLine[] => [
  lineOf(`tables: ${row.name}, largest tables`, row.times.at(-1)?.own ?? 0, { unit: 'ms' }),
  lineOf(`tables: ${row.name}, largest against smallest tables`, growthOf(row), { unit: 'ratio', atMost }),
];

/** Prints a list; a miss is a sentence. */
export function printed(row: Row): string[] {
  const ratio = growthOf(row);
  const passed = ratio <= atMost;
  const cells = row.times.map(({ own, yard }) => `${own.toFixed(2).padStart(9)} (${yard.toFixed(2)}) ms`).join('  ');
  process.stdout.write(`${passed ? '  pass ' : '  MISS '} ${row.name.padEnd(50)} ${cells}  ${ratio.toFixed(2)}×  ≤ ${atMost}×\n`);
  return passed
    ? []
    : [`tables: ${row.name} takes ${ratio.toFixed(2)} times as long with the largest tables, budget ≤ ${atMost}`];
}

type Owner = { query<R extends object>(text: string, values?: unknown[]): Promise<{ rows: R[] }> };

/** Without indexes and triggers of these tables while `fill` writes; the rows come to the same, a hundred times as fast. */
export async function unindexed(owner: Owner, tables: readonly string[], fill: () => Promise<void>): Promise<void> {
  const { rows } = await owner.query<{ name: string; made: string }>(
    `select i.indexname as name, i.indexdef as made from pg_indexes i where i.schemaname = 'public' and i.tablename = any($1)
       and not exists (select from pg_constraint c where c.conname = i.indexname)`,
    [tables],
  );
  for (const { name } of rows) await owner.query(`drop index ${name}`);
  for (const table of tables) await owner.query(`alter table ${table} disable trigger user`);
  await fill();
  for (const table of tables) await owner.query(`alter table ${table} enable trigger user`);
  for (const { made } of rows) await owner.query(made);
}

/** SQL of ids that sort by time, as ours do; `kind`, two hexadecimal digits, keeps those of different tables apart. */
export const idSql = (n: string, kind = '00'): string =>
  `(lpad(to_hex(1700000000000 + ${n}::bigint), 12, '0') || '70008000' || '${kind}' || lpad(to_hex(${n}::bigint), 10, '0'))::uuid`;
