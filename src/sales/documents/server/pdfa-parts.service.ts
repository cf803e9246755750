/** What the checks of PDF/A-3 share: following references, and refusing what no check knows, so that nothing passes without having been looked at. */
import type { PdfFile } from './pdf-file.service.ts';
import { type Dict, isDict, isList, isRef, nameOf, type Note, type Value } from './pdf-tokens.service.ts';

export type Stream = { head: Dict; data: () => Buffer };
export type Parts = {
  note: Note;
  /** The value itself, references followed. */
  get(value: Value | undefined): Value;
  /** Empty for what is no dictionary. */
  dict(value: Value | undefined): Dict;
  /** Empty for what is no array. */
  list(value: Value | undefined): readonly Value[];
  stream(value: Value | undefined): Stream | null;
  /** True the first time, by reference. */
  isNew(value: Value | undefined): boolean;
  /** Glyphs that pages show, by the dictionary of their font. */
  shown: Map<Dict, Set<number>>;
  /** Objects that were followed to. */
  seen: Set<number>;
};
/** `forbidden`: the clause that refuses a key. A key of neither list is refused as unknown. */
export type Shape = { what: string; known: readonly string[]; forbidden?: Readonly<Record<string, string>> };

const nothing = (): Dict => new Map();

export function partsOf(file: PdfFile, note: Note): Parts {
  const seen = new Set<number>();
  const done = new Set<number>();
  const get = (value: Value | undefined): Value => {
    if (!isRef(value)) return value ?? null;
    seen.add(value.ref);
    return file.objects.get(value.ref)?.value ?? null;
  };
  return {
    note,
    get,
    seen,
    shown: new Map(),
    dict: (value) => {
      const found = get(value);
      return isDict(found) ? found : nothing();
    },
    list: (value) => {
      const found = get(value);
      return isList(found) ? found : [];
    },
    stream: (value) => {
      const head = get(value);
      const data = isRef(value) ? (file.objects.get(value.ref)?.data ?? null) : null;
      return isDict(head) && data !== null ? { head, data } : null;
    },
    isNew: (value) => {
      if (!isRef(value)) return true;
      const fresh = !done.has(value.ref);
      done.add(value.ref);
      return fresh;
    },
  };
}

/** Tells of each key that is forbidden or that no check knows. */
export function requireShape({ note }: Parts, dict: Dict, { what, known, forbidden = {} }: Shape): void {
  for (const key of dict.keys()) {
    const clause = forbidden[key];
    if (clause !== undefined) note(clause, `${what} with /${key}`);
    else if (!known.includes(key)) note('unknown', `${what} with /${key}`);
  }
}

/** The name, if it is one of these; else notes a fault under the clause. */
export function requireName(
  parts: Parts,
  value: Value | undefined,
  of: { clause: string; what: string; among: readonly string[] },
): void {
  const name = nameOf(parts.get(value));
  if (name === undefined || !of.among.includes(name)) parts.note(of.clause, `${of.what} is ${name ?? 'missing'}`);
}
