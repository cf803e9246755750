import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconBulb,
  IconCode,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPilcrow,
  IconSourceCode,
  IconStrikethrough,
  IconTable,
  IconTextDirectionLtr,
  IconTextDirectionRtl,
  IconUnderline,
} from '@tabler/icons-react';
import { type RefObject, useEffect } from 'react';
import { type BlockCommand, type BlockId, blockCommands } from './block-commands.ts';
import { useBlockTools } from './block-bar.tsx';
import { editorText } from './editor-text.ts';
import type { EditorSlots } from './rich-text-editor.tsx';
import { type EditorTool, type ToolGroup, ToolRow } from './tool-row.tsx';
import s from './editor.module.css';

const kinds = ['paragraph', 'heading', 'subheading', 'smallHeading'] as const;
const levels = { heading: 2, subheading: 3, smallHeading: 4 } as const;
const kindOf = (editor: Editor): (typeof kinds)[number] =>
  kinds.find((kind) => kind !== 'paragraph' && editor.isActive('heading', { level: levels[kind] })) ?? 'paragraph';

const directionOf = (editor: Editor): 'auto' | 'ltr' | 'rtl' => {
  const { dir } = editor.getAttributes(editor.isActive('heading') ? 'heading' : 'paragraph');
  return dir === 'ltr' || dir === 'rtl' ? dir : 'auto';
};
const nextDirection = { auto: 'rtl', rtl: 'ltr', ltr: null } as const;
const directionIcons = { auto: IconPilcrow, ltr: IconTextDirectionLtr, rtl: IconTextDirectionRtl };

const markTools = [
  { id: 'bold', icon: IconBold, keys: 'Control+B' },
  { id: 'italic', icon: IconItalic, keys: 'Control+I' },
  { id: 'underline', icon: IconUnderline, keys: 'Control+U' },
  { id: 'strike', icon: IconStrikethrough, keys: 'Control+Shift+S' },
  { id: 'code', icon: IconCode, keys: 'Control+E' },
] as const;
const blockTools = [
  { id: 'bulletList', node: 'bulletList', icon: IconList, keys: 'Control+Shift+8', turns: true },
  { id: 'orderedList', node: 'orderedList', icon: IconListNumbers, keys: 'Control+Shift+7' },
  { id: 'quote', node: 'blockquote', icon: IconBlockquote, keys: 'Control+Shift+B', turns: true },
  { id: 'callout', node: 'callout', icon: IconBulb },
  { id: 'code', node: 'codeBlock', icon: IconSourceCode, keys: 'Control+Alt+C' },
  { id: 'table', node: 'table', icon: IconTable },
] as const satisfies readonly { id: BlockId; node: string; icon: EditorTool['icon']; keys?: string; turns?: true }[];

const stateOf = ({ editor }: { editor: Editor }) => ({
  editable: editor.isEditable,
  kind: kindOf(editor),
  direction: directionOf(editor),
  link: editor.isActive('link'),
  marks: markTools.filter(({ id }) => editor.isActive(id)).map(({ id }): string => id),
  nodes: blockTools.filter(({ node }) => editor.isActive(node)).map(({ node }): string => node),
  undo: editor.can().undo(),
  redo: editor.can().redo(),
});

function setDirection(editor: Editor, dir: 'ltr' | 'rtl' | null): void {
  editor.chain().focus().updateAttributes('paragraph', { dir }).updateAttributes('heading', { dir }).run();
}
const runBlock = (editor: Editor, commands: readonly BlockCommand[], id: BlockId): void =>
  commands.find((command) => command.id === id)?.run(editor);

type ToolbarProps = { editor: Editor; slots: EditorSlots; onLink: () => void; ref: RefObject<HTMLDivElement | null> };
function useTools({ editor, slots, onLink }: Omit<ToolbarProps, 'ref'>): readonly ToolGroup[] {
  const say = editorText();
  const state = useEditorState({ editor, selector: stateOf });
  const commands = blockCommands(slots);
  const block = useBlockTools(editor);
  const inactive = !state.editable;
  const marks = markTools.map(({ id, icon, keys }) => ({
    id,
    icon,
    keys,
    label: say(`tools.${id}`),
    pressed: state.marks.includes(id),
    inactive,
    run: () => editor.chain().focus().toggleMark(id).run(),
  }));
  const link = {
    id: 'link',
    icon: IconLink,
    keys: 'Control+K',
    label: say('tools.link'),
    pressed: state.link,
    inactive,
    run: onLink,
  };
  const blocks = blockTools.map(({ id, node, icon, ...rest }) => ({
    ...rest,
    id: `block-${id}`,
    icon,
    label: say(`blocks.${id}.name`),
    pressed: state.nodes.includes(node),
    // one table in another is what nobody can read on a phone
    inactive: inactive || (id === 'table' && state.nodes.includes('table')),
    run: () => runBlock(editor, commands, id),
  }));
  const own = commands
    .filter(({ id }) => id === 'picture' || id === 'recording' || id === 'room')
    .map(({ id, icon, run }) => ({ id: `block-${id}`, icon, label: say(`blocks.${id}.name`), inactive, run: () => run(editor) }));
  const direction = {
    id: 'direction',
    icon: directionIcons[state.direction],
    label: say(`tools.direction.${state.direction}`),
    inactive,
    run: () => setDirection(editor, nextDirection[state.direction]),
  };
  const history = [
    { id: 'undo', icon: IconArrowBackUp, keys: 'Control+Z', inactive: !state.undo },
    { id: 'redo', icon: IconArrowForwardUp, keys: 'Control+Shift+Z', inactive: !state.redo },
  ] as const;
  const kind = { id: 'kind', draw: (stop: 0 | -1) => <KindSelect editor={editor} stop={stop} /> };
  const steps = history.map((tool) => ({
    ...tool,
    turns: true as const,
    label: say(`tools.${tool.id}`),
    inactive: inactive || tool.inactive,
    run: () => void (tool.id === 'undo' ? editor.chain().focus().undo().run() : editor.chain().focus().redo().run()),
  }));
  return [
    { id: 'style', list: kind, tools: [] },
    { id: 'marks', tools: [...marks, link] },
    { id: 'blocks', tools: [...blocks, direction] },
    ...(own.length > 0 ? [{ id: 'own', tools: own }] : []),
    ...(block === null ? [] : [block]),
    { id: 'history', tools: steps, side: 'end' },
  ];
}

function KindSelect({ editor, stop }: { editor: Editor; stop: 0 | -1 }) {
  const say = editorText();
  const { kind, editable } = useEditorState({ editor, selector: stateOf });
  const choose = (chosen: (typeof kinds)[number]) =>
    chosen === 'paragraph'
      ? editor.chain().focus().setParagraph().run()
      : editor.chain().focus().setHeading({ level: levels[chosen] }).run();
  return (
    <select
      className={s.kind}
      data-tool="kind"
      tabIndex={stop}
      aria-label={say('tools.kind')}
      disabled={!editable}
      value={kind}
      onChange={({ currentTarget: { value } }) => {
        const chosen = kinds.find((one) => one === value);
        if (chosen !== undefined) choose(chosen);
      }}
    >
      {kinds.map((one) => (
        <option key={one} value={one}>
          {say(`blocks.${one}.name`)}
        </option>
      ))}
    </select>
  );
}

/** Where the row is wider than the window, the tools of the block that one goes into come into view. */
function useComingTools(row: RefObject<HTMLDivElement | null>, id: string | undefined): void {
  useEffect(() => {
    const tools = id === undefined ? null : row.current?.querySelector(`[data-comes="${id}"]`);
    if (tools == null || row.current === null) return;
    const [own, all] = [tools.getBoundingClientRect(), row.current.getBoundingClientRect()];
    if (own.left < all.left || own.right > all.right)
      row.current.scrollBy({ left: own.left + own.width / 2 - all.left - all.width / 2 });
  }, [row, id]);
}

export function EditorToolbar({ ref, ...props }: ToolbarProps) {
  const say = editorText();
  const groups = useTools(props);
  useComingTools(ref, groups.find(({ label }) => label !== undefined)?.id);
  return <ToolRow ref={ref} label={say('tools.label')} groups={groups} className={s.toolbar} />;
}
