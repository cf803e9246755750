/** Plants faults in files of ours, for tests: objects are changed as text, then offsets and lengths are recomputed, so that nothing else is wrong. */
import { inflateSync } from 'node:zlib';

export type Fault = {
  /** Objects in the order of the file, each with its head and its end. */
  object?: (text: string) => string;
  /** The dictionary at the end. */
  trailer?: (text: string) => string;
  /** The whole file, after its places were counted. */
  file?: (text: string) => string;
};

const same = (text: string): string => text;

/** The file with the fault in it. */
export function planted(pdf: Uint8Array, { object = same, trailer = same, file = same }: Fault): Uint8Array {
  const text = Buffer.from(pdf).toString('latin1');
  const table = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]);
  const places = [...text.slice(table).matchAll(/^(\d{10}) \d{5} n/gm)].map(([, place], at) => ({
    number: at + 1,
    place: Number(place),
  }));
  const inOrder = [...places].sort((one, other) => one.place - other.place);
  const moved = new Map<number, number>();
  let made = text.slice(0, inOrder[0]?.place);
  for (const [at, { number, place }] of inOrder.entries()) {
    moved.set(number, made.length);
    made += object(text.slice(place, inOrder[at + 1]?.place ?? table));
  }
  const lines = places.map(({ number }) => `${String(moved.get(number)).padStart(10, '0')} 00000 n \n`);
  const end = trailer(/trailer[\s\S]*?(?=startxref)/.exec(text.slice(table))?.[0] ?? '');
  const whole = `${made}xref\n0 ${places.length + 1}\n0000000000 65535 f \n${lines.join('')}${end}startxref\n${made.length}\n%%EOF`;
  return Buffer.from(file(whole), 'latin1');
}

/** Changes the object that the pattern fits, or throws: a fault that is not planted would be seen by nobody. */
export const where = (pattern: RegExp, change: (text: string) => string): Fault =>
  withProof((text) => (pattern.test(text) ? change(text) : text));

function withProof(change: (text: string) => string): Fault {
  let planted = false;
  return {
    object: (text) => {
      const made = change(text);
      planted ||= made !== text;
      return made;
    },
    trailer: (text) => {
      if (!planted) throw new Error('the fault was not planted');
      return text;
    },
  };
}

/** Changes what a stream holds; it is written unpacked. */
export const unpacked =
  (change: (content: string) => string) =>
  (text: string): string => {
    const [head = '', length = ''] = /^[\s\S]*?\/Length (\d+)/.exec(text) ?? [];
    const start = (/stream\r?\n/.exec(text)?.index ?? 0) + 'stream\n'.length;
    const packed = Buffer.from(text.slice(start, start + Number(length)), 'latin1');
    const content = change((text.includes('/FlateDecode') ? inflateSync(packed) : packed).toString('latin1'));
    const rest = text.slice(head.length, start).replace(/\s*\/Filter \/FlateDecode/, '');
    return `${head.replace(/\d+$/, String(content.length))}${rest}${content}${text.slice(start + Number(length))}`;
  };
