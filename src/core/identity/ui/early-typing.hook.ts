import { type RefObject, useEffect, useRef } from 'react';

/**
 * Takes over what somebody typed, or the browser filled in, before the page came alive.
 * `take` gets the name of each field and the text that stands in it.
 */
export function useEarlyTyping(take: (name: string, value: string) => void): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const first = useRef(take);
  useEffect(() => {
    for (const field of form.current?.elements ?? [])
      if (field instanceof HTMLInputElement && field.type !== 'checkbox' && field.name !== '' && field.value !== '')
        first.current(field.name, field.value);
  }, []);
  return form;
}
