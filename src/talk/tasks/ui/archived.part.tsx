import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Banner } from '#kit/ui/feedback.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useApi } from '#kit/ui/query/api.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import { Time } from '#kit/ui/time.tsx';
import { useBoard } from './board.hook.ts';
import s from './task-board.module.css';
import { area, boardPath, tasksApi } from './tasks-data.hook.ts';
import { tasksText } from './tasks-text.hook.ts';

type PutAway = { id: string; name: string; archivedAt: number | null };
type ArchiveListProps = {
  title: string;
  /** Undefined while they are on their way. */
  items: readonly PutAway[] | undefined;
  trouble: string | null;
  /** Null: one may only look. */
  restore: ((id: string) => void) | null;
  more?: ReactNode;
  onClose: () => void;
};
function ArchiveList({ title, items, trouble, restore, more, onClose }: ArchiveListProps) {
  const say = tasksText();
  return (
    <Dialog title={title} width={560} onClose={onClose}>
      {trouble !== null && <Banner hue="red">{trouble}</Banner>}
      <ul className={s.rows}>
        {items?.map(({ id, name, archivedAt }) => (
          <li key={id}>
            <span className="grow">
              <bdi>{name}</bdi>
              <br />
              <span className="tiny quiet">{archivedAt !== null && <Time at={archivedAt} />}</span>
            </span>
            {restore !== null && (
              <Button size="xs" aria-label={say('archive.restoreNamed', { name })} onClick={() => restore(id)}>
                {say('archive.restore')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {items?.length === 0 && <p className="soft">{say('archive.none')}</p>}
      {more}
      <div className={dialogs.acts}>
        <Button size="md" onClick={onClose}>
          {say('dialog.close')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Cards of this board that were put away. */
export function ArchivedCards({ onClose }: { onClose: () => void }) {
  const say = tasksText();
  const queries = useQueryClient();
  const { tasks } = useApi(tasksApi);
  const { view, change, trouble } = useBoard();
  const { id: boardId, rights } = view.board;
  const key = [area, 'tasks.archived', boardId];
  const found = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) =>
      tasks.archived({ params: { id: boardId }, query: pageParam === null ? {} : { cursor: pageParam } }),
    initialPageParam: ((): string | null => null)(),
    getNextPageParam: ({ next }) => next,
  });
  const restore = async (id: string) => {
    await change(id, { place: 'board' });
    await queries.invalidateQueries({ queryKey: key });
  };
  return (
    <ArchiveList
      title={say('archive.cards')}
      items={found.data?.pages.flatMap(({ items }) => items.map(({ title, ...card }) => ({ ...card, name: title })))}
      trouble={found.isError ? say('errors.load') : trouble}
      restore={rights.edit ? (id) => void restore(id) : null}
      more={
        found.hasNextPage && (
          <Button variant="subtle" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {say('archive.more')}
          </Button>
        )
      }
      onClose={onClose}
    />
  );
}

/** Boards that were put away. */
export function ArchivedBoards({ onClose }: { onClose: () => void }) {
  const say = tasksText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { tasks } = useApi(tasksApi);
  const input = { query: { state: 'archived', limit: 100 } } as const;
  const found = useQuery(callQuery({ area, name: 'tasks.archivedBoards', call: tasks.boards, input }));
  const restore = async (id: string) => {
    await tasks.changeBoard({ params: { id }, body: { place: 'board' } });
    await queries.invalidateQueries({ queryKey: [area] });
    onClose();
    await navigate(boardPath(id));
  };
  const items = found.data?.items;
  return (
    <ArchiveList
      title={say('archive.boards')}
      items={items}
      trouble={found.isError ? say('errors.load') : null}
      restore={(id) => void restore(id)}
      onClose={onClose}
    />
  );
}
