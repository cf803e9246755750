import { useForm } from '@mantine/form';
import { type FocusEvent, type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Failure } from '#kit/errors.ts';
import { changedFields, deviceDraft, withDraft } from './draft.ts';
import { type FieldProblems, problemsOf, problemsOfFailure, wordsOf } from './field-errors.ts';
import { useFailureText } from './failure-text.ts';
import { type FormSchema, type SchemaHolder, useFormSchema } from './form-schema.ts';
import { kitText } from '#kit/ui/text/kit-text.ts';
import type { OpenSay } from '#kit/ui/text/text-of.ts';
import { useUnsaved } from './unsaved.ts';

export type DraftFormOptions<V extends object> = {
  /** Name of the draft on this device, e.g. `room:<id>`; null keeps none (sign-in, passwords). */
  key: string | null;
  initial: V;
  /** The contract's schema of the values, or a function that loads it: then no page carries zod before its form is shown. */
  schema?: FormSchema;
  /** What the schema cannot say (two fields that must be the same): field → code. */
  check?: (values: V) => Partial<Record<keyof V & string, string>>;
  /** Names of the fields for people, in "Not saved yet". */
  labels?: Partial<Record<keyof V & string, string>>;
  /** Texts of the domain, for `errors.…` and `fieldErrors.…`. */
  say?: OpenSay;
  /** Sends it. Throws `Failure`; a failure with fields is shown at them. */
  save: (values: V) => Promise<unknown>;
};
export type FieldChange<V extends object> = { name: keyof V & string; label: string; from: unknown; to: unknown };
type FieldNames<V extends object> = keyof V & string;
type InputProps = ReturnType<ReturnType<typeof useForm>['getInputProps']> & { id: string; name: string };
export type DraftForm<V extends object> = {
  values: V;
  errors: Readonly<Record<string, ReactNode>>;
  saving: boolean;
  /** Words of the last refusal that belongs to no field. */
  failure: string | null;
  /** The values came back from this device. */
  restored: boolean;
  changes: FieldChange<V>[];
  /** Props of a field one types in or chooses from. */
  input: (name: FieldNames<V>) => InputProps;
  /** Props of a check box or switch. */
  check: (name: FieldNames<V>) => InputProps;
  set: (name: FieldNames<V>, value: V[FieldNames<V>]) => void;
  setError: (name: FieldNames<V>, text: string) => void;
  putBack: (name: FieldNames<V>) => void;
  discard: () => void;
  submit: (event?: FormEvent<HTMLFormElement>) => void;
  focusFirst: () => void;
};

const idOf = (name: string): string => `field-${name.replaceAll('.', '-')}`;
/** The first field with an error gets the focus. */
function focusFirst(): void {
  requestAnimationFrame(() => {
    const field = document.querySelector('[aria-invalid="true"]');
    if (field instanceof HTMLElement) field.focus();
  });
}

function useDraft<V extends object>({
  key,
  values,
  initial,
  restore,
}: {
  key: string | null;
  values: V;
  initial: V;
  restore: (values: V) => void;
}) {
  const [restored, setRestored] = useState('no');
  const first = useRef({ initial, restore });
  const store = useMemo(() => (key === null ? null : deviceDraft(key, (kept) => kept)), [key]);
  useEffect(() => {
    const kept = store?.read() ?? null;
    const merged = withDraft(first.current.initial, kept);
    if (kept === null || changedFields(first.current.initial, merged).length === 0) return;
    first.current.restore(merged);
    setRestored('restored');
  }, [store]);
  useEffect(() => {
    if (changedFields(initial, values).length > 0) store?.keep(Object.fromEntries(Object.entries(values)));
  }, [store, values, initial]);
  return { restored: restored === 'restored', forget: () => store?.keep(null) };
}

/** Something is wrong in the form, so nothing is sent: its button, which answers at once, is freed again. */
const stopping = (setSaving: (to: 'no') => void) => () => {
  setSaving('no');
  focusFirst();
};

/** An error that appeared between pressing the button and letting it go would move it away: the whole form is checked then anyway. */
const leavesToSend = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>): boolean =>
  relatedTarget instanceof HTMLButtonElement &&
  relatedTarget.type === 'submit' &&
  currentTarget.closest('form') === relatedTarget.form;

type FormChecks<V extends object> = { schema: ReturnType<SchemaHolder['now']>; check: DraftFormOptions<V>['check'] };
/** What is wrong by the schema, as far as it is loaded, and by the form's own check, which wins. */
function problemsNow<V extends object>(values: V, { schema, check }: FormChecks<V>): FieldProblems {
  const own = Object.entries(check?.(values) ?? {}).flatMap(([field, code]) =>
    typeof code === 'string' ? [[field, { code, values: {} }] as const] : [],
  );
  const given = Object.fromEntries(Object.entries(values));
  return { ...(schema === null ? {} : problemsOf(schema, given)), ...Object.fromEntries(own) };
}

/** A form over a contract's schema: errors in words at the fields, changes counted, a draft kept on the device. */
export function useDraftForm<V extends object>(options: DraftFormOptions<V>): DraftForm<V> {
  const kit = kitText();
  const failureText = useFailureText(options.say);
  const [saved, setSaved] = useState(options.initial);
  const [saving, setSaving] = useState('no');
  const [failure, setFailure] = useState<string | null>(null);
  const says = { kit, own: options.say };
  const schema = useFormSchema(options.schema);
  const problems = (values: V) => wordsOf(problemsNow(values, { schema: schema.now(), check: options.check }), says);
  const form = useForm<V>({
    initialValues: options.initial,
    validate: problems,
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
  });
  const draft = useDraft({ key: options.key, values: form.values, initial: saved, restore: (values) => form.setValues(values) });
  const changed = changedFields(saved, form.values);
  useUnsaved(options.key !== null && changed.length > 0 && saving === 'no' ? 'changed' : 'settled');
  const done = (values: V) => {
    draft.forget();
    setSaved(values);
    form.setInitialValues(values);
    form.resetDirty(values);
  };
  const send = async (values: V) => {
    setSaving('saving');
    setFailure(null);
    try {
      await options.save(values);
      done(values);
    } catch (error) {
      const refused = error instanceof Failure ? problemsOfFailure(error, Object.keys(values)) : {};
      if (Object.keys(refused).length > 0) {
        form.setErrors(wordsOf(refused, says));
        focusFirst();
      } else setFailure(failureText(error));
    } finally {
      setSaving('no');
    }
  };
  const input = (name: FieldNames<V>) => {
    const props = form.getInputProps(name);
    const onBlur = (event: FocusEvent<HTMLElement>) => (leavesToSend(event) ? undefined : props.onBlur?.(event));
    return { ...props, onBlur, id: idOf(name), name };
  };
  return {
    values: form.values,
    errors: form.errors,
    saving: saving === 'saving',
    failure,
    restored: draft.restored,
    changes: changed.map(
      (name): FieldChange<V> => ({ name, label: options.labels?.[name] ?? name, from: saved[name], to: form.values[name] }),
    ),
    input,
    check: (name: FieldNames<V>) => ({ ...form.getInputProps(name, { type: 'checkbox' }), id: idOf(name), name }),
    set: (name: FieldNames<V>, value: V[FieldNames<V>]) => form.setValues((now) => Object.assign({}, now, { [name]: value })),
    setError: (name: FieldNames<V>, text: string) => form.setFieldError(name, text),
    putBack: (name: FieldNames<V>) => form.setValues((now) => Object.assign({}, now, { [name]: saved[name] })),
    discard: () => {
      draft.forget();
      form.setValues(saved);
      form.clearErrors();
      setFailure(null);
    },
    submit: (event?: FormEvent<HTMLFormElement>) => {
      event?.preventDefault();
      setSaving('saving');
      schema.whenReady(form.onSubmit((values) => void send(values), stopping(setSaving)));
    },
    focusFirst,
  };
}
