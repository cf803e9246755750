import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Banner } from '#kit/ui/feedback.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { useShortcut } from '#kit/ui/shortcut.ts';
import type { BoardView } from '../tasks-views.contract.ts';
import { BoardHead } from './board-head.part.tsx';
import { BoardContext, useBoard, useBoardState } from './board.hook.ts';
import { Columns } from './columns.part.tsx';
import { useLifting } from './lifting.hook.ts';
import s from './task-board.module.css';
import { area, columnsOf, readBoardAddress, tasksApi } from './tasks-data.hook.ts';
import { tasksText } from './tasks-text.hook.ts';

export const CardDrawer = loadable(async () => (await import('./card-drawer.part.tsx')).CardDrawer);

/** A board that was put away is only looked at. */
function ArchivedBanner() {
  const say = tasksText();
  const queries = useQueryClient();
  const { tasks } = useApi(tasksApi);
  const { view, act } = useBoard();
  const { id, rights } = view.board;
  const restore = async () => {
    await act(() => tasks.changeBoard({ params: { id }, body: { place: 'board' } }));
    await queries.invalidateQueries({ queryKey: [area] });
  };
  return (
    <Banner
      hue="blue"
      action={
        rights.own && (
          <Button size="xs" onClick={() => void restore()}>
            {say('archive.restore')}
          </Button>
        )
      }
    >
      {say('archive.boardIsArchived')}
    </Banner>
  );
}

function BoardBody() {
  const { view, trouble } = useBoard();
  const [search, setSearch] = useSearchParams();
  const [words, setWords] = useState('');
  const [adding, setAdding] = useState<string | null>(null);
  const columns = useMemo(() => {
    const wanted = words.trim().toLocaleLowerCase();
    return columnsOf(view, ({ title, number }) => title.toLocaleLowerCase().includes(wanted) || String(number) === wanted);
  }, [view, words]);
  const lifting = useLifting(columns);
  const { card } = readBoardAddress(search);
  const { board, lists } = view;
  const open = (id: string | null) =>
    setSearch(id === null ? { board: board.id } : { board: board.id, card: id }, { preventScrollReset: true });
  const [first] = lists;
  const addFirst = board.rights.edit && first !== undefined ? () => setAdding(first.id) : null;
  useShortcut('c', () => addFirst?.());
  return (
    <div className={s.page}>
      <BoardHead search={words} onSearch={setWords} onNew={addFirst} />
      {board.archivedAt !== null && <ArchivedBanner />}
      {trouble !== null && <Banner hue="red">{trouble}</Banner>}
      <Columns {...{ columns, lifting, adding }} open={card} onOpen={open} onAdd={setAdding} />
      <Suspense>{card !== null && <CardDrawer key={card} id={card} move={lifting.move} onClose={() => open(null)} />}</Suspense>
    </div>
  );
}

/** One board with its columns, and the card that is open beside them. */
export function Board({ view }: { view: BoardView }) {
  usePageTitle(view.board.name);
  const state = useBoardState(view);
  return (
    <BoardContext value={state}>
      <BoardBody key={view.board.id} />
    </BoardContext>
  );
}
