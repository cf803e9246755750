import { useId } from 'react';
import type { OfferedList } from '../../subscribing.contract.ts';
import s from './sign-up.module.css';

type ListChoiceProps = {
  label: string;
  lists: readonly OfferedList[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** Below a name in place of how often it comes. */
  note?: (list: OfferedList) => string | null;
  error?: string | null;
};
/** Lists with a check box each: name, what it is about and how often it comes. */
export function ListChoice({ label, lists, chosen, onChange, note, error = null }: ListChoiceProps) {
  const id = useId();
  return (
    <fieldset className={s.choice} aria-describedby={error === null ? undefined : `${id}-error`}>
      <legend className="hidden">{label}</legend>
      {lists.map((list) => (
        <label key={list.id} data-on={chosen.includes(list.id) || undefined}>
          <span className="grow">
            <b dir="auto">{list.name}</b>
            <small dir="auto">{note?.(list) ?? `${list.description} ${list.rhythm}`.trim()}</small>
          </span>
          <input
            type="checkbox"
            aria-invalid={error === null ? undefined : true}
            checked={chosen.includes(list.id)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...chosen, list.id] : chosen.filter((one) => one !== list.id))
            }
          />
        </label>
      ))}
      {error !== null && (
        <p id={`${id}-error`} className={s.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
