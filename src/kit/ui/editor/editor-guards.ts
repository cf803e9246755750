/** What keeps the keyboard free and the text within what can be stored. */
import { Extension } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import * as z from 'zod/mini';
import { richTextField, richTextLimits } from '#kit/rich-text.ts';
import { richTextOf } from './editor-doc.ts';

/** `taken`: nobody else gets the key. `browser`: only the browser does. Null: the editor does. */
export type KeyAnswer = 'taken' | 'browser' | null;

export const EditorKeys = Extension.create<{ onKey: (event: KeyboardEvent) => KeyAnswer }>({
  name: 'editorKeys',
  priority: 1000,
  addOptions: () => ({ onKey: () => null }),
  addProseMirrorPlugins() {
    const { onKey } = this.options;
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            keydown: (_view, event) => {
              const answer = event.isComposing ? null : onKey(event);
              if (answer !== 'taken') return answer === 'browser';
              event.preventDefault();
              // Ctrl K is the palette's elsewhere
              event.stopPropagation();
              return true;
            },
          },
        },
      }),
    ];
  },
});

const depthOf = (node: DocNode): number => 1 + Math.max(0, ...node.children.map(depthOf));
/** The exact question costs a parse of the whole text, so it is asked only near the limits. */
export function canBeStored(doc: DocNode): boolean {
  const near = doc.nodeSize > Math.min(richTextLimits.characters / 4, richTextLimits.nodes / 2) || depthOf(doc) > 6;
  if (!near) return true;
  const text = richTextOf(doc);
  if (new Blob([JSON.stringify(text)]).size > richTextLimits.bytes) return false;
  return z.safeParse(richTextField, text).success;
}

export const StorableOnly = Extension.create<{ onRefuse: () => void }>({
  name: 'storableOnly',
  addOptions: () => ({ onRefuse: () => {} }),
  addProseMirrorPlugins() {
    const { onRefuse } = this.options;
    return [
      new Plugin({
        filterTransaction: (transaction) => {
          if (!transaction.docChanged || transaction.doc.nodeSize < transaction.before.nodeSize) return true;
          if (canBeStored(transaction.doc)) return true;
          onRefuse();
          return false;
        },
      }),
    ];
  },
});
