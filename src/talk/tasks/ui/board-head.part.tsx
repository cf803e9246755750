import { Button } from '@mantine/core';
import {
  IconArchive,
  IconChevronDown,
  IconColumnInsertRight,
  IconPencil,
  IconPlus,
  IconSearch,
  IconSelector,
  IconTag,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Face, Keys } from '#kit/ui/bits.tsx';
import bits from '#kit/ui/bits.module.css';
import { SearchField } from '#kit/ui/light-parts.tsx';
import { LazyMenu } from '#kit/ui/overlay/lazy-menu.tsx';
import { MenuDivider, MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { RowMenu } from '#kit/ui/table/row-menu.tsx';
import { taskLimits } from '../tasks.rules.ts';
import { useBoard } from './board.hook.ts';
import { NameDialog } from './name-dialog.part.tsx';
import s from './task-board.module.css';
import { area, boardPath, boardsQuery, tasksApi } from './tasks-data.hook.ts';
import { tasksText } from './tasks-text.hook.ts';

const NewBoard = loadable(async () => (await import('./new-board.part.tsx')).NewBoard);
const MembersDialog = loadable(async () => (await import('./members-dialog.part.tsx')).MembersDialog);
const LabelsDialog = loadable(async () => (await import('./labels-dialog.part.tsx')).LabelsDialog);
const ArchivedCards = loadable(async () => (await import('./archived.part.tsx')).ArchivedCards);
const ArchivedBoards = loadable(async () => (await import('./archived.part.tsx')).ArchivedBoards);

type OpenDialog = 'none' | 'new' | 'rename' | 'list' | 'members' | 'labels' | 'cards' | 'boards';
type SwitcherProps = { onOpen: (dialog: OpenDialog) => void };
/** The name of the board leads to the others. */
function Switcher({ onOpen }: SwitcherProps) {
  const say = tasksText();
  const navigate = useNavigate();
  const { board } = useBoard().view;
  const boards = useQuery(boardsQuery(useApi(tasksApi))).data?.items ?? [];
  return (
    <h1 className={s.boardName}>
      <LazyMenu
        position="bottom-start"
        button={(props) => (
          <button type="button" className={s.switcher} title={say('board.switch')} {...props}>
            <bdi>{board.name}</bdi>
            <IconSelector size={18} stroke={1.75} aria-hidden="true" />
          </button>
        )}
      >
        {() => (
          <>
            {boards.map(({ id, name }) => (
              <MenuItem key={id} role="menuitemradio" aria-checked={id === board.id} onClick={() => void navigate(boardPath(id))}>
                <bdi>{name}</bdi>
              </MenuItem>
            ))}
            <MenuDivider />
            <MenuItem leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => onOpen('new')}>
              {say('board.new')}
            </MenuItem>
            <MenuItem leftSection={<IconArchive size={16} stroke={1.75} />} onClick={() => onOpen('boards')}>
              {say('archive.boards')}
            </MenuItem>
          </>
        )}
      </LazyMenu>
    </h1>
  );
}

/** Puts the board away, with the way back. */
function useArchiveBoard(): () => Promise<void> {
  const say = tasksText();
  const toast = useToast();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { tasks } = useApi(tasksApi);
  const { view, act } = useBoard();
  const { id, name } = view.board;
  const refresh = () => queries.invalidateQueries({ queryKey: [area] });
  return async () => {
    if (!(await act(() => tasks.changeBoard({ params: { id }, body: { place: 'archive' } })))) return;
    await refresh();
    await navigate('/task_board');
    toast({
      text: say('archive.boardDone', { name }),
      undo: async () => {
        await tasks.changeBoard({ params: { id }, body: { place: 'board' } });
        await refresh();
        await navigate(boardPath(id));
      },
    });
  };
}

function BoardMenu({ onOpen }: SwitcherProps) {
  const say = tasksText();
  const { rights } = useBoard().view.board;
  const archive = useArchiveBoard();
  const item = (dialog: OpenDialog, Icon: typeof IconTag, words: string) => (
    <MenuItem leftSection={<Icon size={16} stroke={1.75} />} onClick={() => onOpen(dialog)}>
      {words}
    </MenuItem>
  );
  return (
    <RowMenu label={say('board.menu')} look="head">
      {() => (
        <>
          {rights.edit && item('list', IconColumnInsertRight, say('list.new'))}
          {rights.edit && item('labels', IconTag, say('labels.title'))}
          {item('members', IconUsers, say('members.title'))}
          {item('cards', IconArchive, say('archive.cards'))}
          {rights.own && (
            <>
              <MenuDivider />
              {item('rename', IconPencil, say('board.rename'))}
              <MenuItem leftSection={<IconArchive size={16} stroke={1.75} />} onClick={() => void archive()}>
                {say('archive.board')}
              </MenuItem>
            </>
          )}
        </>
      )}
    </RowMenu>
  );
}

function BoardDialogs({ dialog, onClose }: { dialog: OpenDialog; onClose: () => void }) {
  const say = tasksText();
  const { tasks } = useApi(tasksApi);
  const { view, act } = useBoard();
  const queries = useQueryClient();
  const { id, name } = view.board;
  const params = { id };
  if (dialog === 'new') return <NewBoard onClose={onClose} />;
  if (dialog === 'members') return <MembersDialog onClose={onClose} />;
  if (dialog === 'labels') return <LabelsDialog onClose={onClose} />;
  if (dialog === 'cards') return <ArchivedCards onClose={onClose} />;
  if (dialog === 'boards') return <ArchivedBoards onClose={onClose} />;
  if (dialog === 'none') return null;
  const rename = dialog === 'rename';
  return (
    <NameDialog
      title={say(rename ? 'board.rename' : 'list.new')}
      verb={say(rename ? 'dialog.save' : 'list.addVerb')}
      first={rename ? name : ''}
      longest={rename ? taskLimits.boardName : taskLimits.listName}
      save={async (words) => {
        if (rename) await tasks.changeBoard({ params, body: { name: words } });
        else await tasks.addList({ params, body: { name: words } });
        void act(async () => null);
        if (rename) void queries.invalidateQueries({ queryKey: [area, 'tasks.boards'] });
      }}
      onClose={onClose}
    />
  );
}

const mostFaces = 4;
type BoardHeadProps = { search: string; onSearch: (words: string) => void; onNew: (() => void) | null };
/** The board's name, who is on it, what to search for, and the first thing to do. */
export function BoardHead({ search, onSearch, onNew }: BoardHeadProps) {
  const say = tasksText();
  const { view } = useBoard();
  const [dialog, setDialog] = useState<OpenDialog>('none');
  const members = view.people.filter(({ role }) => role !== null);
  return (
    <>
      <header className={s.head}>
        <Switcher onOpen={setDialog} />
        <span className="grow" />
        <button
          type="button"
          className={s.members}
          aria-label={say('members.show', { count: members.length })}
          onClick={() => setDialog('members')}
        >
          <span className={bits['faces']}>
            {members.slice(0, mostFaces).map(({ userId, name }) => (
              <Face key={userId} name={name} size={28} />
            ))}
          </span>
          {members.length > mostFaces && <span className="tiny soft">{`\u2066+${members.length - mostFaces}\u2069`}</span>}
          <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
        </button>
        <BoardMenu onOpen={setDialog} />
        {onNew !== null && (
          <Button variant="filled" leftSection={<IconPlus size={16} stroke={2} />} onClick={onNew}>
            {say('card.new')}
          </Button>
        )}
      </header>
      <div className={s.bar}>
        <SearchField
          className={s.search ?? ''}
          data-list-search
          aria-label={say('board.search')}
          placeholder={say('board.search')}
          icon={<IconSearch size={14} stroke={2} />}
          value={search}
          onChange={({ currentTarget }) => onSearch(currentTarget.value)}
        />
        {onNew !== null && (
          <span className={s.keys}>
            <Keys keys={['Space']}>{say('keys.lift')}</Keys>
            <Keys keys={['←', '→']}>{say('keys.move')}</Keys>
            <Keys keys={['C']}>{say('keys.new')}</Keys>
          </span>
        )}
      </div>
      <BoardDialogs dialog={dialog} onClose={() => setDialog('none')} />
    </>
  );
}
