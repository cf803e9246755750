import { useEffect, useRef } from 'react';
import type { OptionalFeature } from '#protocol/messages.ts';
import { rememberedKeys } from '#ui/memory.ts';

/** One letter per action, shown in the titles of the buttons. */
export const keyOf = {
  mic: 'M',
  cam: 'V',
  screen: 'S',
  hand: 'H',
  chat: 'C',
  people: 'P',
  layout: 'G',
  full: 'F',
  leave: 'L',
} as const;
export type KeyAction = keyof typeof keyOf;

/** Which feature a key belongs to, where a meeting can do without it. */
export const featureOf: Partial<Record<KeyAction, OptionalFeature>> = { screen: 'screenshare', hand: 'raiseHand', chat: 'chat' };

const isAction = (name: string): name is KeyAction => name in keyOf;

/**
 * Which action a key means; none while somebody types, a dialog or menu is open, or a modifier is held. Letters can be switched off,
 * for those who speak to their machine or hit keys by chance (WCAG 2.1.4).
 */
export function actionOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'defaultPrevented'>,
  { typing, letters }: { typing: 'typing' | 'free'; letters: 'on' | 'off' },
): KeyAction | 'close' | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented || typing === 'typing')
    return null;
  if (event.key === 'Escape') return 'close';
  if (letters === 'off') return null;
  const letter = event.key.toUpperCase();
  const name = Object.entries(keyOf).find(([, key]) => key === letter)?.[0];
  return name && isAction(name) ? name : null;
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (document.querySelector('dialog[open], :popover-open')) return true;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}

export function useKeys(act: (action: KeyAction | 'close') => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = actionOf(event, { typing: isTyping(event.target) ? 'typing' : 'free', letters: rememberedKeys() });
      if (!action) return;
      if (action !== 'close') event.preventDefault();
      latest.current(action);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
