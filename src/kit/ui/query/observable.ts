/** A value that tells when it changed. */
export function observable<T>(first: T) {
  const listeners = new Set<() => void>();
  const box = { value: first };
  return {
    get: () => box.value,
    set: (value: T) => {
      box.value = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
