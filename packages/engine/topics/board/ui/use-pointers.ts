import { type PointerEvent, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import { BOARD } from '#topics/board/board-elements.ts';
import { beginGesture, type BoardGesture, type GestureSetting } from '#topics/board/ui/gestures.ts';
import type { BoardPoint } from '#topics/board/points.ts';
import { pagePointAt } from '#topics/slides/ui/page-geometry.ts';
import type { PageLayer, PagePointers } from '#topics/slides/ui/page-layer.ts';
import { pointIn } from '#ui/stage/pan-zoom.ts';

type PointerSpot = { clientX: number; clientY: number };

/** In units of the board. */
export function boardPointAt({ control, well, frame }: PageLayer, spot: PointerSpot): BoardPoint {
  const { x, y } = pagePointAt(control.view, pointIn(well.current, spot), frame);
  return { x: x * BOARD.width, y: (y * BOARD.width * frame.fit.height) / frame.fit.width };
}
export const pixelOf = ({ control, frame }: PageLayer): number => BOARD.width / (frame.fit.width * control.view.zoom);

/** Where a pen lay still between two events, browsers keep the places it went through. */
function spotsOf({ nativeEvent }: PointerEvent): readonly PointerSpot[] {
  const spots = nativeEvent.getCoalescedEvents?.() ?? [];
  return spots.length > 0 ? spots : [nativeEvent];
}

/** `pen`: one was used, so fingers and the palm of the hand only move the page. */
type PointerHand = { pointer: number | null; gesture: BoardGesture | null; fingers: Set<number>; pen: 'seen' | 'none' };

/** A text or a note is written again where it stands. */
function useDoubleClick(page: PageLayer, { board, desk, hits, canChange }: GestureSetting): void {
  const edit = useEffectEvent((event: MouseEvent) => {
    const touched = hits.touched(board.elements, boardPointAt(page, event), 0).findLast(canChange);
    if (touched?.kind === 'text' || touched?.kind === 'note') desk.setEditing({ element: touched, isNew: false });
  });
  const { well, mode } = page;
  const isOn = mode === 'drawing' && desk.choice.tool === 'select';
  useEffect(() => {
    const element = well.current;
    if (!isOn || element === null) return;
    const listen = (event: MouseEvent) => edit(event);
    element.addEventListener('dblclick', listen);
    return () => element.removeEventListener('dblclick', listen);
  }, [isOn, well]);
}

/** Lets the tool in hand act on the page. One pointer draws; a second finger ends that and moves the page. */
export function usePointers(page: PageLayer, setting: GestureSetting): void {
  useDoubleClick(page, setting);
  const hand = useRef<PointerHand>({ pointer: null, gesture: null, fingers: new Set(), pen: 'none' });
  const drop = useEffectEvent((how: 'end' | 'cancel') => {
    const { gesture } = hand.current;
    [hand.current.gesture, hand.current.pointer] = [null, null];
    gesture?.[how]();
  });
  const down = useEffectEvent((event: PointerEvent) => {
    const { current } = hand;
    if (event.pointerType === 'pen') current.pen = 'seen';
    if (event.pointerType === 'touch') {
      current.fingers.add(event.pointerId);
      if (current.fingers.size > 1) drop('cancel');
      if (current.fingers.size > 1 || current.pen === 'seen') return;
    }
    if (event.button > 0 || current.gesture !== null) return;
    // fingers and pens are held by the element they came down on; a mouse is not
    if (event.pointerType === 'mouse') page.well.current?.setPointerCapture(event.pointerId);
    current.gesture = beginGesture(setting, { at: boardPointAt(page, event), adds: event.shiftKey });
    current.pointer = event.pointerId;
  });
  const move = useEffectEvent((event: PointerEvent) => {
    const { gesture, pointer } = hand.current;
    if (event.pointerType !== 'touch' || gesture !== null) setting.show({ cursor: boardPointAt(page, event) });
    if (pointer === event.pointerId) gesture?.move(spotsOf(event).map((spot) => boardPointAt(page, spot)));
  });
  const lift = useEffectEvent((event: PointerEvent, how: 'end' | 'cancel') => {
    hand.current.fingers.delete(event.pointerId);
    if (hand.current.pointer === event.pointerId) drop(how);
  });
  const isOn = page.mode === 'drawing';
  useImperativeHandle<PagePointers | null, PagePointers | null>(page.pointers, () => {
    if (!isOn) return null;
    return {
      down: (event) => down(event),
      move: (event) => move(event),
      up: (event) => lift(event, 'end'),
      cancel: (event) => lift(event, 'cancel'),
      leave: () => setting.show({ cursor: null }),
      isDrawing: () => hand.current.gesture !== null,
    };
  });
  // a stroke under way when the right is taken away, or another page is shown, stays as it is
  const key = isOn ? `${page.shown.deck.id} ${page.shown.page}` : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends with the page and with the mode
  useEffect(() => () => drop('end'), [key]);
}
