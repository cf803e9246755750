/** Values that no call takes, whatever its schema says: PostgreSQL cannot store them, or reading them has no end. */

/** Levels of lists and objects within each other. */
const deepest = 64;
/** Beyond it numbers lose precision; a moment or an amount that a call takes stays far below. */
const largest = Number.MAX_SAFE_INTEGER;

type ValueStep = { value: unknown; key: string; above: ValueStep | null; depth: number };

function pathOf(step: ValueStep): string {
  const keys: string[] = [];
  for (let at: ValueStep | null = step; at !== null; at = at.above) keys.unshift(at.key);
  // the path of a field that is nested without end says nothing
  return keys.slice(0, 4).join('.').slice(0, 200);
}

/** Text without U+0000, which no text of PostgreSQL holds, and without half a character. */
export const isPlainText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

function codeOf({ value, key, depth }: ValueStep): string | null {
  if (!isPlainText(key)) return 'bad_text';
  if (typeof value === 'string') return isPlainText(value) ? null : 'bad_text';
  if (typeof value === 'number') return Math.abs(value) <= largest ? null : 'too_big';
  return depth > deepest ? 'too_deep' : null;
}

/** The first such value in what a request sent: the path of its field and what is wrong with it; null when there is none. */
export function refusedValue(sent: unknown, part: string): { path: string; code: string } | null {
  // a list of what is left to look at, because a body may be nested deeper than calls can be
  const left: ValueStep[] = [{ value: sent, key: part, above: null, depth: 0 }];
  for (let step = left.pop(); step !== undefined; step = left.pop()) {
    const code = codeOf(step);
    if (code !== null) return { path: isPlainText(step.key) ? pathOf(step) : part, code };
    const { value, depth } = step;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) left.push({ value: inner, key, above: step, depth: depth + 1 });
  }
  return null;
}

/** The value with its texts made storable, for documents of other programs: one name that was cut inside an emoji must not cost the rest. */
export function repairedTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed();
  if (Array.isArray(value)) return value.map(repairedTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [String(repairedTexts(key)), repairedTexts(inner)]));
}
