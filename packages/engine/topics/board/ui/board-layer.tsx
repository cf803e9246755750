import { useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { BOARD, boardPageOf } from '#topics/board/board-elements.ts';
import type { BoardBounds } from '#topics/board/board-shapes.ts';
import { BoardMenu } from '#topics/board/ui/board-menu.tsx';
import { useBoardActions } from '#topics/board/ui/board-actions.tsx';
import s from '#topics/board/ui/board.module.css';
import { useBoardDesk } from '#topics/board/ui/board-desk.ts';
import { BoardNews } from '#topics/board/ui/board-news.tsx';
import { BoardTools } from '#topics/board/ui/board-tools.tsx';
import { ClearedToast } from '#topics/board/ui/cleared-toast.tsx';
import { DrawnElements } from '#topics/board/ui/drawn-elements.tsx';
import type { GestureSetting } from '#topics/board/ui/gestures.ts';
import { createHitTest, inReadingOrder } from '#topics/board/ui/hit-test.ts';
import { createLiveDrawings } from '#topics/board/ui/live.ts';
import { useHintsOfOthers, useOwnHints } from '#topics/board/ui/live-hints.ts';
import { LiveLayer } from '#topics/board/ui/live-layer.tsx';
import { usePageElements } from '#topics/board/ui/page-elements.ts';
import { mayChangeElement } from '#topics/board/ui/rights-on-board.ts';
import { SelectionMarks } from '#topics/board/ui/selection-marks.tsx';
import { TextEditor } from '#topics/board/ui/text-editor.tsx';
import { pixelOf, usePointers } from '#topics/board/ui/use-pointers.ts';
import type { PageLayer } from '#topics/slides/ui/page-layer.ts';
import { useMeetingState } from '#ui/room-context.tsx';
import { useWords } from '#ui/words.tsx';

/** The page's elements, what is under way on it, and what pointers and keys do to both. */
function useBoard(page: PageLayer) {
  const state = useMeetingState();
  const { dir } = useWords();
  const { shown, mode } = page;
  const key = boardPageOf({ deck: shown.deck.id, page: shown.page });
  const board = usePageElements(key);
  const desk = useBoardDesk();
  const [live] = useState(createLiveDrawings);
  const [hits] = useState(createHitTest);
  const [band, showBand] = useState<BoardBounds | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const svg = useRef<SVGSVGElement>(null);
  useOwnHints(live, key, mode === 'drawing' ? 'draws' : 'looks');
  useHintsOfOthers(live, key);
  const setting: GestureSetting = {
    ...{ board, desk, hits, showBand },
    pixel: pixelOf(page),
    canChange: (element) => mayChangeElement(state, element),
    show: (change) => live.change(state.you, change),
  };
  usePointers(page, setting);
  const ordered = useMemo(() => inReadingOrder(board.elements, { hits, dir }), [board.elements, hits, dir]);
  const actions = useBoardActions({ page, setting, ordered, svg, focus: setFocused });
  const reached = ordered.find(({ id }) => id === focused) ?? ordered[0];
  const selected = mode === 'drawing' ? board.elements.filter(({ id }) => desk.selection.has(id)) : [];
  return { key, setting, live, band, svg, actions, selected, reached: reached?.id, onFocus: setFocused };
}

/** What lies on the shown page, and for who draws, the tools for it. It puts itself into the places that the page has for it. */
export function BoardLayer({ page }: { page: PageLayer }) {
  const { key, setting, live, band, svg, actions, selected, reached, onFocus } = useBoard(page);
  const { board, desk, hits, pixel } = setting;
  const [names, setNames] = useState<'shown' | 'hidden'>('shown');
  const { shown, frame, mode, slots, control } = page;
  const { elements } = board;
  const height = (BOARD.width * shown.size.height) / shown.size.width;
  const { editing } = desk;
  return (
    <>
      {slots.paper &&
        createPortal(
          <div className={s.board}>
            <DrawnElements {...{ svg, elements, height, reached, onFocus }} />
            <LiveLayer {...{ live, svg, elements, height, names }} zoom={control.view.zoom} written={editing?.element.id} />
            <SelectionMarks {...{ selected, band, hits, height, pixel }} />
            {editing && (
              <TextEditor
                key={editing.element.id}
                editing={editing}
                page={{ width: frame.fit.width, height }}
                onWrite={actions.write}
                onDone={actions.finishWriting}
              />
            )}
          </div>,
          slots.paper,
        )}
      {slots.tools && createPortal(<BoardTools {...{ board, desk, actions, selected }} />, slots.tools)}
      {slots.menu && mode === 'drawing' && createPortal(<BoardMenu page={page} names={names} onNames={setNames} />, slots.menu)}
      <BoardNews page={key} elements={elements} />
      <ClearedToast />
    </>
  );
}
