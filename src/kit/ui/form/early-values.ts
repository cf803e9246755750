import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { changedFields, withDraft } from './draft.ts';

const never = () => () => undefined;

function earlyValue(name: string): string | boolean | undefined {
  for (const field of document.getElementsByName(name)) {
    if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
      if (field.checked !== field.defaultChecked && field.type === 'checkbox') return field.checked;
      if (field.checked && !field.defaultChecked) return field.value;
    } else if (field instanceof HTMLSelectElement) {
      const given = [...field.options].find((option) => option.defaultSelected);
      if (given !== undefined && given.value !== field.value) return field.value;
    } else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
      if (field.value !== field.defaultValue) return field.value;
    }
  }
  return undefined;
}

/**
 * Takes over what a person or a password manager entered into a form of the server's page before its code ran. In a layout effect,
 * because the next render would put the first values back.
 */
export function useEarlyValues<V extends object>(initial: V, take: (values: V) => void): void {
  const origin = useSyncExternalStore(
    never,
    () => 'browser',
    () => 'server',
  );
  const first = useRef({ origin, initial, take });
  useLayoutEffect(() => {
    const { origin, initial, take } = first.current;
    if (origin === 'browser') return;
    const values = withDraft(
      initial,
      Object.fromEntries(Object.keys(initial).map((name) => [name, earlyValue(name) ?? Reflect.get(initial, name)])),
    );
    if (changedFields(initial, values).length > 0) take(values);
  }, []);
}
