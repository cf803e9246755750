import type { EditorState } from '@tiptap/pm/state';

export type TypedTrigger = { sign: '/' | '{'; query: string; from: number; to: number };

/** `/` on an empty line or after a space; `{` anywhere. */
const signs = [
  { sign: '/', shape: /(?:^|\s)\/([\p{L}\p{M}\p{N}-]{0,24})$/u },
  { sign: '{', shape: /\{(\w{0,40})$/ },
] as const;

/** What was typed before the caret to open a menu, and what it filters by. */
export function triggerAt({ selection }: EditorState): TypedTrigger | null {
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
