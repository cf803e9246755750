import { NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { boardShares, taskLimits } from '../tasks.rules.ts';
import { NameDialog } from './name-dialog.part.tsx';
import { area, boardPath, tasksApi } from './tasks-data.hook.ts';
import { tasksText } from './tasks-text.hook.ts';

/** Makes a board with three lists, named in the language of the person who makes it. */
export function NewBoard({ onClose }: { onClose: () => void }) {
  const say = tasksText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { tasks } = useApi(tasksApi);
  const [share, setShare] = useState<(typeof boardShares)[number]>('members');
  return (
    <NameDialog
      title={say('board.new')}
      verb={say('board.create')}
      longest={taskLimits.boardName}
      save={async (name) => {
        const lists = [say('list.toDo'), say('list.doing'), say('list.done')];
        const { id } = await tasks.createBoard({ body: { name, share, lists } });
        await queries.invalidateQueries({ queryKey: [area, 'tasks.boards'] });
        await navigate(boardPath(id));
      }}
      onClose={onClose}
    >
      <NativeSelect
        label={say('members.share')}
        value={share}
        onChange={({ currentTarget }) => setShare(boardShares.find((one) => one === currentTarget.value) ?? 'members')}
        data={boardShares.map((value) => ({ value, label: say(`members.shares.${value}`) }))}
      />
    </NameDialog>
  );
}
