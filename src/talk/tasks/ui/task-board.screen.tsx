import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Failure } from '#kit/errors.ts';
import { PageHead } from '#kit/ui/bits.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { Board, CardDrawer } from './board.part.tsx';
import { boardPath, boardQuery, boardsQuery, cardQuery, readBoardAddress, tasksApi } from './tasks-data.hook.ts';
import { tasksText } from './tasks-text.hook.ts';

const AddTaskDialog = loadable(async () => (await import('./add-task-dialog.part.tsx')).AddTaskDialog);
const NewBoard = loadable(async () => (await import('./new-board.part.tsx')).NewBoard);

export const load = async ({ api, queries, url }: LoadContext) => {
  const client = api(tasksApi);
  const { items } = await queries.ensureQueryData(boardsQuery(client));
  const { board, card } = readBoardAddress(url.searchParams);
  const id = board ?? items[0]?.id ?? null;
  // the screen itself says of a board or card that it is not there
  await Promise.all([
    ...(id === null ? [] : [queries.prefetchQuery(boardQuery(client, id))]),
    ...(card === null ? [] : [queries.prefetchQuery(cardQuery(client, card)), CardDrawer.preload()]),
  ]);
  return null;
};

function NoBoards({ onNew }: { onNew: () => void }) {
  const say = tasksText();
  return (
    <>
      <PageHead title={say('title')} />
      <EmptyState title={say('empty.title')} text={say('empty.text')}>
        <Button size="md" variant="filled" leftSection={<IconPlus size={16} stroke={2} />} onClick={onNew}>
          {say('board.new')}
        </Button>
      </EmptyState>
    </>
  );
}

function BoardOf({ id }: { id: string }) {
  const say = tasksText();
  const { data, error, refetch } = useQuery(boardQuery(useApi(tasksApi), id));
  if (data !== undefined && (error === null || !(error instanceof Failure) || error.code !== 'not_found'))
    return <Board view={data} />;
  if (error === null) return null;
  const gone = error instanceof Failure && error.code === 'not_found';
  return (
    <>
      <PageHead title={say('title')} />
      <Banner
        hue="red"
        action={
          gone ? (
            <LinkButton to="/task_board" size="xs">
              {say('board.others')}
            </LinkButton>
          ) : (
            <Button size="xs" onClick={() => void refetch()}>
              {say('board.again')}
            </Button>
          )
        }
      >
        {say(gone ? 'errors.boardGone' : 'errors.load')}
      </Banner>
    </>
  );
}

/** `/task_board`: the board that the address names, or the first one; a card of it beside it; or a new card from something else. */
export function Screen() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { board, add } = readBoardAddress(search);
  const { data } = useQuery(boardsQuery(useApi(tasksApi)));
  const [making, setMaking] = useState<'making' | 'no'>('no');
  const id = board ?? data?.items[0]?.id ?? null;
  return (
    <>
      {id !== null && <BoardOf key={id} id={id} />}
      {id === null && data !== undefined && <NoBoards onNew={() => setMaking('making')} />}
      <Suspense>
        {making === 'making' && <NewBoard onClose={() => setMaking('no')} />}
        {add !== null && (
          <AddTaskDialog
            {...add}
            onClose={() => void navigate(id === null ? '/task_board' : boardPath(id), { replace: true })}
            onAdded={(card) => void navigate(boardPath(card.boardId, card.id), { replace: true })}
          />
        )}
      </Suspense>
    </>
  );
}
