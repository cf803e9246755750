/** `npm run bench money`: renewals, the files of invoices, and what a check of limits takes, on a database of their own. */
import { type Customer, openStage } from './endpoint-stage.ts';
import { measureEntitlements } from './entitlements.ts';
import { measurePapers } from './papers.ts';
import { measureRenewals } from './renewals.ts';
import { figureOf, type BenchLine, type Measured } from './report.ts';

/** The report prints what comes of it. */
export async function measureMoney(): Promise<Measured> {
  const lines: BenchLine[] = [];
  const readers: Customer[] = [];
  const stage = await openStage(async (to) => {
    lines.push(...(await measureEntitlements(to)));
    lines.push(...(await measureRenewals(to)));
    readers.push(await to.customer('reader'));
  });
  try {
    for (const reader of readers) lines.push(...(await measurePapers(stage, reader)));
  } finally {
    await stage.stop();
  }
  for (const { what, value, unit, budget, within } of lines)
    process.stdout.write(
      `${within === false ? '  MISS ' : '       '} ${what.padEnd(78)} ${figureOf(value).padStart(8)} ${unit.padEnd(6)} ${budget}\n`,
    );
  const misses = lines.filter(({ within }) => within === false);
  return {
    lines,
    misses: misses.map(({ what, value, unit, budget }) => `${what}: ${figureOf(value)} ${unit}, budget ${budget}`),
  };
}
