import { Checkbox, TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import s from './user.module.css';

type NamedItem = { id: string; name: string };
type Props = {
  label: string;
  hint?: ReactNode;
  options: readonly NamedItem[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** Gets the typed text; left out: the list is short enough to be read. */
  search?: { label: string; text: string; set: (text: string) => void };
  /** Stands where there is nothing to choose. */
  none: string;
  error?: ReactNode;
};

/** Several out of a list that may be long. */
export function Pick({ label, hint, options, chosen, onChange, search, none, error }: Props) {
  const id = useId();
  const wrong = error !== undefined && error !== null;
  const toggle = (one: string) => onChange(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]);
  return (
    <fieldset className={s.pick} aria-describedby={wrong ? id : undefined}>
      <legend>{label}</legend>
      {hint !== undefined && <span className="tiny quiet">{hint}</span>}
      {search !== undefined && (
        <TextInput
          size="sm"
          aria-label={search.label}
          placeholder={search.label}
          dir="auto"
          autoComplete="off"
          value={search.text}
          onChange={(event) => search.set(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      )}
      {options.length === 0 ? (
        <span className="small quiet">{none}</span>
      ) : (
        <ul>
          {options.map((one) => (
            <li key={one.id}>
              <Checkbox label={<bdi>{one.name}</bdi>} checked={chosen.includes(one.id)} onChange={() => toggle(one.id)} />
            </li>
          ))}
        </ul>
      )}
      {wrong && (
        <p id={id} className={s.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
