import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { AnalyticsQuestion } from './analytics-data.hook.ts';
import { analyticsText } from './analytics-text.hook.ts';
import { useFigureText } from './figures.hook.ts';

/** Names of what a question is narrowed to, by id. */
export type ChosenNames = ReadonlyMap<string, string>;

/** Short parts beside each other, because whole sentences of them read right in few languages. */
export function useQuestionSentence(): (question: AnalyticsQuestion, names: ChosenNames) => string {
  const say = analyticsText();
  const { longDay } = useFigureText();
  const tag = intlTag(useReader().locale);
  const list = new Intl.ListFormat(tag, { type: 'conjunction' });
  const plain = new Intl.ListFormat(tag, { type: 'unit' });
  return ({ measures, by, only, period }, names) => {
    const filters = only.map(({ dimension, ids }) => {
      const chosen = plain.format(ids.map((id) => names.get(id) ?? '…'));
      return say('sentence.only', { what: say(`split.${dimension}`), names: chosen });
    });
    return [
      list.format(measures.map((id) => say(`measures.${id}.name`))),
      ...(by.length === 0 ? [] : [say('sentence.by', { list: list.format(by.map((one) => say(`split.${one}`))) })]),
      ...filters,
      'last' in period
        ? say(`sentence.last.${period.unit}`, { n: period.last })
        : `${longDay(period.from)} – ${longDay(period.until)}`,
    ].join(' · ');
  };
}
