type DraftStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
export type FormValues = Readonly<Record<string, unknown>>;
const prefix = 'atrium.draft.';
const isObject = (value: unknown): value is FormValues => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keeps what somebody typed on this device until it is saved or discarded. Secrets are never among it: leave them out by `skip`. */
export function draftStore(store: DraftStore, key: string) {
  const name = prefix + key;
  return {
    read: (): FormValues | null => {
      try {
        const value: unknown = JSON.parse(store.getItem(name) ?? 'null');
        return isObject(value) ? value : null;
      } catch {
        return null;
      }
    },
    write: (values: FormValues) => store.setItem(name, JSON.stringify(values)),
    remove: () => store.removeItem(name),
  };
}

/** A text of one shape on this device. */
export type DeviceDraft<Value> = { read: () => Value | null; keep: (value: Value | null) => void };
/** `parse` answers null for what a browser holds in another shape, such as that of an earlier version. */
export function deviceDraft<Value extends object>(key: string, parse: (kept: FormValues) => Value | null): DeviceDraft<Value> {
  if (typeof window === 'undefined') return { read: () => null, keep: () => {} };
  const store = draftStore(window.localStorage, key);
  return {
    read: () => {
      const kept = store.read();
      return kept === null ? null : parse(kept);
    },
    keep: (value) => {
      try {
        if (value === null) store.remove();
        else store.write(Object.fromEntries(Object.entries(value)));
      } catch {
        // a browser that keeps nothing, or no more than it has: the server gets the text as soon as it can
      }
    },
  };
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
/** Names of the fields that differ. */
export const changedFields = <V extends object>(initial: V, values: V): (keyof V & string)[] =>
  namesOf(initial).filter((name) => !same(initial[name], values[name]));
const namesOf = <V extends object>(values: V): (keyof V & string)[] => {
  const names: (keyof V & string)[] = [];
  for (const name in values) if (Object.hasOwn(values, name)) names.push(name);
  return names;
};

/** The draft over the first values: only fields that the form has, of the same kind, and that really differ. */
export function withDraft<V extends object>(initial: V, draft: FormValues | null): V {
  if (draft === null) return initial;
  const fits = namesOf(initial).filter(
    (name) => name in draft && (initial[name] === null || draft[name] === null || typeof draft[name] === typeof initial[name]),
  );
  return Object.assign({}, initial, Object.fromEntries(fits.map((name) => [name, draft[name]])));
}
