/** What of a form differs from what is stored. */

/** Names of the fields whose value is another one than before. */
export function changedFields(before: Readonly<Record<string, unknown>>, next: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(next).filter((name) => next[name] !== undefined && !isSame(before[name], next[name]));
}

// keys of stored JSON come back in an order of their own
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .map(([key, one]) => [key, sorted(one)])
    .toSorted(([a], [b]) => String(a).localeCompare(String(b)));
}
