import { type ChangeEvent, type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';

export type TypedValueProps = {
  /** A form of the house gives one always. */
  value?: string;
  onChange: (value: string) => void;
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  error?: ReactNode;
};
export type TextCodec = {
  /** Null: not understood. */
  read: (text: string) => string | null;
  write: (value: string) => string;
  /** Whether more letters would not change what the text means. */
  isWhole: (text: string) => boolean;
  /** Says what to type. */
  hint: string;
};
/** `over` is the value that it was typed over: when another one comes from outside, that one is shown. */
type TypedText = { text: string; over: string; state: 'typing' | 'unreadable' };

/** A form is not sent with a text that was not understood: without it, what was meant would be lost. */
function useStoppedForm(input: React.RefObject<HTMLInputElement | null>, state: TypedText['state'] | undefined) {
  useEffect(() => {
    const form = input.current?.form;
    if (state !== 'unreadable' || !form) return;
    const until = new AbortController();
    const stop = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      input.current?.focus();
    };
    form.addEventListener('submit', stop, { capture: true, signal: until.signal });
    return () => until.abort();
  }, [input, state]);
}

/** A text that stands for a value: read as soon as it is whole, and when the field is left or Enter is pressed. */
export function useTypedText({ value = '', onChange, onBlur, onKeyDown, error }: TypedValueProps, codec: TextCodec) {
  const input = useRef<HTMLInputElement>(null);
  const [kept, setTyped] = useState<TypedText | null>(null);
  const typed = kept?.over === value ? kept : null;
  useStoppedForm(input, typed?.state);
  const settle = () => {
    if (typed === null) return;
    const found = typed.text.trim() === '' ? '' : codec.read(typed.text);
    setTyped(found === null ? { text: typed.text, over: '', state: 'unreadable' } : null);
    if ((found ?? '') !== value) onChange(found ?? '');
  };
  return {
    input,
    set: (to: string) => {
      setTyped(null);
      if (to !== value) onChange(to);
    },
    props: {
      ref: input,
      value: typed?.text ?? codec.write(value),
      autoComplete: 'off',
      spellCheck: false,
      error: typed?.state === 'unreadable' ? codec.hint : error,
      onChange: ({ currentTarget: { value: text } }: ChangeEvent<HTMLInputElement>) => {
        const found = text.trim() === '' ? '' : codec.isWhole(text) ? codec.read(text) : null;
        setTyped({ text, over: found ?? value, state: 'typing' });
        if (found !== null && found !== value) onChange(found);
      },
      onBlur: (event: FocusEvent<HTMLInputElement>) => {
        settle();
        onBlur?.(event);
      },
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key === 'Enter') settle();
        onKeyDown?.(event);
      },
    },
  };
}
