import type { HTMLAttributes, KeyboardEvent, ReactNode, RefObject } from 'react';
import type { MentionedPerson } from '#kit/message-text.ts';

/** What is being written. `doc` null: plain text; else a `MessageDoc` that the editor and the server parse, as drafts come from the device. */
export type MessageDraft = { text: string; doc: unknown };
export const emptyMessage: MessageDraft = { text: '', doc: null };
/** A draft as a browser kept it. */
export const keptMessage = (kept: Readonly<Record<string, unknown>>): MessageDraft => ({
  text: typeof kept['text'] === 'string' ? kept['text'] : '',
  doc: kept['doc'] ?? null,
});
export const isBlankMessage = ({ text }: MessageDraft): boolean => text.trim() === '';

/** Texts that `/` offers; `none` is shown where there are none. */
export type MessageSnippets = { title: string; none: string; items: readonly { id: string; name: string; text: string }[] };

export type MessageFieldProps = {
  label: string;
  value: MessageDraft;
  onChange: (draft: MessageDraft) => void;
  /** Letters of the plain text. */
  maxLength: number;
  /** `Enter`: with Shift it breaks the line. */
  sendKey: 'Enter' | 'Control+Enter';
  onSend: () => void;
  /** Whom `@` offers. */
  people?: readonly MentionedPerson[];
  snippets?: MessageSnippets;
  /** ↑ in an empty field. */
  onUp?: () => void;
  onEscape?: () => void;
  autoFocus?: boolean;
  /** `plain`: a text without formatting. */
  format?: 'rich' | 'plain';
  /** A note of staff has a ground of its own, so that nothing goes out by mistake; `short` starts with one line. */
  look?: 'message' | 'note' | 'short';
  /** Where files may be dropped or pasted. */
  frame?: Pick<HTMLAttributes<HTMLElement>, 'onDragOver' | 'onDrop' | 'onPaste'> | undefined;
  /** Between text and tools, such as attachments. */
  children?: ReactNode;
  /** Tools before and after those for formatting. */
  start?: ReactNode;
  end?: ReactNode;
};

type PressedKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;
export const isSendKey = ({ key, shiftKey, ctrlKey, metaKey }: PressedKey, sendKey: MessageFieldProps['sendKey']): boolean =>
  key === 'Enter' && (sendKey === 'Enter' ? !shiftKey : ctrlKey || metaKey);

/** Offsets in the plain text. */
export type TextSelection = { start: number; end: number };
export type MessageEditorProps = {
  field: MessageFieldProps;
  /** Where the tools for formatting are drawn. */
  tools: HTMLElement | null;
  /** The caret of the stand-in; null: it had no focus. */
  selection: RefObject<TextSelection | null>;
};
