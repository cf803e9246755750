import { type SubmitEvent, useId } from 'react';
import { BOARD, type BoardElement } from '#topics/board/board-elements.ts';
import { useBoardText } from '#topics/board/ui/board-text.ts';
import { elementName } from '#topics/board/ui/element-names.ts';
import { Dialog } from '#ui/dialog.tsx';
import f from '#ui/float.module.css';
import { Button } from '#ui/parts.tsx';

type NameProps = { element: BoardElement; onName(label: string): void; onClose(): void };

/** A name for those who do not see it. Left empty, the element is named by what it is. */
export function NameDialog({ element, onName, onClose }: NameProps) {
  const text = useBoardText();
  const id = useId();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const label = new FormData(event.currentTarget).get('label');
    if (typeof label === 'string' && label.trim() !== element.label) onName(label.trim());
    onClose();
  };
  return (
    <Dialog
      title={text('name')}
      lead={text('nameLead')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('cancel')}</Button>
          <Button type="submit" form={id} look="accent">
            {text('save')}
          </Button>
        </>
      }
    >
      <form id={id} className={f.fields} onSubmit={submit}>
        <input
          className={f.link}
          name="label"
          data-safe
          defaultValue={element.label}
          placeholder={elementName({ ...element, label: '' }, text)}
          maxLength={BOARD.label}
          aria-label={text('name')}
          autoComplete="off"
        />
      </form>
    </Dialog>
  );
}
