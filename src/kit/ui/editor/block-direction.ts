import { Extension } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { type TextDirection, textDirection } from '#kit/text-direction.ts';

const directed = ['paragraph', 'heading', 'listItem'];
/** Boxes of blocks: where a bullet or a rule stands follows from what is written in them. */
const boxes = new Set(['bulletList', 'orderedList', 'listItem', 'blockquote', 'callout']);

const givenDirection = (node: DocNode): TextDirection | null =>
  node.attrs['dir'] === 'ltr' || node.attrs['dir'] === 'rtl' ? node.attrs['dir'] : null;

function directionOf(node: DocNode): TextDirection | null {
  const given = givenDirection(node);
  if (given !== null) return given;
  if (node.type.name === 'codeBlock') return null;
  if (node.isTextblock) return textDirection(node.textContent);
  for (const child of node.children) {
    const direction = directionOf(child);
    if (direction !== null) return direction;
  }
  return null;
}

function decorations(doc: DocNode): DecorationSet {
  const found: Decoration[] = [];
  doc.descendants((node, at) => {
    if (!boxes.has(node.type.name) && !directed.includes(node.type.name)) return !node.isTextblock;
    const dir = directionOf(node);
    // an empty block keeps the direction of the page, so that the caret starts where the writer expects it
    if (dir !== null) found.push(Decoration.node(at, at + node.nodeSize, { dir }));
    return !node.isTextblock;
  });
  return DecorationSet.create(doc, found);
}

/** Each block follows its first strong letter, unless the writer has set its direction. */
export const BlockDirection = Extension.create({
  name: 'blockDirection',
  addGlobalAttributes: () => [
    {
      types: directed,
      attributes: {
        dir: {
          default: null,
          parseHTML: ({ dir }) => (dir === 'ltr' || dir === 'rtl' ? dir : null),
          renderHTML: ({ dir }) => (dir === null ? {} : { dir }),
        },
      },
    },
  ],
  addProseMirrorPlugins: () => {
    const key = new PluginKey<DecorationSet>('blockDirection');
    return [
      new Plugin({
        key,
        state: {
          init: (_config, state) => decorations(state.doc),
          apply: (transaction, before) => (transaction.docChanged ? decorations(transaction.doc) : before),
        },
        props: { decorations: (state) => key.getState(state) },
      }),
    ];
  },
});
