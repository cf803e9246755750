import { Button, TextInput } from '@mantine/core';
import { type ComponentType, createContext, type ReactNode, useCallback, useContext, useEffect, useId, useRef, useState } from 'react';
import s from './dialog.module.css';
import { kitText } from './text/kit-text.ts';

type Icon = ComponentType<{ size?: number; stroke?: number }>;
export type Question = {
  /** Asks it: "Delete Chemistry 8c for good?" */
  title: string;
  lead?: string;
  /** What follows, in figures. */
  facts?: readonly { icon: Icon; text: ReactNode }[];
  /** The red answer, a verb, and the safe one, which has the focus. */
  verb: string;
  safe: string;
  /** For what is final: the name that must be typed; capitals do not count. */
  typeName?: string;
};
type Open = Question & { answer: (yes: boolean) => void };

const AskContext = createContext<(question: Question) => Promise<boolean>>(async () => false);
/** Asks before something final: `if (await ask({ title, verb, safe })) …`. What can be undone is not asked. */
export const useAsk = (): ((question: Question) => Promise<boolean>) => useContext(AskContext);

export function AskProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<Open | null>(null);
  const ask = useCallback(
    (question: Question) => new Promise<boolean>((resolve) => {
      setOpen({
        ...question,
        answer: (yes) => {
          setOpen(null);
          resolve(yes);
        },
      });
    }),
    [],
  );
  return (
    <AskContext value={ask}>
      {children}
      {open !== null && <AskDialog question={open} />}
    </AskContext>
  );
}

const plain = (text: string) => text.trim().toLocaleLowerCase();

function AskDialog({ question }: { question: Open }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const [typed, setTyped] = useState('');
  const { typeName, answer } = question;
  const sure = typeName === undefined || plain(typed) === plain(typeName);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} className={s.dialog} style={{ maxInlineSize: typeName === undefined ? 440 : 520 }} aria-labelledby={title} onCancel={() => answer(false)}>
      <form method="dialog" className={s.body} onSubmit={(event) => {
        event.preventDefault();
        if (sure) answer(true);
      }}>
        <h2 className={s.title} id={title}>{question.title}</h2>
        {question.lead && <p className={s.lead}>{question.lead}</p>}
        {question.facts && <ul className={s.facts}>{question.facts.map((f, i) => <li key={`f${i + 1}`}><f.icon size={16} stroke={1.75} /><span className="grow">{f.text}</span></li>)}</ul>}
        {typeName !== undefined && <TypeName name={typeName} typed={typed} onType={setTyped} />}
        <div className={s.acts}>
          <Button size="md" onClick={() => answer(false)} autoFocus={typeName === undefined} data-autofocus>{question.safe}</Button>
          <Button size="md" variant="filled" color="red" type="submit" disabled={!sure}>{question.verb}</Button>
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
      <TextInput size="md" label={label} description={say('dialog.capitals')} inputWrapperOrder={['label', 'input', 'description']} value={typed} onChange={(e) => onType(e.currentTarget.value)} autoFocus autoComplete="off" />
    </div>
  );
}
