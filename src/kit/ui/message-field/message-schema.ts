/** The blocks and marks of `kit/message-doc.contract.ts` for ProseMirror, and the way between the two. */
import { type Editor, Extension, type Extensions, type JSONContent, Node } from '@tiptap/core';
import { type Node as DocNode, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { StarterKit } from '@tiptap/starter-kit';
import { isId } from '#kit/ids.ts';
import { type MessageBlock, type MessageDoc, type MessageInline, parseMessageDoc } from '#kit/message-doc.contract.ts';
import { isPlainMessage, messageOfText, messageText } from '#kit/message-text.ts';
import { BlockDirection } from '#kit/ui/editor/block-direction.ts';
import { Code, codeBlockOptions, ListItem, linkOptions } from '#kit/ui/editor/text-schema.ts';
import look from '#kit/ui/message-text/message-text.module.css';
import { emptyMessage, type MessageDraft } from './message-draft.ts';

const Mention = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addAttributes: () => ({ id: { default: '', rendered: false }, label: { default: '', rendered: false } }),
  parseHTML: () => [
    {
      tag: 'span[data-mention]',
      getAttrs: ({ dataset: { mention: id = '' }, textContent }) =>
        isId(id) ? { id, label: textContent.replace(/^@/, '') } : false,
    },
  ],
  renderHTML: ({ node: { attrs } }) => ['span', { 'data-mention': attrs['id'], class: look['mention'] }, `@${attrs['label']}`],
  renderText: ({ node: { attrs } }) => `@${attrs['label']}`,
});

export const messageSchema: Extensions = [
  StarterKit.configure({
    ...{ blockquote: false, code: false, dropcursor: false, gapcursor: false, heading: false, horizontalRule: false },
    ...{ listItem: false, strike: false, underline: false },
    codeBlock: codeBlockOptions,
    link: linkOptions,
  }),
  ...[BlockDirection, Code, ListItem, Mention],
];

const isEmptyLine = (block: MessageBlock | undefined): boolean => block?.type === 'paragraph' && block.content === undefined;
/** Without empty lines around it. `empty`: nothing is written. Null: more than can be stored. */
export function messageOfDoc(doc: DocNode): MessageDoc | 'empty' | null {
  const { content }: JSONContent = doc.toJSON();
  const message = parseMessageDoc({ version: 1, content });
  if (message === null) return null;
  const first = message.content.findIndex((block) => !isEmptyLine(block));
  if (first === -1) return 'empty';
  const last = message.content.findLastIndex((block) => !isEmptyLine(block));
  return { version: 1, content: message.content.slice(first, last + 1) };
}
export function draftOf(editor: Editor): MessageDraft {
  const message = messageOfDoc(editor.state.doc);
  if (message === null || message === 'empty') return emptyMessage;
  return { text: messageText(message), doc: isPlainMessage(message) ? null : message };
}
const inlineNode = (part: MessageInline): JSONContent =>
  part.type === 'text' ? { ...part, marks: (part.marks ?? []).map((mark) => ({ ...mark })) } : { ...part };
function blockNode(block: MessageBlock): JSONContent {
  if (block.type === 'paragraph' || block.type === 'codeBlock')
    return { type: block.type, content: (block.content ?? []).map(inlineNode) };
  const content = block.content.map((item) => ({ type: item.type, content: item.content.map(blockNode) }));
  return { type: block.type, attrs: block.type === 'orderedList' ? { ...block.attrs } : {}, content };
}
export const contentOf = ({ text, doc }: MessageDraft): JSONContent => ({
  type: 'doc',
  content: (parseMessageDoc(doc) ?? messageOfText(text)).content.map(blockNode),
});
/** The position of a letter of plain text in its paragraphs: the end of a line takes two places. */
export const positionOf = (text: string, offset: number): number => offset + text.slice(0, offset).split('\n').length;

/** Keeps the text within what can be sent, and its lines when they are copied as plain text. */
export const MessageLimits = Extension.create<{ maxLength: number; onRefuse: () => void }>({
  name: 'messageLimits',
  addOptions: () => ({ maxLength: 0, onRefuse: () => {} }),
  addProseMirrorPlugins() {
    const { maxLength, onRefuse } = this.options;
    const { schema } = this.editor;
    const fits = (doc: DocNode): boolean => {
      if (doc.nodeSize < Math.min(maxLength, 2_000)) return true;
      const message = messageOfDoc(doc);
      return message === 'empty' || (message !== null && messageText(message).length <= maxLength);
    };
    return [
      new Plugin({
        filterTransaction: ({ docChanged, doc, before }) => {
          if (!docChanged || doc.nodeSize < before.nodeSize || fits(doc)) return true;
          onRefuse();
          return false;
        },
        props: {
          clipboardTextParser: (text) => {
            const doc = schema.nodeFromJSON(contentOf({ text, doc: null }));
            return new Slice(doc.content, 1, 1);
          },
          clipboardTextSerializer: ({ content }) =>
            content.textBetween(0, content.size, '\n', (leaf) =>
              leaf.type.name === 'mention' ? `@${leaf.attrs['label']}` : '\n',
            ),
        },
      }),
    ];
  },
});
