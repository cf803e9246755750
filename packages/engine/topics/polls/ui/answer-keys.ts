import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '#ui/keys.ts';
import { rememberedKeys } from '#ui/memory.ts';

/** Digits answer while a poll asks: letters already mean other things in a meeting. */
export function useAnswerKeys(count: number, answer: (at: number) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, repeat, target } = event;
    if (ctrlKey || metaKey || altKey || repeat || isTyping(target) || rememberedKeys() === 'off') return;
    if (!/^[1-9]$/.test(key) || Number(key) > count) return;
    event.preventDefault();
    answer(Number(key) - 1);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
