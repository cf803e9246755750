import { type KeyboardEvent, useEffect, useRef } from 'react';
import { blogLimits } from '../../blog.rules.ts';
import { blogText } from './blog-text.hook.ts';
import s from './edit.module.css';

type TitleFieldProps = {
  value: string;
  onChange: (title: string) => void;
  locked?: 'locked';
  look?: 'sheet' | 'write';
  starts?: 'focused';
};
/** One line of text that wraps like the title of the page does; Enter goes on to the text. */
export function TitleField({ value, onChange, locked, look = 'sheet', starts }: TitleFieldProps) {
  const say = blogText();
  const field = useRef<HTMLTextAreaElement>(null);
  // after every drawing: the line may have wrapped
  useEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.style.blockSize = 'auto';
    element.style.blockSize = `${element.scrollHeight}px`;
  });
  useEffect(() => {
    if (starts === undefined) return;
    // after the frame, which takes the focus to the new page
    const frame = requestAnimationFrame(() => field.current?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(frame);
  }, [starts]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const next = field.current?.parentElement?.querySelector('[contenteditable="true"]');
    if (next instanceof HTMLElement) next.focus();
  };
  return (
    <textarea
      ref={field}
      className={s.title}
      data-look={look}
      rows={1}
      // a hint follows the page; what is written follows its own letters
      dir={value === '' ? undefined : 'auto'}
      aria-label={say('edit.title')}
      placeholder={say('edit.title')}
      maxLength={blogLimits.title}
      readOnly={locked !== undefined}
      value={value}
      onKeyDown={onKeyDown}
      onChange={(event) => onChange(event.currentTarget.value.replaceAll('\n', ' '))}
    />
  );
}
