import { type ReactNode, Suspense } from 'react';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { PeoplePurpose } from '../../people.rules.ts';
import s from './people-picker.module.css';

/** `id` null: somebody who is not in the account, by address. */
export type PickedPerson = { id: string | null; name: string; email: string | null };

export type PeoplePickerProps = {
  purpose: PeoplePurpose;
  label: string;
  description?: string | undefined;
  placeholder?: string | undefined;
  error?: ReactNode;
  /** Shown as chips before the field. Left empty where each choice is acted on at once. */
  chosen?: readonly PickedPerson[];
  onChange: (chosen: readonly PickedPerson[]) => void;
  /** Ids and addresses of those who are not offered. */
  without?: readonly string[];
  /** How many may be chosen at most. */
  most?: number;
  /** Addresses of people outside of the account may be typed and pasted, too. */
  outsiders?: 'allowed' | 'refused';
  /** What stands beside somebody in the list, for example whether they are busy. */
  note?: ((person: PickedPerson) => ReactNode) | undefined;
};

const Body = loadable(async () => (await import('./people-picker-body.part.tsx')).PeoplePickerBody);

/** Chooses people of the account by name or address. Its code comes when it is shown; its place is kept until then. */
export function PeoplePicker(props: PeoplePickerProps) {
  return (
    <Suspense fallback={<div className={s.space} data-described={props.description !== undefined || undefined} />}>
      <Body {...props} />
    </Suspense>
  );
}
