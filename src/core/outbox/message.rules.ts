/**
 * The values that an ICU message names, and how it words each: `{hours, plural, one {# hour} other {# hours}}` is the variable `hours`
 * with that wording. A text that somebody else writes may use the same values, and gets them worded like this.
 */
export type MessageVariable = { name: string; wording: string };
export type MessagePart = string | MessageVariable;
type MessageRead = { parts: MessagePart[]; nested: MessageVariable[]; end: number };

/** An apostrophe quotes only before a brace; two are one (ICU, MessageFormat). */
function readQuoted(message: string, from: number): { text: string; end: number } {
  const next = message[from + 1] ?? '';
  if (next === "'") return { text: "'", end: from + 2 };
  if (!/[{}]/.test(next)) return { text: "'", end: from + 1 };
  const close = message.indexOf("'", from + 1);
  const end = close === -1 ? message.length : close;
  return { text: message.slice(from + 1, end), end: end + 1 };
}

/** From behind the opening brace of `{name}`, `{name, number}` or `{name, select, key {…}}` to behind the closing one. */
function readArgument(message: string, from: number): { name: string; nested: MessageVariable[]; end: number } {
  const name = /^\s*(\w+)/.exec(message.slice(from))?.[1] ?? '';
  const nested: MessageVariable[] = [];
  let at = from;
  while (at < message.length && message[at] !== '}') {
    if (message[at] !== '{') {
      at += 1;
      continue;
    }
    const inner = readMessage(message, at + 1);
    nested.push(...inner.parts.filter((part) => typeof part !== 'string'), ...inner.nested);
    at = inner.end + 1;
  }
  return { name, nested, end: at + 1 };
}

function readMessage(message: string, from: number): MessageRead {
  const read: MessageRead = { parts: [], nested: [], end: from };
  let text = '';
  while (read.end < message.length && message[read.end] !== '}') {
    const character = message[read.end] ?? '';
    if (character === "'") {
      const quoted = readQuoted(message, read.end);
      text += quoted.text;
      read.end = quoted.end;
    } else if (character === '{') {
      const { name, nested, end } = readArgument(message, read.end + 1);
      if (text !== '') read.parts.push(text);
      text = '';
      read.parts.push({ name, wording: message.slice(read.end, end) });
      read.nested.push(...nested);
      read.end = end;
    } else {
      text += character;
      read.end += 1;
    }
  }
  if (text !== '') read.parts.push(text);
  return read;
}

/** Texts and variables of a message in their order; what stands inside of another variable is not among them. */
export const messageParts = (message: string): MessagePart[] => readMessage(message, 0).parts;

/** All that a message names; each as it is worded first, and outside of others rather than inside. */
export function messageVariables(message: string): MessageVariable[] {
  const { parts, nested } = readMessage(message, 0);
  const named = new Map<string, MessageVariable>();
  for (const one of [...parts.filter((part) => typeof part !== 'string'), ...nested])
    if (!named.has(one.name)) named.set(one.name, one);
  return [...named.values()];
}
