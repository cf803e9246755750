import { useEffect, useMemo, useRef } from 'react';
import { draftStore } from '#kit/ui/form/draft.ts';

type Kept<N extends string> = { key: string; values: Readonly<Record<N, string>>; take: (name: N, value: string) => void };
/** What somebody typed before the page came alive wins over what was kept. */
function isEmpty(name: string): boolean {
  const field = document.getElementsByName(name)[0];
  return !(field instanceof HTMLInputElement) || field.value === '';
}

/** Keeps some fields of a form on this device, those without secrets; a form with a password cannot be kept as a whole. */
export function useKeptFields<const N extends string>(names: readonly N[], { key, values, take }: Kept<N>): () => void {
  const store = useMemo(() => (typeof window === 'undefined' ? null : draftStore(window.localStorage, key)), [key]);
  const first = useRef({ names, take });
  useEffect(() => {
    const kept = store?.read() ?? null;
    for (const name of first.current.names) {
      const value = kept?.[name];
      if (typeof value === 'string' && value !== '' && isEmpty(name)) first.current.take(name, value);
    }
  }, [store]);
  const now = JSON.stringify(Object.fromEntries(names.map((name) => [name, values[name]])));
  useEffect(() => {
    const fields: Record<string, string> = JSON.parse(now);
    if (Object.values(fields).some((value) => value !== '')) store?.write(fields);
  }, [store, now]);
  return () => store?.remove();
}
