import { TextInput } from '@mantine/core';
import { IconArchive, IconArrowLeft, IconArrowRight, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { MenuDivider, MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { DotsMenu } from './dots-menu.part.tsx';
import type { TaskListView } from '../tasks-views.contract.ts';
import { taskLimits } from '../tasks.rules.ts';
import { useBoard } from './board.hook.ts';
import { NameDialog } from './name-dialog.part.tsx';
import { tasksApi } from './tasks-data.hook.ts';
import { tasksText } from './tasks-text.hook.ts';

/** Name and limit of a list. */
function ListDialog({ list, onClose }: { list: TaskListView; onClose: () => void }) {
  const say = tasksText();
  const { act } = useBoard();
  const { tasks } = useApi(tasksApi);
  const [limit, setLimit] = useState(list.limit === null ? '' : String(list.limit));
  return (
    <NameDialog
      title={say('list.change')}
      verb={say('dialog.save')}
      first={list.name}
      longest={taskLimits.listName}
      save={async (name) => {
        const body = { name, limit: limit.trim() === '' ? null : Number(limit) };
        await tasks.changeList({ params: { id: list.id }, body });
        void act(async () => null);
      }}
      onClose={onClose}
    >
      <TextInput
        type="number"
        label={say('list.limit')}
        description={say('list.limitHint')}
        min={1}
        max={taskLimits.cardLimit}
        value={limit}
        onChange={({ currentTarget }) => setLimit(currentTarget.value)}
      />
    </NameDialog>
  );
}

/** Renames, moves or puts away a list. */
export function ColumnMenu({ list }: { list: TaskListView }) {
  const say = tasksText();
  const ask = useAsk();
  const { view, act } = useBoard();
  const { tasks } = useApi(tasksApi);
  const [shown, setShown] = useState<'dialog' | 'no'>('no');
  const { lists, cards } = view;
  const at = lists.findIndex(({ id }) => id === list.id);
  const params = { id: list.id };
  const moveTo = (after: string | null) => act(() => tasks.changeList({ params, body: { after } }));
  const archive = async () => {
    const count = cards.filter(({ listId }) => listId === list.id).length;
    const sure =
      count === 0 ||
      (await ask({
        title: say('list.archiveTitle', { name: list.name }),
        lead: say('list.archiveLead', { count }),
        verb: say('list.archive'),
        safe: say('dialog.cancel'),
      }));
    if (sure) await act(() => tasks.changeList({ params, body: { place: 'archive' } }));
  };
  return (
    <>
      <DotsMenu label={say('list.menu', { list: list.name })}>
        {() => (
          <>
            <MenuItem leftSection={<IconPencil size={16} stroke={1.75} />} onClick={() => setShown('dialog')}>
              {say('list.change')}
            </MenuItem>
            {at > 0 && (
              <MenuItem
                leftSection={<IconArrowLeft size={16} stroke={1.75} className="turn" />}
                onClick={() => void moveTo(lists[at - 2]?.id ?? null)}
              >
                {say('list.earlier')}
              </MenuItem>
            )}
            {at < lists.length - 1 && (
              <MenuItem
                leftSection={<IconArrowRight size={16} stroke={1.75} className="turn" />}
                onClick={() => void moveTo(lists[at + 1]?.id ?? null)}
              >
                {say('list.later')}
              </MenuItem>
            )}
            {lists.length > 1 && (
              <>
                <MenuDivider />
                <MenuItem leftSection={<IconArchive size={16} stroke={1.75} />} onClick={() => void archive()}>
                  {say('list.archive')}
                </MenuItem>
              </>
            )}
          </>
        )}
      </DotsMenu>
      {shown === 'dialog' && <ListDialog list={list} onClose={() => setShown('no')} />}
    </>
  );
}
