import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Face } from '#kit/ui/bits.tsx';
import { chatLimits } from '../chat.rules.ts';
import type { ChatPerson } from '../chat-views.contract.ts';
import { chatText } from './chat-text.hook.ts';
import s from './thread.module.css';

const most = 5;
/** The name that is being written after an `@`, up to the cursor. */
const begun = /(?:^|[\s(])@([\p{L}\p{N}][\p{L}\p{N} .'-]{0,30}|)$/u;

function candidatesFor(text: string, people: readonly ChatPerson[]): { people: ChatPerson[]; from: number } {
  const match = begun.exec(text);
  const typed = match?.[1];
  if (typed === undefined) return { people: [], from: 0 };
  const search = typed.toLocaleLowerCase();
  const fits = ({ name }: ChatPerson) =>
    name.toLocaleLowerCase().startsWith(search) || name.toLocaleLowerCase().split(/\s+/).some((part) => part.startsWith(search));
  return { people: people.filter(fits).slice(0, most), from: text.length - typed.length };
}

type FieldProps = {
  label: string;
  text: string;
  people: readonly ChatPerson[];
  onText: (text: string) => void;
  onSend: () => void;
  /** Leaves what is being changed. */
  onEscape: () => void;
  /** ↑ in an empty field. */
  onUp: () => void;
};
/** A text that grows with its lines; `@` offers people, Enter sends, Shift Enter is a new line. */
export function MentionField({ label, text, people, onText, onSend, onEscape, onUp }: FieldProps) {
  const say = chatText();
  const list = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [offer, setOffer] = useState<{ people: ChatPerson[]; from: number; at: number }>({ people: [], from: 0, at: 0 });
  const close = () => setOffer({ people: [], from: 0, at: 0 });
  const look = (element: HTMLTextAreaElement) =>
    setOffer({ ...candidatesFor(element.value.slice(0, element.selectionStart), people), at: 0 });
  const choose = ({ name }: ChatPerson) => {
    const element = field.current;
    const rest = text.slice(element?.selectionStart ?? text.length);
    const before = `${text.slice(0, offer.from)}${name} `;
    onText(before + rest.trimStart());
    close();
    requestAnimationFrame(() => {
      element?.focus();
      element?.setSelectionRange(before.length, before.length);
    });
  };
  const move = (event: KeyboardEvent, step: 1 | -1) => {
    event.preventDefault();
    setOffer({ ...offer, at: (offer.at + step + offer.people.length) % offer.people.length });
  };
  const onOfferKey = (event: KeyboardEvent) => {
    const chosen = offer.people[offer.at];
    if (event.key === 'ArrowDown') move(event, 1);
    else if (event.key === 'ArrowUp') move(event, -1);
    else if (event.key === 'Escape') close();
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen !== undefined) {
      event.preventDefault();
      choose(chosen);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter ends the choice of a character while one is composed
    if (event.nativeEvent.isComposing) return;
    if (offer.people.length > 0) return onOfferKey(event);
    if (event.key === 'Escape') onEscape();
    if (event.key === 'ArrowUp' && text === '') onUp();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    onSend();
  };
  const open = offer.people.length > 0;
  return (
    <div className={s.field}>
      {open && (
        <ul id={list} className={s.offer} role="listbox" aria-label={say('write.mention')}>
          {offer.people.map((one, at) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, which names the chosen one
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text
            <li
              key={one.userId}
              id={`${list}-${at}`}
              role="option"
              aria-selected={at === offer.at}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(one)}
            >
              <Face name={one.name} size={24} />
              <bdi>{one.name}</bdi>
            </li>
          ))}
        </ul>
      )}
      <textarea
        ref={field}
        dir="auto"
        rows={1}
        aria-label={label}
        placeholder={label}
        aria-autocomplete="list"
        {...(open && { 'aria-controls': list, 'aria-activedescendant': `${list}-${offer.at}` })}
        maxLength={chatLimits.text}
        value={text}
        onChange={({ currentTarget }) => {
          onText(currentTarget.value);
          look(currentTarget);
        }}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
