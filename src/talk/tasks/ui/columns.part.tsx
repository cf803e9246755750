import { DndContext, type DragMoveEvent, DragOverlay, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';
import { type RefObject, useRef, useState } from 'react';
import { touchFacts } from '#kit/facts.ts';
import { BoardColumn } from './board-column.part.tsx';
import { useBoard } from './board.hook.ts';
import { type CardPlace, type CardLifting, withLifted } from './lifting.hook.ts';
import { useSlide } from './slide.hook.ts';
import { CardWords } from './task-card.part.tsx';
import s from './task-board.module.css';
import type { BoardColumns } from './tasks-data.hook.ts';
import { tasksText } from './tasks-text.hook.ts';

/** The place under the middle of the card in hand. */
function placeUnder(box: HTMLElement, { active }: DragMoveEvent): CardPlace | null {
  const rect = active.rect.current.translated;
  if (rect === null) return null;
  const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
  const column = [...box.querySelectorAll<HTMLElement>('[data-list]')].find((one) => {
    const { left, right } = one.getBoundingClientRect();
    return x >= left && x <= right;
  });
  const listId = column?.dataset['list'];
  if (column === undefined || listId === undefined) return null;
  const above = [...column.querySelectorAll<HTMLElement>('[data-card]')].filter((one) => {
    const { top, height } = one.getBoundingClientRect();
    return one.dataset['card'] !== active.id && top + height / 2 < y;
  });
  return { listId, index: above.length };
}

/** The column that begins nearest to where the box begins. */
function columnInView(box: HTMLElement): string | undefined {
  const middle = (one: Element) => {
    const { left, width } = one.getBoundingClientRect();
    return left + width / 2;
  };
  const distance = (one: Element) => Math.abs(middle(one) - middle(box));
  const [nearest] = [...box.querySelectorAll<HTMLElement>('[data-list]')].toSorted((a, b) => distance(a) - distance(b));
  return nearest?.dataset['list'];
}

/** On a phone, the names of all columns above the one that is in view. */
function ColumnNames({ box, inView }: { box: RefObject<HTMLDivElement | null>; inView: string | undefined }) {
  const say = tasksText();
  const { view } = useBoard();
  const go = (id: string) => {
    const column = box.current?.querySelector(`[data-list="${CSS.escape(id)}"]`);
    column?.scrollIntoView({ block: 'nearest', inline: 'start', behavior: 'smooth' });
  };
  return (
    <nav className={s.names} aria-label={say('list.all')}>
      {view.lists.map(({ id, name }) => (
        <button key={id} type="button" aria-current={id === inView || undefined} onClick={() => go(id)}>
          <bdi>{name}</bdi>
        </button>
      ))}
    </nav>
  );
}

const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};
type ColumnsProps = {
  columns: BoardColumns;
  lifting: CardLifting;
  open: string | null;
  onOpen: (id: string) => void;
  adding: string | null;
  onAdd: (list: string | null) => void;
};
/** The columns, and the card in somebody's hand. */
export function Columns({ columns, lifting, open, onOpen, adding, onAdd }: ColumnsProps) {
  const say = tasksText();
  const { view } = useBoard();
  const box = useRef<HTMLDivElement>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: touchFacts.hold, tolerance: touchFacts.tapTolerance } }),
  );
  const [dragged, setDragged] = useState(0);
  const [inView, setInView] = useState(columns[0]?.listId);
  const look = () => box.current && setInView(columnInView(box.current));
  const { lifted } = lifting;
  useSlide(box, lifted === null ? view : null);
  const end = (how: 'drop' | 'back') => {
    lifting[how]();
    // the click that ends a drag opens nothing
    setDragged(performance.now());
  };
  const openUnlessDragged = (id: string) => performance.now() - dragged > 100 && onOpen(id);
  return (
    <DndContext
      id="task-board"
      sensors={sensors}
      accessibility={{ announcements: silent, screenReaderInstructions: { draggable: say('drag.how') }, restoreFocus: false }}
      onDragStart={({ active }) => {
        const card = view.cards.find(({ id }) => id === active.id);
        if (card !== undefined) lifting.lift(card, 'pointer');
      }}
      onDragMove={(event) => {
        const place = box.current && placeUnder(box.current, event);
        if (place !== null) lifting.hold(place);
      }}
      onDragEnd={() => end('drop')}
      onDragCancel={() => end('back')}
    >
      <p className="hidden" role="status" aria-live="assertive">
        {lifting.spoken}
      </p>
      <ColumnNames box={box} inView={inView} />
      <div ref={box} className={s.columns} data-lifted={lifted?.by} onScroll={look}>
        {withLifted(columns, lifted).map(({ listId, cards }, at) => {
          const list = view.lists.find(({ id }) => id === listId);
          return (
            list && (
              <BoardColumn
                key={listId}
                {...{ list, cards, lifting, open, onAdd }}
                count={view.counts?.[listId] ?? view.cards.filter((card) => card.listId === listId).length}
                onOpen={openUnlessDragged}
                adding={adding === listId ? 'adding' : 'no'}
                hint={at === 0 && view.cards.length === 0 && view.board.rights.edit ? 'first' : 'no'}
              />
            )
          );
        })}
      </div>
      <DragOverlay dropAnimation={null}>
        {lifted?.by === 'pointer' && (
          <div className={s.card} data-state="lifted">
            <span className={s.inHand}>
              <CardWords card={lifted.card} />
            </span>
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}
