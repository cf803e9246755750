import type { RefObject } from 'react';
import type { BoardPoint } from '#topics/board/points.ts';
import { BOARD, type BoardElement, type DrawnElement } from '#topics/board/board-elements.ts';
import { useBoardKeys } from '#topics/board/ui/board-keys.ts';
import type { ToolChoice } from '#topics/board/ui/board-desk.ts';
import { drawnFrom, erased, type GestureSetting, movedBy } from '#topics/board/ui/gestures.ts';
import { NameDialog } from '#topics/board/ui/name-dialog.tsx';
import { newElement, spanned } from '#topics/board/ui/new-element.ts';
import type { PageLayer } from '#topics/slides/ui/page-layer.ts';
import { useMeetingState } from '#ui/room-context.tsx';
import { may } from '#ui/state.ts';
import { useOpenDialog } from '#ui/topics/dialog-place.tsx';
import { useWords } from '#ui/words.tsx';

type ActionSetting = {
  page: PageLayer;
  setting: GestureSetting;
  ordered: readonly BoardElement[];
  svg: RefObject<SVGSVGElement | null>;
  focus(id: string): void;
};
export type BoardActions = {
  write(element: DrawnElement): void;
  finishWriting(element: DrawnElement, how: 'finished' | 'left'): void;
  remove(elements: readonly BoardElement[]): void;
  setInk(ink: Partial<Pick<ToolChoice, 'color' | 'width'>>): void;
};

const INSERTED = { w: 320, h: 180 };

/** What keys and tools do to elements. */
export function useBoardActions(context: ActionSetting): BoardActions {
  const { page, setting, ordered } = context;
  const { board, desk, canChange, show } = setting;
  const state = useMeetingState();
  const { dir } = useWords();
  const actions: BoardActions = {
    write(element) {
      desk.setEditing(desk.editing && { ...desk.editing, element });
      show({ element });
    },
    finishWriting(element, how) {
      const { editing } = desk;
      if (editing?.element.id !== element.id) return;
      desk.setEditing(null);
      show({ element: null });
      const before = board.elements.find(({ id }) => id === element.id) ?? null;
      const isEmpty = element.text.trim() === '';
      if (isEmpty && before) board.change([erased(before)]);
      // an element that somebody removed meanwhile stays removed
      else if (!isEmpty && (editing.isNew || before) && before?.text !== element.text) board.change([drawnFrom(before, element)]);
      if (how === 'finished') focusElement(context, isEmpty ? null : element.id);
    },
    remove(elements) {
      board.change(elements.filter(canChange).map(erased));
      desk.select([]);
    },
    setInk(ink) {
      desk.setInk(ink);
      const chosen = board.elements.filter((one) => desk.selection.has(one.id) && canChange(one));
      board.change(chosen.map((one) => drawnFrom(one, { ...one, ...ink })));
    },
  };
  const polls = state.topics.polls.polls.some(({ endedAt }) => endedAt === null) && !may(state, 'present') ? 'asking' : 'quiet';
  const mode = page.mode === 'drawing' ? 'drawing' : 'looking';
  const open = useOpenDialog();
  useBoardKeys({ mode, polls, dir }, (key, focused) => {
    const element = ordered.find(({ id }) => id === focused);
    if (key.do === 'tool') desk.choose(key.tool);
    else if (key.do === 'undo' || key.do === 'redo') board.step(key.do);
    else if (key.do === 'insert') return insert(context);
    else if (key.do === 'leave') return leave(context, element);
    else if (key.do === 'walk') walk(context, { element, to: key.to });
    else if (key.do === 'remove') return removeByKey(context, { actions, element });
    else if (element === undefined || !canChange(element)) return key.do === 'move' ? 'done' : 'left';
    else if (key.do === 'name' || (key.do === 'edit' && element.kind !== 'text' && element.kind !== 'note'))
      open((close) => (
        <NameDialog
          element={element}
          onName={(label) => board.change([drawnFrom(element, { ...element, label })])}
          onClose={close}
        />
      ));
    else if (key.do === 'edit') desk.setEditing({ element, isNew: false });
    else if (key.do === 'move') moveByKey(context, { element, by: key.by });
    return 'done';
  });
  return actions;
}

/** Once it is drawn. `null`: the page. */
function focusElement({ svg, page, focus }: ActionSetting, id: string | null): void {
  if (id !== null) focus(id);
  requestAnimationFrame(() => {
    const element = id === null ? null : svg.current?.querySelector<SVGElement>(`[data-element="${id}"]`);
    (element ?? page.well.current)?.focus({ preventScroll: true });
  });
}

type BoardWalk = { element: BoardElement | undefined; to: 'next' | 'previous' };
function walk(context: ActionSetting, { element, to }: BoardWalk): void {
  const { ordered, setting, page } = context;
  const at = ordered.findIndex(({ id }) => id === element?.id);
  const next = ordered[at + (to === 'next' ? 1 : -1)];
  if (next === undefined) return;
  if (page.mode === 'drawing' && setting.desk.choice.tool === 'select') setting.desk.select([next.id]);
  focusElement(context, next.id);
}

type KeyMove = { element: BoardElement; by: BoardPoint };
function moveByKey({ setting }: ActionSetting, { element, by }: KeyMove): void {
  const { board, desk, pixel, canChange } = setting;
  const chosen = desk.selection.has(element.id) ? board.elements.filter((one) => desk.selection.has(one.id)) : [element];
  board.change(chosen.filter(canChange).map((one) => movedBy(one, { x: by.x * pixel, y: by.y * pixel })));
}

type ElementRemoval = { actions: BoardActions; element: BoardElement | undefined };
function removeByKey(context: ActionSetting, { actions, element }: ElementRemoval): 'done' | 'left' {
  const { setting, ordered } = context;
  const { desk, board } = setting;
  const isSelected = element === undefined || desk.selection.has(element.id);
  const chosen = isSelected ? board.elements.filter(({ id }) => desk.selection.has(id)) : [element];
  if (chosen.length === 0) return 'left';
  const at = ordered.findIndex(({ id }) => id === element?.id);
  const next = ordered.slice(at + 1).find((one) => !chosen.includes(one));
  actions.remove(chosen);
  if (element !== undefined) focusElement(context, next?.id ?? null);
  return 'done';
}

/** Escape: from an element to the page, then out of what is selected or in hand. */
function leave(context: ActionSetting, element: BoardElement | undefined): 'done' | 'left' {
  const { desk } = context.setting;
  if (element !== undefined) focusElement(context, null);
  else if (desk.selection.size === 0) return 'left';
  desk.select([]);
  return 'done';
}

/** A text, a note or a shape in the middle of what is seen. */
function insert(context: ActionSetting): 'done' | 'left' {
  const { page, setting } = context;
  const { desk, board } = setting;
  const { tool, shape } = desk.choice;
  if (board.isFull || (tool !== 'text' && tool !== 'note' && tool !== 'shape')) return 'left';
  const { x, y } = page.control.view;
  const middle = { x: x * BOARD.width, y: (y * BOARD.width * page.frame.fit.height) / page.frame.fit.width };
  if (tool === 'shape') {
    const from = { x: middle.x - INSERTED.w / 2, y: middle.y - INSERTED.h / 2 };
    const element = spanned(newElement(shape, from, desk.choice), from, { x: from.x + INSERTED.w, y: from.y + INSERTED.h });
    board.change([drawnFrom(null, element)]);
    focusElement(context, element.id);
  } else {
    const element = newElement(tool, middle, desk.choice);
    desk.setEditing({ element: { ...element, x: element.x - element.w / 2 }, isNew: true });
  }
  desk.putDown();
  return 'done';
}
