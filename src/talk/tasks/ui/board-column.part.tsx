import { Button, Textarea } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import type { CardItem, TaskListView } from '../tasks-views.contract.ts';
import { taskLimits } from '../tasks.rules.ts';
import { useBoard } from './board.hook.ts';
import { ColumnMenu } from './column-menu.part.tsx';
import type { CardLifting } from './lifting.hook.ts';
import { TaskCard } from './task-card.part.tsx';
import s from './task-board.module.css';
import { tasksApi } from './tasks-data.hook.ts';
import { tasksText } from './tasks-text.hook.ts';

/** Cards that a column shows at first, and how many more at a press. */
const folded: number = taskLimits.firstCards;

type AddCardProps = { list: TaskListView; onClose: () => void };
/** A card in place: Enter adds it and waits for the next one. */
function AddCard({ list, onClose }: AddCardProps) {
  const say = tasksText();
  const { act, show } = useBoard();
  const { tasks } = useApi(tasksApi);
  const [title, setTitle] = useState('');
  const [busy, setBusy] = useState<'busy' | 'idle'>('idle');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // newer browsers answer with a promise, which is no end of an effect
    void form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const add = async () => {
    const words = title.replaceAll(/\s+/g, ' ').trim();
    if (words === '' || busy === 'busy') return;
    setBusy('busy');
    const added = await act(async () => show(await tasks.addCard({ params: { id: list.id }, body: { title: words } })));
    setBusy('idle');
    if (added) setTitle('');
    requestAnimationFrame(() => form.current?.scrollIntoView({ block: 'nearest' }));
  };
  return (
    <form
      ref={form}
      className={s.adding}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLTextAreaElement) event.preventDefault();
        if (event.key === 'Enter' && event.target instanceof HTMLTextAreaElement && !event.nativeEvent.isComposing) void add();
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onClose();
      }}
    >
      <Textarea
        aria-label={say('card.newTitle', { list: list.name })}
        placeholder={say('card.title')}
        rows={2}
        maxLength={taskLimits.title}
        data-autofocus
        autoFocus
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <div className="row">
        <Button type="submit" variant="filled" loading={busy === 'busy'}>
          {say('card.add')}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {say('card.stopAdding')}
        </Button>
      </div>
    </form>
  );
}

type ColumnHeadProps = { list: TaskListView; count: number; onAdd: (() => void) | null };
function ColumnHead({ list, count, onAdd }: ColumnHeadProps) {
  const say = tasksText();
  const { view } = useBoard();
  const over = list.limit !== null && count > list.limit;
  return (
    <header className={s.columnHead}>
      <h2 id={`list-${list.id}`} className="cut" dir="auto">
        {list.name}
      </h2>
      <span className={s.count} data-over={over || undefined}>
        {list.limit === null ? count : say('list.count', { count, limit: list.limit })}
        {over && <span className="hidden">{say('list.over')}</span>}
      </span>
      <span className="grow" />
      {view.board.rights.edit && <ColumnMenu list={list} />}
      {onAdd !== null && (
        <IconButton aria-label={say('list.add', { list: list.name })} onClick={onAdd}>
          <IconPlus size={16} stroke={1.75} />
        </IconButton>
      )}
    </header>
  );
}

type BoardColumnProps = {
  list: TaskListView;
  cards: readonly CardItem[];
  /** On the whole board, whatever is searched for. */
  count: number;
  lifting: CardLifting;
  open: string | null;
  onOpen: (id: string) => void;
  adding: 'adding' | 'no';
  onAdd: (list: string | null) => void;
  hint: 'first' | 'no';
};
/** A list with its cards. */
export function BoardColumn({ list, cards, count, lifting, open, onOpen, adding, onAdd, hint }: BoardColumnProps) {
  const say = tasksText();
  const { view } = useBoard();
  const [shown, setShown] = useState(folded);
  const { edit } = view.board.rights;
  const { lifted } = lifting;
  const stateOf = ({ id }: CardItem) => {
    if (lifted?.card.id === id) return lifted.by === 'keys' ? 'lifted' : 'place';
    return open === id ? 'open' : 'still';
  };
  return (
    <section
      className={s.column}
      data-list={list.id}
      data-target={lifted?.place.listId === list.id || undefined}
      aria-labelledby={`list-${list.id}`}
    >
      <ColumnHead list={list} count={count} onAdd={edit ? () => onAdd(list.id) : null} />
      <div className={s.scroll}>
        <ul className={s.cards}>
          {cards.slice(0, shown).map((card) => (
            <TaskCard
              key={card.id}
              card={card}
              state={stateOf(card)}
              onOpen={onOpen}
              onKeyDown={edit ? lifting.onKeyDown : null}
            />
          ))}
        </ul>
        {hint === 'first' && (
          <p className={s.sample}>
            <b className="strong">{say('empty.sampleTitle')}</b>
            {say('empty.sampleText')}
          </p>
        )}
        {cards.length > shown && (
          <button type="button" className={s.more} onClick={() => setShown(shown + folded)}>
            {say('list.more', { count: cards.length - shown })}
          </button>
        )}
        {adding === 'adding' && <AddCard list={list} onClose={() => onAdd(null)} />}
      </div>
    </section>
  );
}
