import { useEffect, useState } from 'react';
import { breakpoints } from '#kit/facts.ts';

/** Whether the window is as narrow as a phone's; unknown until the page is alive. */
export function useNarrow(): 'unknown' | 'narrow' | 'wide' {
  const [state, setState] = useState<'unknown' | 'narrow' | 'wide'>('unknown');
  useEffect(() => {
    const narrow = window.matchMedia(`(width < ${breakpoints.small}px)`);
    const tell = () => setState(narrow.matches ? 'narrow' : 'wide');
    tell();
    narrow.addEventListener('change', tell);
    return () => narrow.removeEventListener('change', tell);
  }, []);
  return state;
}
