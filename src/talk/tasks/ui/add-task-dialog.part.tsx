import { NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '#kit/ui/feedback.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { taskLimits } from '../tasks.rules.ts';
import { NameDialog } from './name-dialog.part.tsx';
import { area, boardQuery, boardsQuery, type TaskOrigin, tasksApi } from './tasks-data.hook.ts';
import { tasksText } from './tasks-text.hook.ts';

type AddTaskDialogProps = {
  source: TaskOrigin;
  title: string;
  onClose: () => void;
  onAdded: (card: { id: string; boardId: string; list: string }) => void;
};
/** Makes a card from something else: which board, which list, what it is called. */
export function AddTaskDialog({ source, title, onClose, onAdded }: AddTaskDialogProps) {
  const say = tasksText();
  const queries = useQueryClient();
  const client = useApi(tasksApi);
  const [chosen, setChosen] = useState<{ board: string | null; list: string | null }>({ board: null, list: null });
  const found = useQuery(boardsQuery(client)).data?.items;
  const boards = found?.filter(({ role }) => role === 'editor' || role === 'owner') ?? [];
  const board = (boards.find(({ id }) => id === chosen.board) ?? boards[0])?.id ?? null;
  const { data: view } = useQuery({ ...boardQuery(client, board ?? ''), enabled: board !== null });
  const lists = view?.lists ?? [];
  const list = lists.find(({ id }) => id === chosen.list) ?? lists[0];
  return (
    <NameDialog
      title={say('add.title')}
      verb={say('card.add')}
      label={say('card.title')}
      first={title}
      longest={taskLimits.title}
      save={async (words) => {
        if (board === null || list === undefined) return;
        const { id } = await client.tasks.addCard({ params: { id: list.id }, body: { title: words, source } });
        void queries.invalidateQueries({ queryKey: [area] });
        onAdded({ id, boardId: board, list: list.name });
      }}
      onClose={onClose}
    >
      {found !== undefined && board === null && (
        <Banner
          hue="blue"
          action={
            <LinkButton size="xs" to="/task_board">
              {say('title')}
            </LinkButton>
          }
        >
          {say('add.noBoard')}
        </Banner>
      )}
      <NativeSelect
        label={say('add.board')}
        value={board ?? ''}
        disabled={boards.length === 0}
        onChange={({ currentTarget }) => setChosen({ board: currentTarget.value, list: null })}
        data={boards.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <NativeSelect
        label={say('add.list')}
        value={list?.id ?? ''}
        disabled={lists.length === 0}
        onChange={({ currentTarget }) => setChosen({ board, list: currentTarget.value })}
        data={lists.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </NameDialog>
  );
}
