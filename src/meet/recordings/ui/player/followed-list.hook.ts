import { type RefObject, useEffect, useRef } from 'react';

type FollowedList = { index: number; place: 'end' | 'middle' };

/** Scrolls a list so that its line `index` is in view; only the list itself moves, never the page under the reader. */
export function useFollowedList({ index, place }: FollowedList): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const element = list.current;
    const line = element?.children.item(index);
    if (element === null || !(line instanceof HTMLElement)) return;
    const spare = element.clientHeight - line.offsetHeight;
    element.scrollTop = line.offsetTop - (place === 'end' ? spare : spare / 2);
  }, [index, place]);
  return list;
}
