import type { EditorState } from '@tiptap/pm/state';

export type TypedSign = '/' | '{' | '@' | ':';
export type TypedTrigger = { sign: TypedSign; query: string; from: number; to: number };
export type TypedSigns = readonly { sign: TypedSign; shape: RegExp }[];

const slash = { sign: '/', shape: /(?:^|\s)\/([\p{L}\p{M}\p{N}-]{0,24})$/u } as const;
/** `/` on an empty line or after a space; `{` anywhere. */
export const blockSigns: TypedSigns = [slash, { sign: '{', shape: /\{(\w{0,40})$/ }];
/** A name may have several words. An emoji needs two letters: `Bonjour :` before Enter is the end of a sentence. */
export const messageSigns: TypedSigns = [
  { sign: '@', shape: /(?:^|[\s(])@([\p{L}\p{N}][\p{L}\p{M}\p{N} .'-]{0,30}|)$/u },
  { sign: ':', shape: /(?:^|\s):([\p{L}\p{M}\p{N}_+-]{2,24})$/u },
];
export const snippetSigns: TypedSigns = [slash, ...messageSigns];

/** What was typed before the caret to open a menu, and what it filters by. */
export function triggerAt({ selection }: EditorState, signs: TypedSigns): TypedTrigger | null {
  const { $from: caret, empty } = selection;
  if (!empty || !caret.parent.isTextblock || caret.parent.type.spec.code === true) return null;
  // a chip or line break counts as one sign, so that places in text and document agree
  const before = caret.parent.textBetween(0, caret.parentOffset, undefined, '\ufffc');
  for (const { sign, shape } of signs) {
    const query = shape.exec(before)?.[1];
    if (query !== undefined) return { sign, query, from: caret.pos - query.length - 1, to: caret.pos };
  }
  return null;
}
