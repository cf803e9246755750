import { Button, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { richTextLimits } from '#kit/rich-text.ts';
import { isSafeAddress } from '#kit/safe-address.ts';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { editorText } from './editor-text.ts';
import s from './editor.module.css';

/** What people type for an address, as an address: `example.org` and `a@example.org` are meant as web and mail. */
export function completeAddress(typed: string): string | null {
  const text = typed.trim();
  const scheme = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text);
  const mail = /^[^\s@/:]+@[^\s@/.]+(?:\.[^\s@/.]+)+$/.test(text);
  const host = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([:/?#]|$)/u.test(text);
  const address = scheme || !(mail || host) ? text : mail ? `mailto:${text}` : `https://${text}`;
  return isSafeAddress(address) && address.length <= richTextLimits.address ? address : null;
}

function setLink(editor: Editor, href: string): void {
  const { empty } = editor.state.selection;
  if (empty && !editor.isActive('link')) {
    editor
      .chain()
      .focus()
      .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
      .run();
    return;
  }
  editor.chain().focus().extendMarkRange('link').setLink({ href }).run();
}

export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const say = editorText();
  const before: unknown = editor.getAttributes('link')['href'];
  const [typed, setTyped] = useState(typeof before === 'string' ? before : '');
  const [refused, setRefused] = useState<string | null>(null);
  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const save = () => {
    const address = completeAddress(typed);
    if (address === null) return setRefused(typed);
    onClose();
    setLink(editor, address);
  };
  // outside of the form that the editor may stand in, where Enter would send it
  return createPortal(
    <Dialog title={say('link.title')} onClose={close}>
      <TextInput
        size="md"
        mt={16}
        autoFocus
        data-autofocus
        dir="ltr"
        label={say('link.address')}
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        value={typed}
        error={refused === typed ? say(typed.trim() === '' ? 'link.empty' : 'link.refused') : null}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          save();
        }}
      />
      <div className={s.acts}>
        {typeof before === 'string' && (
          <Button
            size="md"
            variant="subtle"
            onClick={() => {
              onClose();
              editor.chain().focus().extendMarkRange('link').unsetLink().run();
            }}
          >
            {say('link.remove')}
          </Button>
        )}
        <span className="grow" />
        <Button size="md" onClick={close}>
          {say('link.cancel')}
        </Button>
        <Button size="md" variant="filled" onClick={save}>
          {say('link.save')}
        </Button>
      </div>
    </Dialog>,
    document.body,
  );
}
