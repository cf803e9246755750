import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, Suspense, useRef, useState } from 'react';
import { PageHead } from '#kit/ui/bits.tsx';
import { Banner, Bone } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { usePageTitle } from '#kit/ui/page.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import type { ExplorerAnswer } from '../analytics.contract.ts';
import { analyticsApi, type AnalyticsQuestion, answerQuery, choicesQuery, viewsQuery } from './analytics-data.hook.ts';
import { analyticsText } from './analytics-text.hook.ts';
import { AnswerBody } from './answer.part.tsx';
import { csvOfAnswer } from './answer-table.part.tsx';
import { useAnswerWords } from './answer-words.hook.ts';
import { DownloadMenu } from '#kit/ui/chart/chart-card.tsx';
import { readExplorerAddress } from './explorer-address.hook.ts';
import { useChosenNames, useExplorer } from './explorer-state.hook.ts';
import { useQuestionSentence } from './question-sentence.hook.ts';

import { Shelves } from './shelves.part.tsx';
import { ViewActs, ViewFailure, ViewMenu } from './view-bar.part.tsx';
import s from './explorer.module.css';

const MeaningsDialog = loadable(async () => (await import('./view-dialogs.part.tsx')).MeaningsDialog);

export async function load({ api, queries, url }: LoadContext): Promise<null> {
  const client = api(analyticsApi);
  const { items } = await queries.ensureQueryData(viewsQuery(client));
  const { question } = readExplorerAddress(url.searchParams, items);
  const names = question.only.map(({ dimension, ids }) => queries.prefetchQuery(choicesQuery(client, { of: dimension, ids })));
  // the page shows why a question cannot be answered
  await Promise.all([queries.prefetchQuery(answerQuery(client, question)), ...names]);
  return null;
}

type AnsweredQuestion = { answer: ExplorerAnswer; question: AnalyticsQuestion };
type FilesProps = AnsweredQuestion & { box: RefObject<HTMLElement | null> };
function Files({ answer, question, box }: FilesProps) {
  const say = analyticsText();
  const words = useAnswerWords(answer.currency);
  const file = `${question.measures.join('-')}-${answer.from}-${answer.until}`;
  const csv = () => csvOfAnswer(answer, question, words);
  return <DownloadMenu title={say('answer.title')} file={file} csv={csv} box={box} look="default" />;
}

/** The answer follows what is asked; until it is there the one before stays, paler. */
function useAnswer(question: AnalyticsQuestion) {
  const api = useApi(analyticsApi);
  // one question has one text, whatever object it is read into
  const [text] = useDebouncedValue(JSON.stringify(question), 300);
  const settled: AnalyticsQuestion = text === JSON.stringify(question) ? question : JSON.parse(text);
  const { data, error } = useQuery(answerQuery(api, settled));
  const [last, setLast] = useState<AnsweredQuestion | null>(null);
  if (data !== undefined && last?.answer !== data) setLast({ answer: data, question: settled });
  const answered = data === undefined ? last : { answer: data, question: settled };
  return { answered, error, waits: data === undefined || settled !== question };
}

export function Screen() {
  const say = analyticsText();
  const explorer = useExplorer();
  const failureText = useFailureText(say);
  const names = useChosenNames(explorer.question);
  const sentence = useQuestionSentence()(explorer.question, names);
  const { answered, error, waits } = useAnswer(explorer.question);
  const [meanings, setMeanings] = useState<'closed' | 'open'>('closed');
  const box = useRef<HTMLElement>(null);
  const { view, saved, chart } = explorer;
  const title = view?.name ?? say('explorer');
  usePageTitle(view?.name ?? null);
  const mark = !saved && <span className={s.unsaved}>{say('view.unsaved')}</span>;
  return (
    <div className={s.explorer}>
      <Shelves explorer={explorer} names={names} lead={<ViewMenu explorer={explorer} />} />
      <div className={s.answer}>
        <PageHead
          title={
            <>
              <bdi>{title}</bdi> {mark}
            </>
          }
          sub={sentence}
        >
          {answered !== null && error === null && <Files {...answered} box={box} />}
          <ViewActs explorer={explorer} />
        </PageHead>
        <ViewFailure explorer={explorer} />
        {error !== null && <Banner hue="amber">{failureText(error)}</Banner>}
        {answered === null && error === null && <Bone w="100%" h={260} />}
        {answered !== null && error === null && (
          <div className={s.body} data-before={waits || undefined} aria-busy={waits || undefined}>
            <AnswerBody {...answered} chart={chart} title={sentence} explorer={explorer} box={box} />
          </div>
        )}
        <Button size="xs" variant="subtle" onClick={() => setMeanings('open')}>
          {say('meanings')}
        </Button>
        {meanings === 'open' && (
          <Suspense>
            <MeaningsDialog onClose={() => setMeanings('closed')} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
