import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ClipboardEvent, useDeferredValue, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import type { FoundGroup } from '../../people.contract.ts';
import { isAddress, type PeoplePurpose, pastedAddresses } from '../../people.rules.ts';
import { accountsText } from '../accounts-text.hook.ts';
import type { PeoplePickerProps, PickedPerson } from './people-picker.part.tsx';
import { peopleApi, peopleQuery } from './people-query.hook.ts';

/** Somebody by address alone. */
export const outsiderOf = (email: string): PickedPerson => ({ id: null, name: email, email });
export const keyOf = ({ id, email }: PickedPerson): string => id ?? email ?? '';
const isSame = (a: PickedPerson, b: PickedPerson): boolean => keyOf(a) === keyOf(b) || (a.email !== null && a.email === b.email);

type PeopleSearch = { purpose: PeoplePurpose; typed: string; shown: 'closed' | 'open' };
/** While others are looked for, those before stay and the search is `loading`. */
function usePeopleSearch({ purpose, typed, shown }: PeopleSearch) {
  const search = useDeferredValue(typed);
  const { data, isError, isPlaceholderData } = useQuery({
    ...peopleQuery(useApi(peopleApi), { purpose, search }),
    ...{ enabled: shown === 'open', placeholderData: keepPreviousData },
  });
  const isCurrent = data !== undefined && !isPlaceholderData && search === typed;
  return { data, state: isError || isCurrent ? ('ready' as const) : ('loading' as const) };
}

/** What is typed, who is found for it, and how both become a choice. */
export function usePeoplePicking(props: PeoplePickerProps) {
  const { purpose, chosen = [], onChange, without = [], most = 100, outsiders = 'refused' } = props;
  const say = accountsText();
  const client = useApi(peopleApi);
  const [typed, setTyped] = useState('');
  const [trouble, setTrouble] = useState('');
  const [shown, setShown] = useState<'closed' | 'open'>('closed');
  const { data, state } = usePeopleSearch({ purpose, typed, shown });
  const isFree = (person: PickedPerson) =>
    !chosen.some((one) => isSame(one, person)) && !without.some((one) => one === person.id || one === person.email);
  const address = typed.trim().toLowerCase();
  const found: PickedPerson[] = data?.items.filter(isFree) ?? [];
  const outsider =
    outsiders === 'allowed' && isAddress(address) && isFree(outsiderOf(address)) && !found.some(({ email }) => email === address)
      ? outsiderOf(address)
      : null;
  const options = outsider === null ? found : [...found, outsider];
  const groups: readonly FoundGroup[] = most > 1 ? (data?.groups ?? []) : [];
  const add = (people: readonly PickedPerson[]): void => {
    const fresh = people.filter((one, at) => isFree(one) && people.findIndex((other) => isSame(one, other)) === at);
    setTyped('');
    setTrouble('');
    if (fresh.length > 0) onChange(most === 1 ? fresh.slice(0, 1) : [...chosen, ...fresh].slice(0, most));
  };
  /** Adds people of the account; the result are addresses of others. */
  const addColleagues = async (emails: readonly string[]): Promise<string[]> => {
    const answers = await Promise.all(emails.map((email) => client.people.find({ query: { for: purpose, email } })));
    add(answers.flatMap(({ items }) => items));
    return emails.filter((_, at) => answers[at]?.items.length === 0);
  };
  const addPasted = async ({ emails, others }: ReturnType<typeof pastedAddresses>) => {
    if (outsiders === 'allowed') add(emails.map(outsiderOf));
    const unknown = outsiders === 'allowed' ? [] : await addColleagues(emails.slice(0, most));
    const troubles = [
      unknown.length > 0 && say('picker.unknown', { emails: unknown.join(', ') }),
      others.length > 0 && say('picker.unreadable', { text: others.join(', ') }),
    ];
    if (troubles.some(Boolean)) setTrouble(troubles.filter(Boolean).join(' '));
  };
  const addGroup = async ({ id, name }: FoundGroup) => {
    const { items } = await client.people.find({ query: { for: purpose, group: id } });
    add(items);
    if (!items.some(isFree)) setTrouble(say('picker.nobodyOfGroup', { name }));
  };
  /** An address that is whole. */
  const addTyped = () => outsider !== null && add([outsider]);
  const orFail = (work: Promise<void>): void => void work.catch(() => setTrouble(say('picker.failed')));
  return {
    ...{ typed, trouble, state, options, groups, chosen, setShown, add, addTyped },
    addGroup: (group: FoundGroup) => orFail(addGroup(group)),
    type: (text: string) => {
      setTyped(text);
      setTrouble('');
    },
    /** Several addresses at once, as they are copied from a mail or a table. */
    paste: (event: ClipboardEvent<HTMLInputElement>) => {
      const pasted = pastedAddresses(event.clipboardData.getData('text'));
      if (pasted.emails.length === 0) return;
      event.preventDefault();
      orFail(addPasted(pasted));
    },
    /** An address that is whole is not lost when the field is left. */
    leave: () => {
      setShown('closed');
      addTyped();
      if (outsider === null && outsiders === 'allowed' && address !== '') setTrouble(say('picker.noAddress', { text: address }));
    },
  };
}
