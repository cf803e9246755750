import { Button } from '@mantine/core';
import type { RefObject } from 'react';
import { Banner } from '#kit/ui/feedback.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { ExplorerAnswer } from '../analytics.contract.ts';
import { analyticsLimits, type ChartKind, measureOf } from '../measures.rules.ts';
import type { AnalyticsQuestion } from './analytics-data.hook.ts';
import { analyticsText } from './analytics-text.hook.ts';
import { answerPicture } from './answer-series.hook.ts';
import { AnswerTable } from './answer-table.part.tsx';
import { useAnswerWords } from './answer-words.hook.ts';
import { ChartFigure } from '#kit/ui/chart/chart-card.tsx';
import type { ExplorerControls } from './explorer-state.hook.ts';
import { useFigureText } from './figures.hook.ts';
import s from './explorer.module.css';

/** Says what may have emptied the answer, with a press that drops it. */
function NothingFound({ explorer: { question, ask } }: { explorer: ExplorerControls }) {
  const say = analyticsText();
  return (
    <div className={s.nothing}>
      <p className="soft">{say('answer.nothing')}</p>
      {question.only.map(({ dimension }) => (
        <Button
          key={dimension}
          size="xs"
          onClick={() => ask({ ...question, only: question.only.filter((one) => one.dimension !== dimension) })}
        >
          {say('answer.without', { what: say(`split.${dimension}`) })}
        </Button>
      ))}
    </div>
  );
}

type AnswerProps = {
  answer: ExplorerAnswer;
  /** What was answered, which while the next answer is awaited is not what is asked. */
  question: AnalyticsQuestion;
  chart: ChartKind;
  title: string;
  explorer: ExplorerControls;
  box: RefObject<HTMLElement | null>;
};
/** The picture, the table beneath, and what the figures rest on. */
export function AnswerBody({ answer, question, chart, title, explorer, box }: AnswerProps) {
  const say = analyticsText();
  const time = useTimeText();
  const { number } = useFigureText();
  const words = useAnswerWords(answer.currency);
  if (answer.rows.length === 0) return <NothingFound explorer={explorer} />;
  const picture = answerPicture(answer, { question, chart, words });
  const [measure] = question.measures;
  const leavesOut =
    picture !== null &&
    question.by.length === 2 &&
    picture.series.length === analyticsLimits.series &&
    measure !== undefined &&
    measureOf(measure).sum !== 'sum';
  return (
    <>
      {answer.cut && <Banner hue="amber">{say('answer.cut', { n: number(analyticsLimits.rows) })}</Banner>}
      {picture !== null && <ChartFigure picture={picture} title={title} height={260} box={box} />}
      {leavesOut && <p className="tiny quiet">{say('series.most', { n: analyticsLimits.series })}</p>}
      <AnswerTable key={title} answer={answer} question={question} words={words} title={title} />
      <p className={`tiny quiet ${s.foot}`}>
        {answer.meetings > 0 && say('answer.counted', { n: answer.meetings })}{' '}
        {answer.countedAt !== null && say('answer.until', { time: time(answer.countedAt, 'full') })}{' '}
        {say('answer.zone', { zone: answer.zone })}
      </p>
    </>
  );
}
