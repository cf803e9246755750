import { Button, Switch } from '@mantine/core';
import { IconAlertCircle, IconArrowBackUp } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { FieldChange, DraftForm } from './form.tsx';
import s from './form.module.css';
import { kitText } from '#kit/ui/text/kit-text.ts';
import { WithWayOut } from '#kit/ui/way-out.tsx';

export type FormSectionOf = { id: string; title: string; fields: readonly string[] };

/** Sections in one column, and from 960 px up where one is, where it is wrong, and old value beside new. */
export function FormPage({ side, children }: { side?: ReactNode; children: ReactNode }) {
  return side === undefined ? (
    <div className={s.sections}>{children}</div>
  ) : (
    <div className={s.grid}>
      <div className={s.sections}>{children}</div>
      <aside className={s.side}>{side}</aside>
    </div>
  );
}

export function FormSection({
  id,
  title,
  hint,
  children,
}: {
  id: string;
  title: ReactNode;
  hint?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={s.section} id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {hint && <p>{hint}</p>}
      {children}
    </section>
  );
}
/** Two columns of fields; a `Full` child takes both. */
export const Fields = ({ children }: { children: ReactNode }) => <div className={s.fields}>{children}</div>;
export const Full = ({ children }: { children: ReactNode }) => <div className={s.full}>{children}</div>;

const shown = (value: unknown): string =>
  value === null || value === undefined || value === '' ? '' : Array.isArray(value) ? value.join(', ') : String(value);
type SideProps<V extends object> = {
  form: DraftForm<V>;
  sections: readonly FormSectionOf[];
  wordOf?: (change: FieldChange<V>, which: 'from' | 'to') => string;
};
/** The sections with their errors, and what is not saved yet with a way back each. `wordOf` says values that are not plain words. */
export function FormSide<V extends object>({ form, sections, wordOf }: SideProps<V>) {
  const say = kitText();
  const word = (change: FieldChange<V>, which: 'from' | 'to') => {
    const text =
      wordOf?.(change, which) ??
      (typeof change[which] === 'boolean' ? say(change[which] ? 'form.on' : 'form.off') : shown(change[which]));
    return text === '' ? say('form.nothing') : text;
  };
  return (
    <>
      <nav aria-label={say('form.contents')}>
        <ul className={s.toc}>
          {sections.map((section) => {
            const bad = section.fields.filter((field) => form.errors[field] !== undefined).length;
            return (
              <li key={section.id}>
                <a href={`#${section.id}`}>
                  {section.title}
                  {bad > 0 && (
                    <span data-bad>
                      <IconAlertCircle size={14} stroke={2} />
                      {bad}
                    </span>
                  )}
                </a>
              </li>
            );
          })}
        </ul>
      </nav>
      {form.changes.length > 0 && (
        <div>
          <h3>{say('form.notSaved')}</h3>
          <ul className={s.changes}>
            {form.changes.map((change) => (
              <li key={change.name}>
                <span className="grow">
                  <span className="quiet tiny">{change.label}</span>
                  <br />
                  <s>{word(change, 'from')}</s> <span className="strong">{word(change, 'to')}</span>
                </span>
                <button
                  type="button"
                  className={s.back}
                  aria-label={say('form.putBack', { field: change.label })}
                  onClick={() => form.putBack(change.name)}
                >
                  <IconArrowBackUp size={16} stroke={1.75} className="turn" />
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** Appears with the first change; never disabled for an error, pressing it leads to the first one. `primary` is the verb. */
export function SaveBar<V extends object>({
  form,
  primary,
  always,
}: {
  form: DraftForm<V>;
  primary?: string;
  always?: 'always';
}) {
  const say = kitText();
  const wrong = Object.keys(form.errors).length;
  if (form.changes.length === 0 && always === undefined && form.failure === null) return null;
  return (
    <div className={s.save}>
      {form.changes.length > 0 && (
        <>
          <span className={s.dot} aria-hidden="true" />
          <span className="small">
            <b className="strong">{say('form.unsaved', { count: form.changes.length })}</b>{' '}
            <span className={`soft ${s.kept}`}>{say(form.restored ? 'form.restored' : 'form.kept')}</span>
          </span>
        </>
      )}
      <span className="grow" />
      <span role="alert">
        {form.failure !== null && (
          <span className={s.saveErr}>
            <IconAlertCircle size={16} stroke={2} />
            <WithWayOut>{form.failure}</WithWayOut>
          </span>
        )}
        {form.failure === null && wrong > 0 && (
          <button type="button" className={s.saveErr} onClick={form.focusFirst}>
            <IconAlertCircle size={16} stroke={2} />
            {say('form.problems', { count: wrong })}
          </button>
        )}
      </span>
      {form.changes.length > 0 && (
        <Button size="md" variant="subtle" onClick={form.discard}>
          {say('form.discard')}
        </Button>
      )}
      <Button size="md" variant="filled" type="submit" loading={form.saving}>
        {primary ?? say('form.save')}
      </Button>
    </div>
  );
}

type FormChoice<T extends string> = { value: T; title: ReactNode; text?: ReactNode; disabled?: boolean };
/** Up to four choices that need a sentence each. */
export function RadioList<T extends string>({
  label,
  value,
  onChange,
  options,
}: {
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: readonly FormChoice<T>[];
}) {
  const name = useId();
  return (
    <fieldset className={s.choices}>
      <legend className="hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={s.choice} data-on={option.value === value || undefined}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span>
            <b>{option.title}</b>
            {option.text && <small>{option.text}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type SwitchRowProps = ReturnType<DraftForm<object>['check']> & { label: string; hint?: string; disabled?: boolean };
/** A switch is a row with its word. Inside `<Switches>`. */
export function SwitchRow({ label, hint, ...rest }: SwitchRowProps) {
  return (
    <li>
      <label className="grow" htmlFor={rest.id}>
        <span className="strong">{label}</span>
        {hint && <span className={`tiny quiet ${s.switchHint}`}>{hint}</span>}
      </label>
      <Switch {...rest} />
    </li>
  );
}
export const Switches = ({ children }: { children: ReactNode }) => <ul className={s.switches}>{children}</ul>;
