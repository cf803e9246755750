import { Placeholder } from '@tiptap/extensions/placeholder';
import { type Editor, EditorContent, useEditor, type UseEditorOptions } from '@tiptap/react';
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { EditorKeys, type KeyAnswer } from '#kit/ui/editor/editor-guards.ts';
import { editorText } from '#kit/ui/editor/editor-text.ts';
import { LinkDialog } from '#kit/ui/editor/link-dialog.tsx';
import { PasteRules } from '#kit/ui/editor/paste/paste-rules.ts';
import { messageSigns, snippetSigns, type TypedTrigger } from '#kit/ui/editor/typed-trigger.ts';
import { TypedMenu } from '#kit/ui/editor/typed-menu.tsx';
import { type MenuChoice, typedBefore, useTypedMenu } from '#kit/ui/editor/use-typed-menu.ts';
import look from '#kit/ui/message-text/message-text.module.css';
import type { EmojiChoice } from './emoji-search.ts';
import {
  isSendKey,
  type MessageDraft,
  type MessageEditorProps,
  type MessageFieldProps,
  type MessageSnippets,
} from './message-draft.ts';
import { contentOf, draftOf, MessageLimits, messageSchema, positionOf } from './message-schema.ts';
import { MessageTools } from './message-tools.tsx';
import { useEmoji } from './use-emoji.ts';
import s from './message-field.module.css';

/** What the editor tells its frame; read when it happens, because the editor outlives the renders. */
type EditorLinks = { onKey: (event: KeyboardEvent) => KeyAnswer; onRefuse: () => void; onUpdate: (editor: Editor) => void };

const mostPeople = 5;
const mostSnippets = 8;
const startsWith = (name: string, typed: string): boolean => {
  const [whole, search] = [name.toLocaleLowerCase(), typed.toLocaleLowerCase()];
  return whole.startsWith(search) || whole.split(/\s+/).some((part) => part.startsWith(search));
};

function useMessageEditor({ field, selection }: MessageEditorProps, links: RefObject<EditorLinks>): Editor {
  const { label, value, maxLength, people } = field;
  // made once: options of another identity would be set again with every render
  const [options] = useState<UseEditorOptions>(() => ({
    extensions: [
      ...messageSchema,
      Placeholder.configure({ placeholder: label }),
      EditorKeys.configure({ onKey: (event) => links.current.onKey(event) }),
      MessageLimits.configure({ maxLength, onRefuse: () => links.current.onRefuse() }),
      PasteRules.configure({ onNotice: (notice) => notice === 'tooLong' && links.current.onRefuse() }),
    ],
    content: contentOf(value),
    injectCSS: false,
    enablePasteRules: ['link'],
    onUpdate: ({ editor }) => links.current.onUpdate(editor),
  }));
  const editor = useEditor(options);
  useEffect(() => {
    const attributes = {
      ...{ role: 'textbox', class: `${look['text'] ?? ''} ${s.text ?? ''}`, 'aria-multiline': 'true', 'aria-label': label },
      ...(people !== undefined && { 'aria-autocomplete': 'list' }),
    };
    editor.setOptions({ editorProps: { attributes } });
  }, [editor, label, people]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it takes over
  useLayoutEffect(() => {
    const caret = selection.current;
    if (caret === null) return;
    const end = editor.state.doc.content.size;
    const place = (offset: number) => (value.doc === null ? positionOf(value.text, offset) : end);
    editor.commands.setTextSelection({ from: place(caret.start), to: place(caret.end) });
    // at once: what is typed until the next frame would be lost
    editor.view.focus();
  }, [editor]);
  return editor;
}

/** Hears of what is written, and shows what the page sets instead, such as nothing after sending. */
function useDraftSync({ value, onChange }: MessageFieldProps) {
  const shown = useRef<MessageDraft>(value);
  return {
    write: (editor: Editor) => {
      shown.current = draftOf(editor);
      onChange(shown.current);
    },
    read: (editor: Editor) => {
      if (shown.current.text === value.text && shown.current.doc === value.doc) return;
      shown.current = value;
      editor.commands.setContent(contentOf(value), { emitUpdate: false });
    },
  };
}

function snippetChoices(editor: Editor, { title: group, none, items }: MessageSnippets, query: string): readonly MenuChoice[] {
  if (items.length === 0) return query === '' ? [{ id: 'none', group, name: none, hint: '', run: () => {} }] : [];
  const insert = (text: string) => () =>
    void editor
      .chain()
      .focus()
      .insertContent(contentOf({ text, doc: null }).content ?? [])
      .run();
  const fitting = items.filter(({ name }) => startsWith(name, query)).slice(0, mostSnippets);
  return fitting.map(({ id, name, text }) => ({ id, group, name, hint: '', run: insert(text) }));
}
function useChoices(
  editor: Editor,
  { people = [], snippets }: MessageFieldProps,
  emojiFor: (query: string) => readonly EmojiChoice[],
) {
  const say = editorText();
  return ({ sign, query }: TypedTrigger): readonly MenuChoice[] => {
    if (sign === '/' && snippets !== undefined) return snippetChoices(editor, snippets, query);
    if (sign === ':') {
      const insert = (emoji: string) => () => void editor.chain().focus().insertContent(`${emoji} `).run();
      return emojiFor(query).map(({ emoji, name }) => ({
        ...{ id: emoji, group: say('menu.emoji'), name: `${emoji} ${name}`, hint: '', run: insert(emoji) },
      }));
    }
    const fitting = people.filter(({ name }) => startsWith(name, query)).slice(0, mostPeople);
    return fitting.map(({ userId: id, name: label }) => ({
      ...{ id, group: say('menu.people'), name: label, hint: '' },
      run: () =>
        void editor
          .chain()
          .focus()
          .insertContent([
            { type: 'mention', attrs: { id, label } },
            { type: 'text', text: ' ' },
          ])
          .run(),
    }));
  };
}

/** Shift Enter, where Enter sends: the next line, list item or line of code. */
const breakLine = (editor: Editor): boolean =>
  editor.commands.first(({ commands }) => [
    () => commands.newlineInCode(),
    () => commands.splitListItem('listItem'),
    () => commands.splitBlock(),
  ]);
function fieldKey(editor: Editor, field: MessageFieldProps, event: KeyboardEvent): KeyAnswer {
  const { sendKey, onSend, onUp, onEscape } = field;
  if (isSendKey(event, sendKey)) onSend();
  else if (event.key === 'Enter' && sendKey === 'Enter') breakLine(editor);
  else if (event.key === 'Escape' && onEscape !== undefined) onEscape();
  else if (event.key === 'ArrowUp' && onUp !== undefined && editor.isEmpty) onUp();
  else return null;
  return 'taken';
}

/** The editor itself; loaded by `MessageField`. */
export function MessageEditor(props: MessageEditorProps) {
  const { field, tools } = props;
  const say = editorText();
  const id = useId();
  const [linking, setLinking] = useState<'yes' | 'no'>('no');
  const [refused, setRefused] = useState<'yes' | 'no'>('no');
  const links = useRef<EditorLinks>({ onKey: () => null, onRefuse: () => {}, onUpdate: () => {} });
  const editor = useMessageEditor(props, links);
  const draft = useDraftSync(field);
  const signs = field.snippets === undefined ? messageSigns : snippetSigns;
  const { menu, onKey: onMenuKey } = useTypedMenu(editor, signs, useChoices(editor, field, useEmoji(editor)));
  // after the menu listens
  useEffect(() => editor.view.dispatch(editor.state.tr.setMeta(typedBefore, true)), [editor]);
  const onKey = (event: KeyboardEvent): KeyAnswer => {
    const isLink = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    if (!isLink) return onMenuKey(event) ?? fieldKey(editor, field, event);
    setLinking('yes');
    return 'taken';
  };
  useEffect(() => {
    const onUpdate = (now: Editor) => {
      setRefused('no');
      draft.write(now);
    };
    links.current = { onKey, onRefuse: () => setRefused('yes'), onUpdate };
    draft.read(editor);
  });
  return (
    <>
      <EditorContent editor={editor} />
      <div role="status">{refused === 'yes' && <p className={s.notice}>{say('notices.tooLong')}</p>}</div>
      {tools !== null &&
        createPortal(
          <MessageTools
            editor={editor}
            mentions={field.people === undefined ? 'none' : 'people'}
            onLink={() => setLinking('yes')}
          />,
          tools,
        )}
      {menu !== null && (
        <TypedMenu
          editor={editor}
          menu={menu}
          id={`${id}-menu`}
          label={menu.trigger.sign === '/' ? field.snippets?.title : undefined}
        />
      )}
      {linking === 'yes' && <LinkDialog editor={editor} onClose={() => setLinking('no')} />}
    </>
  );
}
