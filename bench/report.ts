/** What a measurement prints: one line with a figure, its unit and its budget; and what stays outside of a budget. */
export type BenchLine = { what: string; value: number; unit: string; budget: string; within: boolean | null };
/** What a part found that prints by itself; a miss is a sentence, also on what could not be measured. */
export type Measured = { lines: readonly BenchLine[]; misses: readonly string[] };
/** Digits: 0 for figures from 10 on, else 2. */
type Rest = { unit: string; atMost?: number; atLeast?: number };

const verdictOf = (value: number, { atMost, atLeast }: Rest): BenchLine['within'] =>
  atMost !== undefined ? value <= atMost : atLeast !== undefined ? value >= atLeast : null;
const budgetOf = ({ atMost, atLeast }: Rest): string =>
  atMost !== undefined ? `≤ ${atMost}` : atLeast !== undefined ? `≥ ${atLeast}` : '';
/** A figure with its budget. */
export const lineOf = (what: string, value: number, rest: Rest): BenchLine => ({
  what,
  value,
  unit: rest.unit,
  budget: budgetOf(rest),
  within: verdictOf(value, rest),
});
/** Figures with a budget below 10 keep two digits, so that 0.146 does not look like 0.15. */
export const figureOf = (value: number): string => value.toFixed(Math.abs(value) < 1 ? 3 : Math.abs(value) < 10 ? 2 : 0);

export type Report = {
  lines: readonly BenchLine[];
  note: (what: string, value: number, rest: Rest) => void;
  /** A sentence on something that could not be measured: it counts as a budget that is not kept. */
  miss: (sentence: string) => void;
  /** One sentence for each budget that is not kept. */
  misses: () => string[];
};

/** A report that prints each line as it comes. */
export function createReport(print: (text: string) => void): Report {
  const lines: BenchLine[] = [];
  const more: string[] = [];
  return {
    lines,
    note: (what, value, rest) => {
      const line = lineOf(what, value, rest);
      lines.push(line);
      const sign = line.within === false ? '  over ' : '       ';
      print(`${sign} ${what.padEnd(70)} ${figureOf(value).padStart(8)} ${rest.unit.padEnd(10)} ${line.budget}\n`);
    },
    miss: (sentence) => {
      more.push(sentence);
      print(`  miss  ${sentence}\n`);
    },
    misses: () => [
      ...lines
        .filter((line) => line.within === false)
        .map((line) => `${line.what}: ${figureOf(line.value)} ${line.unit}, budget ${line.budget}`),
      ...more,
    ],
  };
}
