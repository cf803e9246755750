/** Values and words of a PDF file (ISO 32000-1, 7.2 and 7.3), with what PDF/A-3 says about how they are written. */

export type Name = { name: string };
/** `text`: one letter for each byte. */
export type Bytes = { text: string };
export type Ref = { ref: number };
/** An operator or a keyword. */
export type Word = { word: string };
export type Dict = ReadonlyMap<string, Value>;
export type Value = null | boolean | number | Name | Bytes | Ref | Word | readonly Value[] | Dict;
/** Takes a finding: the clause of ISO 19005-3 and what is wrong. */
export type Note = (clause: string, text: string) => void;
export type Tokens = {
  /** The next value; null at the end, and for the word `null`. */
  next(): Value;
  ended(): boolean;
  /** Where the next one begins, blanks left out. */
  place(): number;
};

export const isDict = (value: Value | undefined): value is Dict => value instanceof Map;
export const isList = (value: Value | undefined): value is readonly Value[] => Array.isArray(value);
export const isWord = (value: Value | undefined): value is Word => typeof value === 'object' && value !== null && 'word' in value;
export const isRef = (value: Value | undefined): value is Ref => typeof value === 'object' && value !== null && 'ref' in value;
/** Undefined for what is no name. */
export const nameOf = (value: Value | undefined): string | undefined =>
  typeof value === 'object' && value !== null && 'name' in value ? value.name : undefined;
/** Undefined for what is no string. */
export const textOf = (value: Value | undefined): string | undefined =>
  typeof value === 'object' && value !== null && 'text' in value ? value.text : undefined;

const blank = /(?:[\0\t\n\f\r ]|%[^\r\n]*)*/y;
const regular = /[^\0\t\n\f\r ()<>[\]{}/%]+/y;
const figure = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
const reference = /[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y;
const hex = /<([^>]*)>/y;
const octals = /[0-7]{1,3}/y;
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

const matched = (pattern: RegExp, source: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(source);
};

function numberOf(written: string, note: Note): number {
  const value = Number(written);
  if (!written.includes('.')) {
    if (value > 2_147_483_647 || value < -2_147_483_648) note('6.1.13', `the integer ${written}`);
  } else if (Math.abs(value) > 3.403e38 || (value !== 0 && Math.abs(value) < 1.175e-38)) note('6.1.13', `the number ${written}`);
  return value;
}

function nameFrom(written: string, note: Note): Name {
  if (written.length > 127) note('6.1.13', 'a name longer than 127 bytes');
  if (/#(?![\dA-Fa-f]{2})/.test(written)) note('6.1.8', `the name ${written}`);
  return {
    name: written.replaceAll(/#([\dA-Fa-f]{2})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  };
}

function hexFrom(written: string, note: Note): Bytes {
  const digits = written.replaceAll(/[\0\t\n\f\r ]/g, '');
  if (!/^(?:[\dA-Fa-f]{2})*$/.test(digits)) note('6.1.6', `the hexadecimal string <${written.slice(0, 40)}>`);
  return { text: Buffer.from(digits, 'hex').toString('latin1') };
}

/** Where the literal string that begins at `from` ends, parentheses in it balanced or escaped, and whether it is as it is written. */
function endOfString(source: string, from: number): { end: number; isPlain: boolean } {
  let depth = 0;
  let isPlain = true;
  for (let at = from; at < source.length; at += 1) {
    const code = source.charCodeAt(at);
    if (code === 0x28) depth += 1;
    else if (code === 0x29) {
      depth -= 1;
      if (depth === 0) return { end: at, isPlain };
    } else if (code === 0x5c || code === 0x0d) {
      isPlain = false;
      at += code === 0x5c ? 1 : 0;
    }
  }
  throw new Error('a string of the PDF does not end');
}

/** An escape and how many letters it takes (7.3.4.2). */
function escapeAt(written: string, at: number): { text: string; length: number } {
  const octal = matched(octals, written, at + 1)?.[0];
  if (octal !== undefined) return { text: String.fromCharCode(Number.parseInt(octal, 8) & 255), length: 1 + octal.length };
  const letter = written[at + 1] ?? '';
  if (letter === '\r') return { text: '', length: written[at + 2] === '\n' ? 3 : 2 };
  return { text: letter === '\n' ? '' : (escapes[letter] ?? letter), length: 2 };
}
function unescaped(written: string): string {
  let text = '';
  let from = 0;
  for (let at = 0; at < written.length; ) {
    const letter = written[at];
    if (letter !== '\\' && letter !== '\r') {
      at += 1;
      continue;
    }
    const end = { text: '\n', length: written[at + 1] === '\n' ? 2 : 1 };
    const found = letter === '\\' ? escapeAt(written, at) : end;
    text += written.slice(from, at) + found.text;
    at += found.length;
    from = at;
  }
  return text + written.slice(from);
}

function wordAt(source: string, at: number): string {
  const written = matched(regular, source, at)?.[0];
  if (written === undefined) throw new Error(`the PDF cannot be read at ${at}`);
  return written;
}

/** Reads `source`, one letter for each byte, from `start` on. Throws where it is no PDF at all. */
export function tokensOf(source: string, start: number, note: Note): Tokens {
  let at = start;
  const skip = () => {
    // one blank between two words is the rule
    const code = source.charCodeAt(at);
    if (code > 0x25) return at;
    at += matched(blank, source, at)?.[0].length ?? 0;
    return at;
  };
  const string = (): Bytes => {
    const { end, isPlain } = endOfString(source, at);
    const written = source.slice(at + 1, end);
    at = end + 1;
    return { text: isPlain ? written : unescaped(written) };
  };
  const regularWord = (): string => {
    const written = wordAt(source, at);
    at += written.length;
    return written;
  };
  const until = (end: string): Value[] => {
    const found: Value[] = [];
    while (!source.startsWith(end, skip())) {
      if (at >= source.length) throw new Error(`the PDF ends before ${end}`);
      found.push(next());
    }
    at += end.length;
    return found;
  };
  const dict = (): Dict => {
    at += 2;
    const parts = until('>>');
    const made = new Map<string, Value>();
    for (let one = 0; one < parts.length; one += 2) {
      const key = nameOf(parts[one]);
      if (key === undefined || one + 1 === parts.length || made.has(key)) note('6.1', `a dictionary with the key ${key ?? '?'}`);
      made.set(key ?? '?', parts[one + 1] ?? null);
    }
    return made;
  };
  const plain = (): Value => {
    const written = regularWord();
    const code = written.charCodeAt(0);
    // what begins with a letter is no number, as most operators do
    if (code < 0x40 && figure.test(written)) {
      const more = code < 0x30 || written.includes('.') ? null : matched(reference, source, at);
      if (more === null) return numberOf(written, note);
      at += more[0].length;
      return { ref: Number(written) };
    }
    if (written === 'true' || written === 'false') return written === 'true';
    return written === 'null' ? null : { word: written };
  };
  const next = (): Value => {
    const first = source[skip()];
    if (first === undefined) return null;
    if (first === '(') return limited(string(), note);
    if (first === '[') {
      at += 1;
      return until(']');
    }
    if (first === '/') {
      at += 1;
      return nameFrom(matched(regular, source, at) === null ? '' : regularWord(), note);
    }
    if (first !== '<') return plain();
    if (source[at + 1] === '<') return dict();
    const found = matched(hex, source, at);
    if (found === null) throw new Error('a string of the PDF does not end');
    at += found[0].length;
    return limited(hexFrom(found[1] ?? '', note), note);
  };
  return { next, ended: () => skip() >= source.length, place: skip };
}

function limited(string: Bytes, note: Note): Bytes {
  if (string.text.length > 32_767) note('6.1.13', 'a string longer than 32 767 bytes');
  return string;
}
