/** The blocks and marks of `kit/rich-text.ts` for ProseMirror. Only this decides what can be in the editor. */
import { Extension, type Extensions, textblockTypeInputRule } from '@tiptap/core';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { StarterKit } from '@tiptap/starter-kit';
import look from '#kit/ui/rich-text/rich-text.module.css';
import { BlockDirection } from './block-direction.ts';
import { Callout, Embed, Picture, Variable } from './editor-nodes.ts';
import { Code, codeBlockOptions, ListItem, linkOptions } from './text-schema.ts';

const aligns = ['start', 'center', 'end'] as const;
export type CellAlign = (typeof aligns)[number];
export const alignOf = (value: unknown): CellAlign | null => aligns.find((align) => align === value) ?? null;
const align = {
  default: null,
  parseHTML: (element: HTMLElement) => alignOf(element.dataset['align']),
  renderHTML: (attributes: { align?: unknown }) => {
    const side = alignOf(attributes.align);
    return side === null ? {} : { 'data-align': side };
  },
};

const cells = [TableCell, TableHeader].map((cell) =>
  cell.extend({
    addAttributes() {
      return { ...this.parent?.(), align };
    },
  }),
);

const ScrollingTable = Table.extend({
  addNodeView: () => null,
  renderHTML: () => ['div', { class: look['table'] }, ['table', ['tbody', 0]]],
});

/** `# ` makes the highest heading that a text has: the page's own title is the first level. */
const TopHeading = Extension.create({
  name: 'topHeading',
  addInputRules() {
    const { heading } = this.editor.schema.nodes;
    return heading === undefined ? [] : [textblockTypeInputRule({ find: /^#\s$/, type: heading, getAttributes: { level: 2 } })];
  },
});

export const editorSchema: Extensions = [
  StarterKit.configure({
    code: false,
    codeBlock: codeBlockOptions,
    dropcursor: { color: 'var(--at-accent)', width: 2 },
    heading: { levels: [2, 3, 4] },
    link: linkOptions,
    listItem: false,
  }),
  Code,
  ListItem,
  ScrollingTable,
  TableRow,
  ...cells,
  Callout,
  BlockDirection,
  TopHeading,
];
/** Nodes that the editor draws by parts of its own. */
export const drawnNodes = { picture: Picture, embed: Embed, variable: Variable } as const;
