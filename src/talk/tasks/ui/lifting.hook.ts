import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { generateKeyBetween } from 'fractional-indexing';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import type { TextDirection } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { CardItem } from '../tasks-views.contract.ts';
import { useBoard } from './board.hook.ts';
import { type BoardColumns, tasksApi } from './tasks-data.hook.ts';
import { tasksText } from './tasks-text.hook.ts';

/** `index` counts the cards of the list without the one that is lifted. */
export type CardPlace = { listId: string; index: number };
type LiftedCard = { card: CardItem; place: CardPlace; by: 'pointer' | 'keys' };

const cardsIn = (columns: BoardColumns, listId: string, without: string): CardItem[] =>
  (columns.find((column) => column.listId === listId)?.cards ?? []).filter(({ id }) => id !== without);
export function placeOf(columns: BoardColumns, card: CardItem): CardPlace {
  const cards = columns.find(({ listId }) => listId === card.listId)?.cards ?? [];
  return {
    listId: card.listId,
    index: Math.max(
      0,
      cards.findIndex(({ id }) => id === card.id),
    ),
  };
}
/** The columns as they are while a card is lifted. */
export function withLifted(columns: BoardColumns, lifted: LiftedCard | null): BoardColumns {
  if (lifted === null) return columns;
  const { card, place } = lifted;
  return columns.map(({ listId }) => {
    const cards = cardsIn(columns, listId, card.id);
    return { listId, cards: listId === place.listId ? cards.toSpliced(place.index, 0, card) : cards };
  });
}
/** One step by an arrow key; `x` counts lists, `y` cards. */
export function stepped(columns: BoardColumns, { card, place }: LiftedCard, { x, y }: { x: number; y: number }): CardPlace {
  const at = columns.findIndex(({ listId }) => listId === place.listId);
  const listId = columns[at + x]?.listId ?? place.listId;
  const index = Math.min(Math.max(0, place.index + y), cardsIn(columns, listId, card.id).length);
  return { listId, index };
}

/** Moves a card, shows it at once, and offers the way back. */
function useCardMove(columns: BoardColumns): (card: CardItem, place: CardPlace) => Promise<void> {
  const say = tasksText();
  const toast = useToast();
  const { view, act, show } = useBoard();
  const { tasks } = useApi(tasksApi);
  const send = async (card: CardItem, { listId, index }: CardPlace): Promise<boolean> => {
    const others = cardsIn(columns, listId, card.id);
    const [above, below] = [others[index - 1] ?? null, others[index] ?? null];
    show({ ...card, listId, rank: generateKeyBetween(above?.rank ?? null, below?.rank ?? null) });
    const body = { listId, after: above?.id ?? null, before: below?.id ?? null };
    return act(async () => show(await tasks.moveCard({ params: { id: card.id }, body })));
  };
  return async (card, place) => {
    const was = placeOf(columns, card);
    if (was.listId === place.listId && was.index === place.index) return;
    if (!(await send(card, place))) return;
    const list = view.lists.find(({ id }) => id === place.listId)?.name ?? '';
    toast({ text: say('drag.moved', { title: card.title, list }), undo: async () => void (await send(card, was)) });
  };
}

const focusOn = (id: string) => {
  const card = document.querySelector(`[data-card="${CSS.escape(id)}"] button`);
  if (!(card instanceof HTMLElement)) return;
  card.focus({ preventScroll: true });
  card.scrollIntoView({ block: 'nearest', inline: 'nearest' });
};

/** A card in hand keeps the focus: in another list it is another element. */
function useFocusInHand(lifted: LiftedCard | null): void {
  const id = lifted?.card.id ?? null;
  const at = lifted === null ? '' : `${lifted.place.listId} ${lifted.place.index}`;
  const last = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step
  useEffect(() => {
    const wanted = id ?? last.current;
    last.current = id;
    if (wanted !== null) focusOn(wanted);
  }, [id, at]);
}

const arrowOf = (key: string, dir: TextDirection): { x: number; y: number } | null => {
  const start = dir === 'rtl' ? 1 : -1;
  if (key === 'ArrowUp' || key === 'ArrowDown') return { x: 0, y: key === 'ArrowUp' ? -1 : 1 };
  if (key === 'ArrowLeft' || key === 'ArrowRight') return { x: key === 'ArrowLeft' ? start : -start, y: 0 };
  return null;
};

/** The card in somebody's hand, by pointer or by keys: Space lifts and drops, arrows move, Escape puts back. */
export function useLifting(columns: BoardColumns) {
  const say = tasksText();
  const { dir } = useReader();
  const { view } = useBoard();
  const move = useCardMove(columns);
  const [lifted, setLifted] = useState<LiftedCard | null>(null);
  const [spoken, setSpoken] = useState('');
  const byKeys = lifted?.by === 'keys' ? lifted : null;
  useFocusInHand(byKeys);
  const tell = (key: 'drag.lifted' | 'drag.at' | 'drag.dropped' | 'drag.back', { card, place }: LiftedCard) =>
    setSpoken(
      say(key, {
        title: card.title,
        list: view.lists.find(({ id }) => id === place.listId)?.name ?? '',
        place: place.index + 1,
        count: cardsIn(columns, place.listId, card.id).length + 1,
      }),
    );
  const put = (next: LiftedCard) => {
    if (lifted?.place.listId === next.place.listId && lifted.place.index === next.place.index) return;
    setLifted(next);
    tell('drag.at', next);
  };
  const lift = (card: CardItem, by: LiftedCard['by']) => {
    const next = { card, place: placeOf(columns, card), by };
    setLifted(next);
    tell('drag.lifted', next);
  };
  const back = () => {
    if (lifted !== null) tell('drag.back', { ...lifted, place: placeOf(columns, lifted.card) });
    setLifted(null);
  };
  const drop = () => {
    if (lifted === null) return;
    tell('drag.dropped', lifted);
    void move(lifted.card, lifted.place);
    // after the board shows it there, so that it does not jump back for a moment
    setTimeout(() => setLifted(null));
  };
  const onKeyDown = (event: KeyboardEvent, card: CardItem) => {
    const step = arrowOf(event.key, dir);
    if (byKeys === null) {
      if (event.key !== ' ' || lifted !== null) return;
      lift(card, 'keys');
    } else if (step !== null) put({ ...byKeys, place: stepped(columns, byKeys, step) });
    else if (event.key === ' ') drop();
    else if (event.key === 'Escape') back();
    else if (event.key === 'Tab') return back();
    else if (event.key !== 'Enter') return;
    event.preventDefault();
  };
  return {
    lifted,
    spoken,
    onKeyDown,
    lift,
    drop,
    back,
    move,
    hold: (place: CardPlace) => lifted !== null && put({ ...lifted, place }),
  };
}
export type CardLifting = ReturnType<typeof useLifting>;
