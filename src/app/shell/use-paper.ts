import { useEffect } from 'react';

/** Paper is light: while a page is printed its colours are those of the light scheme, whatever the reader chose for the screen. */
export function usePaper(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    let chosen: string | undefined;
    const toPaper = () => {
      chosen = dataset['mantineColorScheme'];
      dataset['mantineColorScheme'] = 'light';
    };
    const toScreen = () => {
      if (chosen !== undefined) dataset['mantineColorScheme'] = chosen;
    };
    window.addEventListener('beforeprint', toPaper);
    window.addEventListener('afterprint', toScreen);
    return () => {
      window.removeEventListener('beforeprint', toPaper);
      window.removeEventListener('afterprint', toScreen);
    };
  }, []);
}
