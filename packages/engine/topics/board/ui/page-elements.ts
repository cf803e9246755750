import { useMemo, useState } from 'react';
import { boardTopic } from '#topics/board/board.topic.ts';
import { BOARD, type BoardElement } from '#topics/board/board-elements.ts';
import {
  type BoardCommand,
  commandsFor,
  noUndo,
  type PageChange,
  takeStep,
  type UndoStacks,
  withStep,
} from '#topics/board/ui/board-changes.ts';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';

type BoardDrawer = { id: string; name: string };
const none: readonly BoardElement[] = [];

/** As the engine will have them, unless it refuses the command. */
function withCommand(elements: readonly BoardElement[], command: BoardCommand, you: BoardDrawer): readonly BoardElement[] {
  if (command.do !== 'put' && command.do !== 'remove') return elements;
  const { page } = command;
  const before = new Map(elements.map((one) => [one.id, one]));
  const event =
    command.do === 'remove'
      ? { is: 'removed' as const, page, ids: command.ids }
      : {
          is: 'put' as const,
          page,
          elements: command.elements.map((one) => {
            const { by = you.id, name = you.name } = before.get(one.id) ?? {};
            return { ...one, by, name };
          }),
        };
  const state = { ...boardTopic.empty, pages: { [page]: [...elements] } };
  return boardTopic.reduce(state, { event, by: you.id, at: 0 }).pages[page] ?? none;
}

export type PageElements = {
  elements: readonly BoardElement[];
  /** Draws it at once, tells the engine, and keeps it to be undone. */
  change(change: PageChange): void;
  step(way: 'undo' | 'redo'): void;
  can: { undo: boolean; redo: boolean };
  isFull: boolean;
};

/** What is drawn on a page, with the own changes that the engine has not confirmed yet. */
export function usePageElements(page: string): PageElements {
  const meeting = useMeeting();
  const state = useMeetingState();
  const [pending, setPending] = useState<readonly BoardCommand[]>([]);
  const [stacks, setStacks] = useState<Record<string, UndoStacks>>({});
  const settled = state.topics.board.pages[page] ?? none;
  const name = state.members[state.you]?.name ?? '';
  const elements = useMemo(() => {
    const here = pending.filter((command) => 'page' in command && command.page === page);
    return here.reduce((before, command) => withCommand(before, command, { id: state.you, name }), settled);
  }, [settled, pending, page, state.you, name]);
  const own = stacks[page] ?? noUndo;
  const send = (change: PageChange) => {
    for (const command of commandsFor(page, change)) {
      setPending((before) => [...before, command]);
      void meeting.command(boardTopic.name, command).then(() => setPending((before) => before.filter((one) => one !== command)));
    }
  };
  return {
    elements,
    change(change) {
      if (change.length === 0) return;
      send(change);
      setStacks((before) => ({ ...before, [page]: withStep(before[page] ?? noUndo, change) }));
    },
    step(way) {
      const step = takeStep(own, { way, elements });
      if (step === null) return;
      send(step.change);
      setStacks((before) => ({ ...before, [page]: step.stacks }));
    },
    can: { undo: own.done.length > 0, redo: own.undone.length > 0 },
    isFull: elements.length >= BOARD.pageElements,
  };
}
