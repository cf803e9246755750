/** The blocks and marks of `kit/rich-text.ts` for ProseMirror. Only this decides what can be in the editor. */
import { Extension, type Extensions, Mark, markInputRule, Node, textblockTypeInputRule } from '@tiptap/core';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { StarterKit } from '@tiptap/starter-kit';
import { isSafeAddress } from '#kit/safe-address.ts';
import look from '#kit/ui/rich-text/rich-text.module.css';
import { BlockDirection } from './block-direction.ts';
import { Callout, Embed, Picture, Variable } from './editor-nodes.ts';

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

/** Tiptap's own excludes every other mark; a stored text may have bold code. */
const Code = Mark.create({
  name: 'code',
  code: true,
  exitable: true,
  parseHTML: () => [{ tag: 'code' }],
  renderHTML: () => ['code', { dir: 'ltr' }, 0],
  addInputRules() {
    return [markInputRule({ find: /(?:^|\s)(?:`([^`]+)`)$/, type: this.type })];
  },
  addKeyboardShortcuts() {
    return { 'Mod-e': () => this.editor.commands.toggleMark(this.type) };
  },
});

/** Tiptap's own begins with a paragraph; pasted and stored items may begin with any block. */
const ListItem = Node.create({
  name: 'listItem',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      Tab: () => this.editor.commands.sinkListItem(this.name),
      'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
    };
  },
});

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
    codeBlock: { HTMLAttributes: { dir: 'ltr', spellcheck: 'false' } },
    dropcursor: { color: 'var(--at-accent)', width: 2 },
    heading: { levels: [2, 3, 4] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: isSafeAddress,
      HTMLAttributes: { target: null, rel: null, class: null },
    },
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
