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
    name.toLocaleLowerCase().startsWith(search) ||
    name
      .toLocaleLowerCase()
      .split(/\s+/)
      .some((part) => part.startsWith(search));
  return { people: people.filter(fits).slice(0, most), from: text.length - typed.length };
}

type MentionOffer = { people: ChatPerson[]; from: number; at: number };
const noOffer: MentionOffer = { people: [], from: 0, at: 0 };

type OfferProps = { id: string; offer: MentionOffer; onChoose: (person: ChatPerson) => void };
/** Who may be meant; the focus stays in the text, whose keys choose. */
function OfferList({ id, offer, onChoose }: OfferProps) {
  const say = chatText();
  return (
    <div id={id} className={s.offer} role="listbox" aria-label={say('write.mention')}>
      {offer.people.map((one, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text
        <div
          key={one.userId}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === offer.at}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(one)}
        >
          <Face name={one.name} size={24} />
          <bdi>{one.name}</bdi>
        </div>
      ))}
    </div>
  );
}

type FieldProps = {
  label: string;
  text: string;
  people: readonly ChatPerson[];
  onText: (text: string) => void;
  onSend: () => void;
  /** Leaves what is being changed. */
  onEscape?: () => void;
  /** ↑ in an empty field. */
  onUp?: () => void;
};
/** The people that the text before the cursor may mean, and the keys that choose among them. */
function useMentionOffer({ text, people, onText }: FieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [offer, setOffer] = useState(noOffer);
  const close = () => setOffer(noOffer);
  const look = ({ value, selectionStart }: HTMLTextAreaElement) =>
    setOffer({ ...candidatesFor(value.slice(0, selectionStart), people), at: 0 });
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
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: offer.people.length - 1 };
  const onKey = (event: KeyboardEvent) => {
    const [step, chosen] = [steps[event.key], offer.people[offer.at]];
    if (event.key === 'Escape') return close();
    if (step !== undefined) setOffer({ ...offer, at: (offer.at + step) % offer.people.length });
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen !== undefined) choose(chosen);
    else return;
    event.preventDefault();
  };
  return { field, offer, look, close, choose, onKey };
}

/** A text that grows with its lines; `@` offers people, Enter sends, Shift Enter is a new line. */
export function MentionField(props: FieldProps) {
  const { label, text, onText, onSend, onEscape, onUp } = props;
  const list = useId();
  const { field, offer, look, close, choose, onKey } = useMentionOffer(props);
  const open = offer.people.length > 0;
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter ends the choice of a character while one is composed
    if (event.nativeEvent.isComposing) return;
    if (open) return onKey(event);
    if (event.key === 'Escape') onEscape?.();
    if (event.key === 'ArrowUp' && text === '') onUp?.();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    onSend();
  };
  return (
    <div className={s.field}>
      {open && <OfferList id={list} offer={offer} onChoose={choose} />}
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
