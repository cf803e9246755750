import { Button, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import type { AskQuestion } from './ask.tsx';
import { useModal } from './dialog.tsx';
import s from './dialog.module.css';
import { kitText } from '#kit/ui/text/kit-text.ts';

const plain = (text: string) => text.trim().toLocaleLowerCase();

export type AskedQuestion = AskQuestion & { answer: (yes: boolean) => void };
/** The question on the screen; loaded when the first one is asked. */
export function AskDialog({ question }: { question: AskedQuestion }) {
  const dialog = useModal();
  const title = useId();
  const [typed, setTyped] = useState('');
  const { typeName, answer } = question;
  const sure = typeName === undefined || plain(typed) === plain(typeName);
  return (
    <dialog
      ref={dialog}
      className={s.dialog}
      style={{ maxInlineSize: typeName === undefined ? 440 : 520 }}
      aria-labelledby={title}
      onCancel={() => answer(false)}
    >
      <form
        method="dialog"
        className={s.body}
        onSubmit={(event) => {
          event.preventDefault();
          if (sure) answer(true);
        }}
      >
        <h2 className={s.title} id={title}>
          {question.title}
        </h2>
        {question.lead && <p className={s.lead}>{question.lead}</p>}
        {question.facts && (
          <ul className={s.facts}>
            {question.facts.map((f) => (
              <li key={f.id}>
                <f.icon size={16} stroke={1.75} />
                <span className="grow">{f.text}</span>
              </li>
            ))}
          </ul>
        )}
        {typeName !== undefined && <TypeName name={typeName} typed={typed} onType={setTyped} />}
        <div className={s.acts}>
          <Button size="md" onClick={() => answer(false)} autoFocus={typeName === undefined} data-autofocus>
            {question.safe}
          </Button>
          <Button size="md" variant="filled" color="red" type="submit" disabled={!sure}>
            {question.verb}
          </Button>
        </div>
      </form>
    </dialog>
  );
}

function TypeName({ name, typed, onType }: { name: string; typed: string; onType: (text: string) => void }) {
  const say = kitText();
  const label = say.rich('dialog.type', { name, b: (words) => <b>{words}</b> });
  return (
    <div className={s.type}>
      <TextInput
        size="md"
        label={label}
        description={say('dialog.capitals')}
        inputWrapperOrder={['label', 'input', 'description']}
        value={typed}
        onChange={(e) => onType(e.currentTarget.value)}
        autoFocus
        autoComplete="off"
      />
    </div>
  );
}
