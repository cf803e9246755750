import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import {
  IconAlertTriangle,
  IconAlignCenter,
  IconAlignLeft,
  IconAlignRight,
  IconBulb,
  IconColumnInsertLeft,
  IconColumnInsertRight,
  IconColumnRemove,
  IconInfoCircle,
  IconRowInsertBottom,
  IconRowInsertTop,
  IconRowRemove,
  IconTableRow,
  IconTrash,
} from '@tabler/icons-react';
import { calloutTones } from '#kit/rich-text.ts';
import { toneOf } from './editor-nodes.ts';
import { alignOf } from './editor-schema.ts';
import { editorText } from './editor-text.ts';
import { type EditorTool, type ToolGroup, ToolRow } from './tool-row.tsx';
import s from './editor.module.css';

const barred = ['table', 'callout', 'codeBlock'] as const;
type BarredKind = (typeof barred)[number];
type BarredBlock = { kind: BarredKind; value: string };

function settingOf(editor: Editor, kind: BarredKind): string {
  if (kind === 'callout') return toneOf(editor.getAttributes('callout')['tone']);
  if (kind === 'codeBlock') return String(editor.getAttributes('codeBlock')['language'] ?? '');
  const header = editor.isActive('tableHeader');
  return alignOf(editor.getAttributes(header ? 'tableHeader' : 'tableCell')['align']) ?? '';
}
/** The innermost block around the caret that has settings of its own. */
function barredBlock({ editor }: { editor: Editor }): BarredBlock | null {
  if (!editor.isEditable) return null;
  const { $from: caret } = editor.state.selection;
  for (let depth = caret.depth; depth > 0; depth -= 1) {
    const kind = barred.find((one) => one === caret.node(depth).type.name);
    if (kind !== undefined) return { kind, value: settingOf(editor, kind) };
  }
  return null;
}

const tones = { note: IconInfoCircle, tip: IconBulb, warning: IconAlertTriangle };
const aligns = { start: IconAlignLeft, center: IconAlignCenter, end: IconAlignRight } as const;
const alignNames = ['start', 'center', 'end'] as const;
const tableTools = [
  { id: 'addRowBefore', icon: IconRowInsertTop },
  { id: 'addRowAfter', icon: IconRowInsertBottom },
  { id: 'deleteRow', icon: IconRowRemove },
  { id: 'addColumnBefore', icon: IconColumnInsertLeft, turns: true },
  { id: 'addColumnAfter', icon: IconColumnInsertRight, turns: true },
  { id: 'deleteColumn', icon: IconColumnRemove, turns: true },
  { id: 'toggleHeaderRow', icon: IconTableRow },
  { id: 'deleteTable', icon: IconTrash },
] as const;

function useToolsOf(editor: Editor, block: BarredBlock | null): readonly EditorTool[] {
  const say = editorText();
  if (block === null || block.kind === 'codeBlock') return [];
  const { kind, value } = block;
  if (kind === 'callout')
    return calloutTones.map((tone) => ({
      id: tone,
      icon: tones[tone],
      label: say(`callout.${tone}`),
      pressed: value === tone,
      run: () => editor.chain().focus().updateAttributes('callout', { tone }).run(),
    }));
  const alignments = alignNames.map((align) => ({
    id: align,
    icon: aligns[align],
    // figures are on the right in both directions
    ...(align === 'start' && { turns: true as const }),
    label: say(`table.${align}`),
    pressed: value === align,
    run: () =>
      editor
        .chain()
        .focus()
        .setCellAttribute('align', value === align ? null : align)
        .run(),
  }));
  const tools = tableTools.map(({ id, ...tool }) => ({
    ...tool,
    id,
    label: say(`table.${id}`),
    run: () => editor.chain().focus()[id]().run(),
  }));
  return [...tools.slice(0, -2), ...alignments, ...tools.slice(-2)];
}

/** Names that highlighters share; a text may keep another one. */
const languages = ['bash', 'css', 'html', 'java', 'javascript', 'json', 'php', 'python', 'sql', 'typescript', 'xml', 'yaml'];
function LanguageSelect({ editor, value, stop }: { editor: Editor; value: string; stop: 0 | -1 }) {
  const say = editorText();
  const known = value === '' || languages.includes(value) ? languages : [value, ...languages];
  return (
    <select
      className={s.kind}
      data-tool="language"
      tabIndex={stop}
      aria-label={say('code.language')}
      value={value}
      onChange={({ currentTarget }) => {
        const language = currentTarget.value === '' ? null : currentTarget.value;
        editor.chain().focus().updateAttributes('codeBlock', { language }).run();
      }}
    >
      <option value="">{say('code.plain')}</option>
      {known.map((one) => (
        <option key={one} value={one} dir="ltr">
          {one}
        </option>
      ))}
    </select>
  );
}

/** What can be done with the table, callout or code that the caret is in; null: with none. */
export function useBlockTools(editor: Editor): ToolGroup | null {
  const say = editorText();
  const block = useEditorState({ editor, selector: barredBlock });
  const tools = useToolsOf(editor, block);
  if (block === null) return null;
  const draw = (stop: 0 | -1) => <LanguageSelect editor={editor} value={block.value} stop={stop} />;
  const list = block.kind === 'codeBlock' ? { list: { id: 'language', draw } } : {};
  return { id: block.kind, label: say(`bar.${block.kind}`), tools, ...list };
}

/** In the frame without a toolbar they lie over the end of the window: over the block itself they would cover what is written before it. */
export function BlockBar({ editor }: { editor: Editor }) {
  const group = useBlockTools(editor);
  if (group === null) return null;
  const { label = '', ...tools } = group;
  return (
    <div className={s.bar}>
      <ToolRow label={label} groups={[tools]} className={s.floating} />
    </div>
  );
}
