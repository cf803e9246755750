import { Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { csvOf } from '#kit/csv.ts';
import { Scrolls } from '#kit/ui/scrolls.tsx';
import { kitText } from '#kit/ui/text/kit-text.ts';
import table from '#kit/ui/table/table.module.css';
import type { ExplorerAnswer } from '../analytics.contract.ts';
import type { AnalyticsQuestion } from './analytics-data.hook.ts';
import { analyticsText } from './analytics-text.hook.ts';
import type { AnswerWords } from './answer-series.hook.ts';
import s from './explorer.module.css';

const PAGE = 100;
type AnswerSort = { at: number; way: 'up' | 'down' };
type AnswerRow = ExplorerAnswer['rows'][number];

/** Names by the reader's alphabet, splits of time by their keys, figures by size; what has none comes last. */
function sortedRows(rows: readonly AnswerRow[], { at, way }: AnswerSort): AnswerRow[] {
  const turn = way === 'up' ? 1 : -1;
  const byFigure = (figure: (row: AnswerRow) => number | null) => (one: AnswerRow, other: AnswerRow) =>
    turn * ((figure(one) ?? Number.NEGATIVE_INFINITY) - (figure(other) ?? Number.NEGATIVE_INFINITY) || 0);
  const splits = rows[0]?.by.length ?? 0;
  if (at >= splits) return rows.toSorted(byFigure((row) => row.figures[at - splits] ?? null));
  const wordOf = (row: AnswerRow) => row.by[at]?.name ?? row.by[at]?.key ?? '';
  return rows.toSorted((one, other) => turn * wordOf(one).localeCompare(wordOf(other), undefined, { numeric: true }));
}

/** Figures as they are, with the words of what they are split by. */
export function csvOfAnswer(answer: ExplorerAnswer, question: AnalyticsQuestion, words: AnswerWords): string {
  const head = [...question.by.map(words.dimension), ...question.measures.map(words.measure)];
  const wordOf = ({ key, name }: AnswerRow['by'][number], at: number) => {
    const dimension = question.by[at];
    return name ?? (dimension === 'room' || dimension === 'person' ? words.cell({ key, name }, dimension) : key);
  };
  return csvOf([head, ...answer.rows.map((row) => [...row.by.map(wordOf), ...row.figures.map((one) => String(one ?? ''))])]);
}

type SortHeadProps = { title: string; at: number; sort: AnswerSort | null; onSort: (sort: AnswerSort) => void };
function SortHead({ title, at, sort, onSort }: SortHeadProps) {
  const say = kitText();
  const here = sort?.at === at ? sort.way : null;
  const word = here === null ? 'table.sortBy' : here === 'up' ? 'table.sortUp' : 'table.sortDown';
  const Arrow = here === 'up' ? IconArrowUp : IconArrowDown;
  return (
    <button
      type="button"
      className={table.sort}
      data-on={here !== null || undefined}
      aria-label={say(word, { column: title })}
      onClick={() => onSort({ at, way: here === 'down' ? 'up' : 'down' })}
    >
      {title}
      {here !== null && <Arrow size={12} stroke={2} aria-hidden="true" />}
    </button>
  );
}

type AnswerTableProps = { answer: ExplorerAnswer; question: AnalyticsQuestion; words: AnswerWords; title: string };
export function AnswerTable({ answer, question: { by, measures }, words, title }: AnswerTableProps) {
  const say = analyticsText();
  const [sort, setSort] = useState<AnswerSort | null>(null);
  const [most, setMost] = useState(PAGE);
  const rows = sort === null ? answer.rows : sortedRows(answer.rows, sort);
  const columns = [...by.map(words.dimension), ...measures.map(words.measure)];
  const ariaSort = (at: number) => (sort?.at !== at ? undefined : sort.way === 'up' ? 'ascending' : 'descending');
  const write = (value: number | null | undefined, at: number) => {
    const measure = measures[at];
    return typeof value === 'number' && measure !== undefined ? words.figure(value, measure) : '–';
  };
  return (
    <>
      <Scrolls className={s.scroll} label={title}>
        <table className={table.table} aria-label={title}>
          <thead>
            <tr>
              {columns.map((column, at) => (
                <th key={column} scope="col" className={at < by.length ? undefined : 'end'} aria-sort={ariaSort(at)}>
                  <SortHead title={column} at={at} sort={sort} onSort={setSort} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, most).map((row) => (
              <tr key={row.by.map(({ key }) => key).join(' ')}>
                {by.map((dimension, at) => (
                  <td key={dimension}>
                    <bdi>{words.cell(row.by[at] ?? { key: '', name: null }, dimension)}</bdi>
                  </td>
                ))}
                {measures.map((measure, at) => (
                  <td key={measure} className="end num">
                    <bdi>{write(row.figures[at], at)}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              {by.length > 0 && (
                <th scope="row" colSpan={by.length}>
                  {say('answer.together')}
                </th>
              )}
              {measures.map((measure, at) => (
                <td key={measure} className="end num">
                  <bdi>{write(answer.totals[at], at)}</bdi>
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </Scrolls>
      {rows.length > most && (
        <Button size="xs" onClick={() => setMost(most + PAGE)}>
          {say('answer.more')}
        </Button>
      )}
    </>
  );
}
