import { useEffect, useEffectEvent } from 'react';
import type { BoardPoint } from '#topics/board/points.ts';
import { type BoardTool, boardTools } from '#topics/board/ui/board-desk.ts';
import { isTyping } from '#ui/keys.ts';
import { rememberedKeys } from '#ui/memory.ts';

export type BoardKey =
  | { do: 'walk'; to: 'next' | 'previous' }
  | { do: 'move'; by: BoardPoint }
  | { do: 'undo' | 'redo' | 'remove' | 'edit' | 'name' | 'leave' | 'insert' }
  | { do: 'tool'; tool: BoardTool };

const arrows: Readonly<Record<string, BoardPoint>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** Pixels of one press. */
const STEP = 8;

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;
/** `on`: an element or the page has the focus; `mode`: whether tools are at hand; `digits`: off while a poll takes them. */
type KeySetting = { on: 'element' | 'page' | 'control'; mode: 'drawing' | 'looking'; digits: 'on' | 'off'; dir: 'ltr' | 'rtl' };

function elementKeyOf({ key, shiftKey, ctrlKey, metaKey }: KeyPress, dir: 'ltr' | 'rtl'): BoardKey | null {
  const arrow = arrows[key];
  if (arrow !== undefined) {
    const step = shiftKey ? 1 : STEP;
    if (ctrlKey || metaKey) return { do: 'move', by: { x: arrow.x * step, y: arrow.y * step } };
    const forward = arrow.y > 0 || arrow.x === (dir === 'rtl' ? -1 : 1);
    return { do: 'walk', to: forward ? 'next' : 'previous' };
  }
  if (ctrlKey || metaKey) return null;
  if (key === 'Enter') return { do: 'edit' };
  if (key === 'F2') return { do: 'name' };
  return key === 'Delete' || key === 'Backspace' ? { do: 'remove' } : null;
}

export function boardKeyOf(press: KeyPress, { on, mode, digits, dir }: KeySetting): BoardKey | null {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = press;
  if (altKey) return null;
  if ((ctrlKey || metaKey) && mode === 'drawing') {
    if (key.toLowerCase() === 'z') return { do: shiftKey ? 'redo' : 'undo' };
    if (key.toLowerCase() === 'y') return { do: 'redo' };
  }
  const ofElement = on === 'element' ? elementKeyOf(press, dir) : null;
  if (ofElement !== null) return ofElement;
  if (ctrlKey || metaKey) return null;
  if (key === 'Escape') return on === 'element' || mode === 'drawing' ? { do: 'leave' } : null;
  if (mode === 'looking') return null;
  if (key === 'Delete' || key === 'Backspace') return { do: 'remove' };
  if (key === 'Enter') return on === 'page' ? { do: 'insert' } : null;
  const tool = digits === 'on' && /^[1-7]$/.test(key) ? boardTools[Number(key) - 1] : undefined;
  return tool === undefined ? null : { do: 'tool', tool };
}

type ListenSetting = { mode: KeySetting['mode']; polls: 'asking' | 'quiet'; dir: 'ltr' | 'rtl' };
/** Heard before the keys of pages: an arrow on an element turns none. Calls back with the element that has the focus. */
export function useBoardKeys(
  { mode, polls, dir }: ListenSetting,
  act: (key: BoardKey, element: string | null) => 'done' | 'left',
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (isTyping(target) || !(target instanceof Element)) return;
    const element = target.getAttribute('data-element');
    const isPage = target === document.body || target.matches('section[tabindex]');
    const on = element !== null ? 'element' : isPage ? 'page' : 'control';
    const digits = polls === 'asking' || rememberedKeys() === 'off' || event.repeat ? 'off' : 'on';
    const key = boardKeyOf(event, { on, mode, digits, dir });
    if (key === null || act(key, element) === 'left') return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);
}
