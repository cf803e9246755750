import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { Face } from '#kit/ui/bits.tsx';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import type { MailPerson } from '../mailbox.contract.ts';
import { mailLimits } from '../mailbox.rules.ts';
import s from './mailbox.module.css';
import { mailboxApi, mailPeopleQuery } from './mailbox-data.hook.ts';
import { mailboxText } from './mailbox-text.hook.ts';

type FieldProps = { people: readonly MailPerson[]; onChange: (people: readonly MailPerson[]) => void };

/** People of the account to choose from, and which of them the keyboard stands on. */
function useChoice({ people, onChange }: FieldProps) {
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState<'closed' | 'open'>('closed');
  const [at, setAt] = useState(0);
  const search = typed.trim();
  const found = useQuery({
    ...mailPeopleQuery(useApi(mailboxApi), search),
    enabled: shown === 'open',
    placeholderData: (before) => before,
  });
  const options = (found.data?.items ?? []).filter(({ id }) => people.every((one) => one.id !== id));
  const choose = (person: MailPerson | undefined) => {
    if (person === undefined || people.length >= mailLimits.recipients) return;
    onChange([...people, person]);
    setTyped('');
    setAt(0);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace' && typed === '') return onChange(people.slice(0, -1));
    if (event.key === 'Escape') return setShown('closed');
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, options.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (event.key === 'Enter') choose(shown === 'open' ? options[at] : undefined);
    else return;
    event.preventDefault();
    setShown('open');
  };
  const type = (text: string) => {
    setTyped(text);
    setAt(0);
    setShown('open');
  };
  return { typed, type, shown: shown === 'open' && found.isSuccess, setShown, at, options, choose, onKeyDown };
}

/** Who gets the mail: people of the account, found by their names. */
export function RecipientField(props: FieldProps) {
  const say = mailboxText();
  const id = useId();
  const { people, onChange } = props;
  const { typed, type, shown, setShown, at, options, choose, onKeyDown } = useChoice(props);
  return (
    <div className={s.to}>
      <label htmlFor={id}>{say('write.to')}</label>
      <div className={s.chosen}>
        {people.map((person) => (
          <span key={person.id} className={s.person}>
            <Face name={person.name} size={20} />
            <bdi>{person.name}</bdi>
            <IconButton
              size={28}
              aria-label={say('write.removePerson', { name: person.name })}
              onClick={() => onChange(people.filter((one) => one.id !== person.id))}
            >
              <IconX size={14} stroke={2} />
            </IconButton>
          </span>
        ))}
        <input
          id={id}
          role="combobox"
          aria-expanded={shown}
          aria-controls={`${id}-options`}
          aria-autocomplete="list"
          aria-activedescendant={shown && options[at] !== undefined ? `${id}-${at}` : undefined}
          autoComplete="off"
          dir="auto"
          maxLength={mailLimits.search}
          placeholder={people.length === 0 ? say('write.toHint') : undefined}
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onFocus={() => setShown('open')}
          onBlur={() => setShown('closed')}
          onKeyDown={onKeyDown}
        />
      </div>
      {shown && (
        <div className={s.options} role="listbox" id={`${id}-options`} aria-label={say('write.people')}>
          {options.map((person, place) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the option
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
            <div
              key={person.id}
              id={`${id}-${place}`}
              role="option"
              aria-selected={place === at}
              // the field keeps the focus
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
            >
              <Face name={person.name} size={24} />
              <bdi>{person.name}</bdi>
            </div>
          ))}
          {options.length === 0 && (
            // biome-ignore lint/a11y/useFocusableInteractive: nothing can be chosen
            <div role="option" aria-selected="false" aria-disabled="true">
              {say('write.nobody')}
            </div>
          )}
        </div>
      )}
    </div>
  );
}
