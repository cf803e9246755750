import { useEffect, useMemo, useRef } from 'react';
import { deviceDraft } from '#kit/ui/form/draft.ts';

type KeptFields<N extends string> = { key: string; values: Readonly<Record<N, string>>; take: (name: N, value: string) => void };
/** What somebody typed before the page came alive wins over what was kept. */
function isEmpty(name: string): boolean {
  const field = document.getElementsByName(name)[0];
  return !(field instanceof HTMLInputElement) || field.value === '';
}

/** Keeps some fields of a form on this device, those without secrets; a form with a password cannot be kept as a whole. */
export function useKeptFields<const N extends string>(names: readonly N[], { key, values, take }: KeptFields<N>): () => void {
  const draft = useMemo(() => deviceDraft(key, (fields) => fields), [key]);
  const first = useRef({ names, take });
  useEffect(() => {
    const kept = draft.read();
    for (const name of first.current.names) {
      const value = kept?.[name];
      if (typeof value === 'string' && value !== '' && isEmpty(name)) first.current.take(name, value);
    }
  }, [draft]);
  const now = JSON.stringify(Object.fromEntries(names.map((name) => [name, values[name]])));
  useEffect(() => {
    const fields: Record<string, string> = JSON.parse(now);
    if (Object.values(fields).some((value) => value !== '')) draft.keep(fields);
  }, [draft, now]);
  return () => draft.keep(null);
}
