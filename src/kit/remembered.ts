/**
 * Remembers results: the last one for each `key`, as long as the arguments `beside` it are the same too. An entry is garbage-collected
 * with its key; a promise that fails is asked for again.
 * @example const linesOf = rememberedFor((order: Order, language: string) => toLines(order, language));
 */
export function rememberedFor<K extends object, B extends readonly unknown[], V>(
  make: (key: K, ...beside: B) => V,
): (key: K, ...beside: B) => V {
  const answers = new WeakMap<K, { beside: B; value: V }>();
  return (key, ...beside) => {
    const known = answers.get(key);
    if (known?.beside.every((one, at) => one === beside[at])) return known.value;
    const value = make(key, ...beside);
    answers.set(key, { beside, value });
    if (value instanceof Promise) value.catch(() => answers.delete(key));
    return value;
  };
}

/** The same by a text, for the `most` that were asked first. What `make` throws is not kept. */
export function rememberedBy<V>(make: (key: string) => V, most = 1_000): (key: string) => V {
  const answers = new Map<string, V>();
  return (key) => {
    const known = answers.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    if (answers.size < most) answers.set(key, value);
    return value;
  };
}
