import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { IconAt, IconBold, IconCode, IconItalic, IconLink, IconList, IconListNumbers, IconSourceCode } from '@tabler/icons-react';
import { editorText } from '#kit/ui/editor/editor-text.ts';
import { type EditorTool, ToolRow } from '#kit/ui/editor/tool-row.tsx';

const markTools = [
  { id: 'bold', icon: IconBold, keys: 'Control+B' },
  { id: 'italic', icon: IconItalic, keys: 'Control+I' },
  { id: 'code', icon: IconCode, keys: 'Control+E' },
] as const;
const blockTools = [
  { id: 'bulletList', block: 'bulletList', icon: IconList, keys: 'Control+Shift+8', turns: true },
  { id: 'orderedList', block: 'orderedList', icon: IconListNumbers, keys: 'Control+Shift+7' },
  { id: 'codeBlock', block: 'code', icon: IconSourceCode, keys: 'Control+Alt+C' },
] as const;
const toggles = {
  bulletList: (editor: Editor) => editor.chain().focus().toggleBulletList().run(),
  orderedList: (editor: Editor) => editor.chain().focus().toggleOrderedList().run(),
  codeBlock: (editor: Editor) => editor.chain().focus().toggleCodeBlock().run(),
};
const stateOf = ({ editor }: { editor: Editor }) =>
  ['bold', 'italic', 'code', 'link', 'bulletList', 'orderedList', 'codeBlock'].filter((name) => editor.isActive(name));

/** Opens the list of people as the typed sign does. */
function typeMention(editor: Editor): void {
  const { $from: caret } = editor.state.selection;
  const before = caret.parent.textBetween(0, caret.parentOffset, undefined, ' ');
  editor
    .chain()
    .focus()
    .insertContent(/(?:^|\s)$/u.test(before) ? '@' : ' @')
    .run();
}

type MessageToolsProps = { editor: Editor; mentions: 'none' | 'people'; onLink: () => void };
export function MessageTools({ editor, mentions, onLink }: MessageToolsProps) {
  const say = editorText();
  const active = useEditorState({ editor, selector: stateOf });
  const marks: EditorTool[] = markTools.map(({ id, icon, keys }) => ({
    ...{ id, icon, keys, label: say(`tools.${id}`), pressed: active.includes(id) },
    run: () => void editor.chain().focus().toggleMark(id).run(),
  }));
  const blocks: EditorTool[] = blockTools.map(({ id, block, icon, ...tool }) => ({
    ...{ ...tool, id, icon, label: say(`blocks.${block}.name`), pressed: active.includes(id) },
    run: () => void toggles[id](editor),
  }));
  const link: EditorTool = {
    ...{ id: 'link', icon: IconLink, keys: 'Control+K', label: say('tools.link'), pressed: active.includes('link') },
    run: onLink,
  };
  const mention: EditorTool = { id: 'mention', icon: IconAt, label: say('tools.mention'), run: () => typeMention(editor) };
  const groups = [
    { id: 'marks', tools: mentions === 'people' ? [mention, ...marks, link] : [...marks, link] },
    { id: 'blocks', tools: blocks },
  ];
  return <ToolRow label={say('tools.label')} groups={groups} />;
}
