import { type Dimension, measureOf } from '../measures.rules.ts';
import { analyticsText } from './analytics-text.hook.ts';
import type { AnswerWords } from './answer-series.hook.ts';
import { useFigureText } from './figures.hook.ts';

/** How an answer is written. People whose names the reader may not see have numbers instead. */
export function useAnswerWords(currency: string | null): AnswerWords {
  const say = analyticsText();
  const { figure, split } = useFigureText();
  const hidden = new Map<string, number>();
  const numberOf = (key: string) => {
    const known = hidden.get(key) ?? hidden.size + 1;
    hidden.set(key, known);
    return known;
  };
  return {
    measure: (id) => say(`measures.${id}.name`),
    dimension: (dimension: Dimension) => say(`split.${dimension}`),
    cell: ({ key, name }, dimension) => {
      const words = name ?? split(key, dimension);
      if (words !== null) return words;
      return dimension === 'person' ? say('split.hidden', { n: numberOf(key) }) : say('split.none');
    },
    figure: (value, measure) => figure(value, { unit: measureOf(measure).unit, currency }),
    others: say('series.others'),
  };
}
