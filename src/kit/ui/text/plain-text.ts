import type { TextMessage, MessageTree } from './texts.ts';

type TextValues = Readonly<Record<string, unknown>>;

/** The message under a key whose parts are joined by dots. */
export function messageAt(messages: MessageTree, key: string): TextMessage | MessageTree | undefined {
  let found: TextMessage | MessageTree | undefined = messages;
  for (const part of key.split('.')) {
    if (found === undefined || typeof found === 'string' || Array.isArray(found)) return undefined;
    found = Object.getOwnPropertyDescriptor(found, part)?.value;
  }
  return found;
}

/**
 * A compiled message of nothing but words and the names of values, with values that are words themselves: put together at once.
 * Null for everything else (numbers, days, plurals, tags), which the formatter of messages does.
 */
export function plainText(message: TextMessage | MessageTree | undefined, values: TextValues): string | null {
  if (!Array.isArray(message)) return null;
  let text = '';
  for (const piece of message) {
    const value: unknown = Array.isArray(piece) && piece.length === 1 ? values[String(piece[0])] : piece;
    if (typeof value !== 'string') return null;
    text += value;
  }
  return text;
}
