import { type RefObject, useLayoutEffect, useRef } from 'react';

const slideMs = 160;
const isStill = () =>
  document.documentElement.hasAttribute('data-still') || window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Cards slide to where a change puts them. `moment` is another one for each change; null while a hand moves them. */
export function useSlide(box: RefObject<HTMLElement | null>, moment: object | null): void {
  const places = useRef(new Map<string, { x: number; y: number }>());
  const last = useRef<object | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change
  useLayoutEffect(() => {
    const cards = [...(box.current?.querySelectorAll<HTMLElement>('[data-card]') ?? [])];
    const before = places.current;
    // places in their column, whatever it is scrolled to
    places.current = new Map(cards.map((card) => [card.dataset['card'] ?? '', { x: card.offsetLeft, y: card.offsetTop }]));
    const wasInHand = last.current === null;
    last.current = moment;
    if (moment === null || wasInHand || isStill()) return;
    for (const card of cards) {
      const [was, is] = [card.dataset['card'] ?? ''].flatMap((id) => [before.get(id), places.current.get(id)]);
      if (was === undefined || is === undefined || (was.x === is.x && was.y === is.y)) continue;
      card.animate([{ translate: `${was.x - is.x}px ${was.y - is.y}px` }, { translate: '0 0' }], {
        duration: slideMs,
        easing: 'ease-out',
      });
    }
  }, [moment]);
}
