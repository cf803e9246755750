/** What can be put into a text: for the slash menu, and what the toolbar shares with it. */
import type { Editor } from '@tiptap/core';
import {
  IconBlockquote,
  IconBulb,
  IconDoor,
  IconH2,
  IconH3,
  IconH4,
  IconLetterT,
  IconList,
  IconListNumbers,
  IconPhoto,
  IconSeparator,
  IconSourceCode,
  IconTable,
  IconVideo,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { EmbedKind } from '#kit/rich-text.ts';
import type { EditorSlots } from './rich-text-editor.tsx';

type IconComponent = ComponentType<{ size?: number; stroke?: number; className?: string }>;
export const blockIds = [
  'paragraph',
  'heading',
  'subheading',
  'smallHeading',
  'bulletList',
  'orderedList',
  'quote',
  'callout',
  'code',
  'table',
  'picture',
  'recording',
  'room',
  'divider',
] as const;
export type BlockId = (typeof blockIds)[number];
export type BlockCommand = {
  id: BlockId;
  group: 'text' | 'insert';
  icon: IconComponent;
  /** Its Markdown. */
  sign?: string;
  run: (editor: Editor) => void;
};

async function choosePicture(editor: Editor, choose: NonNullable<EditorSlots['choosePicture']>): Promise<void> {
  const chosen = await choose();
  if (chosen !== null && !editor.isDestroyed) insert(editor, { type: 'picture', attrs: { ...chosen, caption: '' } });
}
type EmbedChoice = { kind: EmbedKind; choose: NonNullable<EditorSlots['chooseEmbed']> };
async function chooseEmbed(editor: Editor, { kind, choose }: EmbedChoice): Promise<void> {
  const chosen = await choose(kind);
  if (chosen !== null && !editor.isDestroyed) insert(editor, { type: 'embed', attrs: { kind, id: chosen.id } });
}
function insert(editor: Editor, node: { type: string; attrs: Record<string, string> }): void {
  editor.chain().focus().insertContent(node).run();
}

const texts: readonly BlockCommand[] = [
  { id: 'heading', group: 'text', icon: IconH2, sign: '##', run: (editor) => setHeading(editor, 2) },
  { id: 'subheading', group: 'text', icon: IconH3, sign: '###', run: (editor) => setHeading(editor, 3) },
  { id: 'smallHeading', group: 'text', icon: IconH4, sign: '####', run: (editor) => setHeading(editor, 4) },
  {
    id: 'bulletList',
    group: 'text',
    icon: IconList,
    sign: '-',
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    id: 'orderedList',
    group: 'text',
    icon: IconListNumbers,
    sign: '1.',
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    id: 'quote',
    group: 'text',
    icon: IconBlockquote,
    sign: '>',
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    id: 'callout',
    group: 'text',
    icon: IconBulb,
    sign: '!!',
    run: (editor) => editor.chain().focus().toggleWrap('callout').run(),
  },
  {
    id: 'code',
    group: 'text',
    icon: IconSourceCode,
    sign: '```',
    run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
  },
  { id: 'paragraph', group: 'text', icon: IconLetterT, run: (editor) => editor.chain().focus().clearNodes().run() },
];
const setHeading = (editor: Editor, level: 2 | 3 | 4): void => void editor.chain().focus().setHeading({ level }).run();

/** Only what the page has a picker for is offered. */
export function blockCommands({ choosePicture: picture, chooseEmbed: embed }: EditorSlots): readonly BlockCommand[] {
  const embeds = [
    { kind: 'recording', icon: IconVideo },
    { kind: 'room', icon: IconDoor },
  ] as const;
  return [
    ...texts,
    {
      id: 'table',
      group: 'insert',
      icon: IconTable,
      run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    },
    ...(picture === undefined
      ? []
      : [{ id: 'picture', group: 'insert', icon: IconPhoto, run: (editor: Editor) => choosePicture(editor, picture) } as const]),
    ...(embed === undefined
      ? []
      : embeds.map(({ kind, icon }) => ({
          id: kind,
          group: 'insert' as const,
          icon,
          run: (editor: Editor) => chooseEmbed(editor, { kind, choose: embed }),
        }))),
    {
      id: 'divider',
      group: 'insert',
      icon: IconSeparator,
      sign: '---',
      run: (editor) => editor.chain().focus().setHorizontalRule().run(),
    },
  ];
}
