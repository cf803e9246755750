import { type ComponentType, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useReader } from '#kit/ui/text/reader.tsx';
import { isSendKey, type MessageEditorProps, type MessageFieldProps, type TextSelection } from './message-draft.ts';
import s from './message-field.module.css';

/** The editor, once somebody writes. Where its code cannot be loaded, plain text can still be sent. */
function useEditorCode() {
  const { load, texts } = useReader();
  const [Editor, setEditor] = useState<ComponentType<MessageEditorProps> | null>(null);
  const state = useRef<'idle' | 'asked'>('idle');
  const ask = async () => {
    if (state.current === 'asked') return;
    state.current = 'asked';
    try {
      const [{ MessageEditor }] = await Promise.all([import('./message-editor.tsx'), texts === null ? null : load(['editor'])]);
      setEditor(() => MessageEditor);
    } catch {
      state.current = 'idle';
    }
  };
  return { Editor, ask };
}

type StandInProps = {
  field: MessageFieldProps;
  onNear: () => void;
  onComposing: (state: 'yes' | 'no') => void;
  /** The caret when the editor takes over; null: the field has no focus. */
  onLeave: (selection: TextSelection | null) => void;
};
/** A plain text that looks like the editor. */
function StandIn({ field, onNear, onComposing, onLeave }: StandInProps) {
  const { label, value, maxLength, sendKey, autoFocus = false, onChange, onSend, onUp, onEscape } = field;
  const area = useRef<HTMLTextAreaElement>(null);
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first time
  useEffect(() => {
    if (autoFocus) area.current?.focus();
  }, []);
  useLayoutEffect(() => {
    const element = area.current;
    return () => {
      const focused = element !== null && document.activeElement === element;
      leave.current(focused ? { start: element.selectionStart, end: element.selectionEnd } : null);
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter ends the choice of a character while one is composed
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onEscape?.();
    if (event.key === 'ArrowUp' && value.text === '') onUp?.();
    if (!isSendKey(event, sendKey)) return;
    event.preventDefault();
    onSend();
  };
  return (
    <textarea
      ref={area}
      dir="auto"
      rows={1}
      aria-label={label}
      placeholder={label}
      maxLength={maxLength}
      // what has formatting is changed by the editor alone
      readOnly={value.doc !== null}
      value={value.text}
      onFocus={onNear}
      onCompositionStart={() => onComposing('yes')}
      onCompositionEnd={() => onComposing('no')}
      onChange={({ currentTarget }) => onChange({ text: currentTarget.value, doc: null })}
      onKeyDown={onKeyDown}
    />
  );
}

/** The one field for messages: bold, lists, code, links, emoji and mentions. The editor comes when it is focused. */
export function MessageField(props: MessageFieldProps) {
  const { value, format = 'rich', look = 'message', frame, children, start, end } = props;
  const { Editor, ask } = useEditorCode();
  const [composing, setComposing] = useState<'yes' | 'no'>('no');
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const selection = useRef<TextSelection | null>(null);
  const isRich = format === 'rich';
  const hasFormat = isRich && value.doc !== null;
  useEffect(() => {
    if (hasFormat) void ask();
  });
  return (
    <div className={s.frame} data-look={look} {...frame}>
      <div className={s.field}>
        {Editor !== null && composing === 'no' ? (
          <Editor field={props} tools={tools} selection={selection} />
        ) : (
          <StandIn
            field={props}
            onNear={() => isRich && void ask()}
            onComposing={setComposing}
            onLeave={(now) => {
              selection.current = now;
            }}
          />
        )}
      </div>
      {children}
      <div className={s.tools}>
        {start}
        <div ref={setTools} className={s.format} />
        {end}
      </div>
    </div>
  );
}
