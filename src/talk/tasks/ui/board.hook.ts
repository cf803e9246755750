import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useMemo, useRef, useState } from 'react';
import { Failure } from '#kit/errors.ts';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useLive } from '#kit/ui/query/live-news.ts';
import type { Input } from '#kit/contract.ts';
import type { tasksCalls } from '../tasks.contract.ts';
import type { BoardView, CardItem } from '../tasks-views.contract.ts';
import { area, boardQuery, cardQuery, tasksApi, withCard, withNews } from './tasks-data.hook.ts';
import { tasksText } from './tasks-text.hook.ts';

export type CardChange = Omit<Input<typeof tasksCalls.changeCard>['body'], 'revision'>;
type BoardState = {
  view: BoardView;
  trouble: string | null;
  /** Carries out a change, shows it, and says below the head why it failed. Tells whether it was done. */
  act: (call: () => Promise<unknown>) => Promise<boolean>;
  /** Shows a card before the server knows of it. */
  show: (card: CardItem) => void;
  /** Changes a card as somebody sees it now. */
  change: (id: string, change: CardChange) => Promise<boolean>;
};
export const BoardContext = createContext<BoardState | null>(null);
/** The board that is shown; only inside of it. */
export function useBoard(): BoardState {
  const state = use(BoardContext);
  if (state === null) throw new Error('useBoard needs a board above it');
  return state;
}

/** Asks what changed since what is shown. One question at a time; news while it is asked lead to one more. */
function useNews(boardId: string): () => Promise<void> {
  const queries = useQueryClient();
  const client = useApi(tasksApi);
  const { queryKey } = boardQuery(client, boardId);
  const state = useRef<{ asking: Promise<void> | null; wanted: number }>({ asking: null, wanted: 0 });
  const ask = async () => {
    const view = queries.getQueryData(queryKey);
    if (view === undefined) return;
    if (view.counts !== null) {
      const whole = await client.tasks.board({ params: { id: boardId } });
      return void queries.setQueryData(queryKey, (now) => (now && now.board.revision > whole.board.revision ? now : whole));
    }
    const news = await client.tasks.changes({ params: { id: boardId }, query: { since: view.board.revision } });
    queries.setQueryData(queryKey, (now) => now && withNews(now, news));
    for (const { id } of news.cards) void queries.invalidateQueries({ queryKey: cardQuery(client, id).queryKey });
  };
  const askAll = async () => {
    while (state.current.wanted > 0) {
      state.current.wanted = 0;
      // a board that one sees no more, or a server that is away: the list says which
      await ask().catch(() => queries.invalidateQueries({ queryKey: [area] }));
    }
    state.current.asking = null;
  };
  return () => {
    state.current.wanted += 1;
    state.current.asking ??= askAll();
    return state.current.asking;
  };
}

/** A board that stays true: what others do on it is heard, what one does oneself is shown at once. */
export function useBoardState(view: BoardView): BoardState {
  const say = tasksText();
  const failureText = useFailureText(say);
  const queries = useQueryClient();
  const client = useApi(tasksApi);
  const boardId = view.board.id;
  const { queryKey } = boardQuery(client, boardId);
  const news = useNews(boardId);
  const [trouble, setTrouble] = useState<string | null>(null);
  useLive({ kinds: ['tasks'] }, (heard) => {
    if (heard === 'again') return void news();
    const { board, revision } = heard.data;
    if (board !== boardId) return void queries.invalidateQueries({ queryKey: [area, 'tasks.boards'] });
    const known = queries.getQueryData(queryKey)?.board.revision ?? 0;
    if (typeof revision !== 'number' || revision > known) void news();
  });
  const show = (card: CardItem) => void queries.setQueryData(queryKey, (now) => now && withCard(now, card));
  const act = async (call: () => Promise<unknown>) => {
    setTrouble(null);
    try {
      await call();
      await news();
      return true;
    } catch (error) {
      const gone = error instanceof Failure && error.code === 'not_found';
      setTrouble(gone ? say('errors.gone') : failureText(error));
      await queries.invalidateQueries({ queryKey });
      return false;
    }
  };
  const change = (id: string, body: CardChange) => {
    const revision = view.cards.find((card) => card.id === id)?.revision ?? 0;
    return act(async () => {
      const card = await client.tasks.changeCard({ params: { id }, body: { ...body, revision } });
      if (body.place !== 'archive') show(card);
    });
  };
  const acts = { act, show, change, news };
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  const isWhole = view.counts === null;
  useEffect(() => {
    // what stands further down is read once the first cards are shown
    if (!isWhole) void latest.current.news();
  }, [isWhole]);
  return useMemo(
    () => ({
      view,
      trouble,
      act: (call) => latest.current.act(call),
      show: (card) => latest.current.show(card),
      change: (id, body) => latest.current.change(id, body),
    }),
    [view, trouble],
  );
}
