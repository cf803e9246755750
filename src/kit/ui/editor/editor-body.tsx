import { Placeholder } from '@tiptap/extensions/placeholder';
import { type Editor, EditorContent, useEditor, type UseEditorOptions } from '@tiptap/react';
import { IconX } from '@tabler/icons-react';
import { type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Banner } from '#kit/ui/feedback.tsx';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { noParts } from '#kit/ui/rich-text/rich-text-view.tsx';
import look from '#kit/ui/rich-text/rich-text.module.css';
import { BlockBar } from './block-bar.tsx';
import { blockCommands } from './block-commands.ts';
import { docOf, writtenText } from './editor-doc.ts';
import { EditorKeys, type KeyAnswer, StorableOnly } from './editor-guards.ts';
import { editorSchema } from './editor-schema.ts';
import { SurroundingsContext } from './editor-surroundings.ts';
import { editorText } from './editor-text.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { drawnExtensions } from './node-views.tsx';
import { PasteRules } from './paste/paste-rules.ts';
import type { EditorSlots, EditorVariable, RichTextEditorProps } from './rich-text-editor.tsx';
import { blockSigns, type TypedTrigger } from './typed-trigger.ts';
import { TypedMenu } from './typed-menu.tsx';
import { type MenuChoice, useTypedMenu } from './use-typed-menu.ts';
import s from './editor.module.css';

type EditorNotice = 'tooLong' | 'pictures';
/** What the editor tells its frame; read when it happens, because the editor outlives the renders. */
type EditorLinks = {
  onKey: (event: KeyboardEvent) => KeyAnswer;
  onNotice: (notice: EditorNotice) => void;
  props: RichTextEditorProps;
};

function useTextEditor(props: RichTextEditorProps, links: RefObject<EditorLinks>, hint: string): Editor {
  const { label, value, locked = false, autoFocus = false, placeholder = '' } = props;
  // made once: options of another identity would be set again with every render
  const [options] = useState<UseEditorOptions>(() => ({
    extensions: [
      ...editorSchema,
      ...drawnExtensions,
      Placeholder.configure({ placeholder }),
      EditorKeys.configure({ onKey: (event) => links.current.onKey(event) }),
      StorableOnly.configure({ onRefuse: () => links.current.onNotice('tooLong') }),
      PasteRules.configure({ onNotice: (notice) => links.current.onNotice(notice) }),
    ],
    content: docOf(value),
    editable: !locked,
    autofocus: autoFocus ? 'end' : false,
    // our own style sheet has what its one would add
    injectCSS: false,
    // Markdown is read by the paste rules; signs in other pasted text stay signs
    enablePasteRules: ['link'],
    onUpdate: ({ editor: { state } }) => links.current.props.onChange(writtenText(state.doc)),
  }));
  const editor = useEditor(options);
  useEffect(() => {
    editor.setEditable(!locked, false);
    editor.setOptions({
      editorProps: {
        attributes: {
          role: 'textbox',
          class: look['text'] ?? '',
          'aria-multiline': 'true',
          'aria-autocomplete': 'list',
          'aria-label': label,
          'aria-describedby': hint,
          ...(locked && { 'aria-readonly': 'true', tabindex: '0' }),
        },
      },
    });
  }, [editor, locked, label, hint]);
  return editor;
}

function variableChoices(editor: Editor, variables: readonly EditorVariable[], group: string): readonly MenuChoice[] {
  return variables.map(({ name, label, sample }) => ({
    id: name,
    group,
    name: label,
    hint: sample,
    run: () => editor.chain().focus().insertContent({ type: 'variable', attrs: { name } }).run(),
  }));
}
function useChoices(editor: Editor, slots: EditorSlots, variables: readonly EditorVariable[]) {
  const say = editorText();
  return ({ sign, query }: TypedTrigger): readonly MenuChoice[] => {
    const sought = query.toLocaleLowerCase();
    const all =
      sign === '{'
        ? variableChoices(editor, variables, say('menu.variables'))
        : blockCommands(slots).map(({ run, ...command }) => ({
            ...command,
            group: say(`groups.${command.group}`),
            name: say(`blocks.${command.id}.name`),
            hint: say(`blocks.${command.id}.hint`),
            run: () => run(editor),
          }));
    return all.filter(({ id, name }) => id.toLowerCase().startsWith(sought) || name.toLocaleLowerCase().includes(sought));
  };
}

const isPlain = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean => !ctrlKey && !metaKey && !altKey && !shiftKey;
/** Escape, then Tab leaves lists and tables, where Tab alone moves; Ctrl K links; Alt F10 goes to the tools. */
function useFrameKeys(on: { link: () => void; tools: () => void; escape: () => void }) {
  const leaving = useRef(false);
  return (event: KeyboardEvent): KeyAnswer => {
    const was = leaving.current;
    if (event.key !== 'Shift') leaving.current = event.key === 'Escape' && isPlain(event);
    if (event.key === 'Escape') on.escape();
    if (event.key === 'Tab' && was) return 'browser';
    if (event.key === 'F10' && event.altKey) on.tools();
    else if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) on.link();
    else return null;
    return 'taken';
  };
}

/** The editor itself; loaded by `RichTextEditor`. */
export function EditorBody(props: RichTextEditorProps) {
  const { frame = 'toolbar', parts = noParts, slots = {}, variables, lead } = props;
  const say = editorText();
  const id = useId();
  const [notice, setNotice] = useState<EditorNotice | null>(null);
  const [linking, setLinking] = useState(false);
  const [left, setLeft] = useState('');
  const [frameBox, toolbar] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const links = useRef<EditorLinks>({ onKey: () => null, onNotice: setNotice, props });
  const editor = useTextEditor(props, links, `${id}-hint`);
  const { menu, onKey: onMenuKey } = useTypedMenu(editor, blockSigns, useChoices(editor, slots, variables ?? []));
  const startLink = () => editor.isEditable && setLinking(true);
  const onFrameKey = useFrameKeys({
    link: startLink,
    tools: () => frameBox.current?.querySelector<HTMLElement>('[role=toolbar] [data-tool][tabindex="0"]')?.focus(),
    escape: () => setLeft(say('keys.leave')),
  });
  useEffect(() => {
    links.current = { onKey: (event) => onMenuKey(event) ?? onFrameKey(event), onNotice: setNotice, props };
  });
  const surroundings = useMemo(() => ({ parts, variables: variables ?? [] }), [parts, variables]);
  return (
    <SurroundingsContext value={surroundings}>
      <div className={s.editor} data-frame={frame} ref={frameBox}>
        {frame === 'toolbar' && <EditorToolbar ref={toolbar} editor={editor} slots={slots} onLink={startLink} />}
        <div role="status">
          {notice !== null && (
            <Banner
              hue="amber"
              action={
                <IconButton size={28} aria-label={say('notices.close')} onClick={() => setNotice(null)}>
                  <IconX size={16} stroke={1.75} />
                </IconButton>
              }
            >
              {say(notice === 'pictures' && slots.choosePicture !== undefined ? 'notices.library' : `notices.${notice}`)}
            </Banner>
          )}
        </div>
        {lead}
        <div className={s.page}>
          <EditorContent editor={editor} className={s.content} />
          {frame === 'plain' && <BlockBar editor={editor} />}
        </div>
        <p className="hidden" id={`${id}-hint`}>
          {say('keys.hint')}
        </p>
        <p className="hidden" role="status">
          {left}
        </p>
        {menu !== null && <TypedMenu editor={editor} menu={menu} id={`${id}-menu`} />}
        {linking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
      </div>
    </SurroundingsContext>
  );
}
