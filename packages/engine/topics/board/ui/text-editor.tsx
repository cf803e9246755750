import { useEffect, useRef } from 'react';
import { BOARD, type DrawnElement } from '#topics/board/board-elements.ts';
import { BOARD_INKS, LINE_HEIGHT, textLayout } from '#topics/board/board-shapes.ts';
import s from '#topics/board/ui/board.module.css';
import type { TextEditing } from '#topics/board/ui/board-desk.ts';
import { useBoardText } from '#topics/board/ui/board-text.ts';

type EditorProps = {
  editing: TextEditing;
  /** The size of the page, CSS pixels and units. */
  page: { width: number; height: number };
  onWrite(element: DrawnElement): void;
  /** `left`: the focus is elsewhere already. */
  onDone(element: DrawnElement, how: 'finished' | 'left'): void;
};

/** A text or note while it is written, in its place on the page. */
export function TextEditor({ editing, page, onWrite, onDone }: EditorProps) {
  const text = useBoardText();
  const field = useRef<HTMLTextAreaElement>(null);
  const isDone = useRef(false);
  const { element } = editing;
  const { box, size, padding } = textLayout(element);
  const pixel = page.width / BOARD.width;
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(-1, -1);
  }, []);
  // a field that is taken away loses the focus as well
  const done = (how: 'finished' | 'left') => {
    if (!isDone.current) onDone(element, how);
    isDone.current = true;
  };
  const isNote = element.kind === 'note';
  return (
    <textarea
      ref={field}
      className={s.editor}
      data-kind={element.kind}
      dir="auto"
      aria-label={text(isNote ? 'writeNote' : 'writeText')}
      maxLength={BOARD.text}
      value={element.text}
      wrap={element.w === 0 ? 'off' : 'soft'}
      style={{
        left: `${(100 * box.x) / BOARD.width}%`,
        top: `${(100 * box.y) / page.height}%`,
        ...(element.w > 0 && { width: box.w * pixel }),
        minHeight: (isNote ? 140 : size * LINE_HEIGHT) * pixel,
        padding: padding * pixel,
        color: BOARD_INKS[element.color],
        fontSize: size * pixel,
        lineHeight: LINE_HEIGHT,
        fontWeight: isNote ? 500 : 600,
      }}
      onChange={(event) => onWrite({ ...element, text: event.currentTarget.value })}
      onKeyDown={(event) => {
        const ends = event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey));
        if (!ends || event.nativeEvent.isComposing) return;
        event.preventDefault();
        event.stopPropagation();
        done('finished');
      }}
      onBlur={() => done('left')}
    />
  );
}
