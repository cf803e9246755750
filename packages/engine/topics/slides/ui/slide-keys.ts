import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isTyping } from '#ui/keys.ts';
import { rememberedKeys } from '#ui/memory.ts';
import type { StagePoint } from '#ui/stage/zoom-view.ts';

export const LASER_KEY = 'K';
export const DRAW_KEY = 'D';
/** How far an arrow moves an enlarged page, CSS pixels. */
const STEP = 48;

export type SlideKey =
  | { do: 'turn'; to: 'next' | 'previous' | 'first' | 'last' }
  | { do: 'pan'; by: StagePoint }
  | { do: 'zoom'; to: 'in' | 'out' | 'fit' }
  | { do: 'laser' | 'draw' };

const turns: Record<string, Extract<SlideKey, { do: 'turn' }>['to']> = {
  ArrowRight: 'next',
  PageDown: 'next',
  ArrowLeft: 'previous',
  PageUp: 'previous',
  Home: 'first',
  End: 'last',
};
const pans: Record<string, StagePoint> = {
  ArrowLeft: { x: STEP, y: 0 },
  ArrowRight: { x: -STEP, y: 0 },
  ArrowUp: { x: 0, y: STEP },
  ArrowDown: { x: 0, y: -STEP },
};
const zooms: Record<string, 'in' | 'out' | 'fit'> = { '+': 'in', '=': 'in', '-': 'out', '0': 'fit' };

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'>;
/** Viewers turn no pages: their arrows move what they enlarged. Those of the presenter do with Shift. */
export function slideKeyOf(
  { key, shiftKey, ctrlKey, metaKey, altKey, defaultPrevented }: KeyPress,
  { role, letters }: { role: 'presenter' | 'viewer'; letters: 'on' | 'off' },
): SlideKey | null {
  if (ctrlKey || metaKey || altKey || defaultPrevented) return null;
  const [to, by] = [turns[key], pans[key]];
  if (role === 'presenter' && to !== undefined && !shiftKey) return { do: 'turn', to };
  if (by !== undefined) return { do: 'pan', by };
  if (letters === 'off') return null;
  const zoom = zooms[key];
  if (zoom !== undefined) return { do: 'zoom', to: zoom };
  if (key.toUpperCase() === DRAW_KEY) return { do: 'draw' };
  return role === 'presenter' && key.toUpperCase() === LASER_KEY ? { do: 'laser' } : null;
}

/** They act while the stage or nothing has the focus. */
export function useSlideKeys(
  stage: RefObject<HTMLElement | null>,
  { role, act }: { role: 'presenter' | 'viewer'; act(key: SlideKey): void },
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const free = target === document.body || (target instanceof Node && stage.current?.contains(target) === true);
    if (!free || isTyping(target)) return;
    const key = slideKeyOf(event, { role, letters: rememberedKeys() });
    if (key === null) return;
    event.preventDefault();
    act(key);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
