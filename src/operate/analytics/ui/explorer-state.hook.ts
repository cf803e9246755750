import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigation, useSearchParams } from 'react-router';
import { Failure } from '#kit/errors.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import type { ExplorerView } from '../analytics.contract.ts';
import { type AnalyticsQuestion, analyticsApi, choicesQuery, viewsQuery } from './analytics-data.hook.ts';
import { type ExplorerState, explorerAddress, isSaved, readExplorerAddress } from './explorer-address.hook.ts';
import type { ChosenNames } from './question-sentence.hook.ts';

export type ExplorerControls = ExplorerState & {
  saved: boolean;
  views: readonly ExplorerView[];
  ask: (question: AnalyticsQuestion) => void;
  show: (state: Partial<ExplorerState>) => void;
  /** Somebody else's change stands in the way of saving. */
  conflict: boolean;
  failure: unknown;
  save: () => Promise<void>;
  saveAs: (name: string) => Promise<void>;
  share: (shared: 'shared' | 'own') => Promise<void>;
  remove: (view: ExplorerView) => Promise<void>;
  /** What is saved as it stands now, without what was changed here. */
  takeTheirs: () => Promise<void>;
};

/** Where the page is or is on its way to: the next change must not undo one whose answer is still awaited. */
function useLatestSearch(settled: URLSearchParams): URLSearchParams {
  const { location } = useNavigation();
  const { pathname } = useLocation();
  return location?.pathname === pathname ? new URLSearchParams(location.search) : settled;
}

export function useExplorer(): ExplorerControls {
  const { analytics } = useApi(analyticsApi);
  const queries = useQueryClient();
  const [settled, setSearch] = useSearchParams();
  const search = useLatestSearch(settled);
  const { data } = useQuery(viewsQuery({ analytics }));
  const [failure, setFailure] = useState<unknown>(null);
  const views = data?.items ?? [];
  const state = readExplorerAddress(search, views);
  const { view, question, chart } = state;
  const show = (change: Partial<ExplorerState>) =>
    setSearch(explorerAddress({ ...state, ...change }), { replace: true, preventScrollReset: true });
  const refresh = () => queries.invalidateQueries({ queryKey: viewsQuery({ analytics }).queryKey.slice(0, 2) });
  /** Carries out a change of views; a refusal shows below the name. */
  const attempt = async (change: () => Promise<ExplorerView | null>, then: 'open' | 'stay' = 'open') => {
    try {
      const now = await change();
      setFailure(null);
      await refresh();
      if (then === 'open') setSearch(now === null ? {} : { view: now.id }, { replace: true });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      setFailure(error);
    }
  };
  type ViewChange = { question?: AnalyticsQuestion; chart?: ExplorerState['chart']; shared?: boolean };
  const changeView = async (body: ViewChange) =>
    view === null ? null : analytics.changeView({ params: { id: view.id }, body: { ...body, version: view.version } });
  return {
    ...state,
    saved: isSaved(state),
    views,
    failure,
    conflict: failure instanceof Failure && failure.code === 'changed_meanwhile',
    ask: (next) => show({ question: next }),
    show,
    save: () => attempt(() => changeView({ question, chart })),
    saveAs: (name) => attempt(() => analytics.saveView({ body: { name, question, chart } })),
    share: (shared) => attempt(() => changeView({ shared: shared === 'shared' }), 'stay'),
    remove: (gone) =>
      attempt(async () => {
        await analytics.removeView({ params: { id: gone.id } });
        return null;
      }),
    takeTheirs: () => attempt(async () => view),
  };
}

/** Names of the things that the question is narrowed to. */
export function useChosenNames({ only }: AnalyticsQuestion): ChosenNames {
  const api = useApi(analyticsApi);
  const answers = useQueries({ queries: only.map(({ dimension, ids }) => choicesQuery(api, { of: dimension, ids })) });
  return new Map(answers.flatMap(({ data }) => data?.items ?? []).map(({ id, name }) => [id, name]));
}
