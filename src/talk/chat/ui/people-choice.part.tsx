import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Face } from '#kit/ui/bits.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { chatLimits } from '../chat.rules.ts';
import type { ChatPerson } from '../chat-views.contract.ts';
import s from './chat-dialogs.module.css';
import { chatApi, chatPeopleQuery } from './chat-data.hook.ts';
import { chatText } from './chat-text.hook.ts';

type Props = {
  /** Those who are in it already are not offered. */
  without?: readonly string[];
  /** What stands at the end of a row; without it the row is one button. */
  end?: (person: ChatPerson) => ReactNode;
  onChoose: (person: ChatPerson) => void;
};
/** People of the account by name. */
export function PeopleChoice({ without = [], end, onChoose }: Props) {
  const say = chatText();
  const [search, setSearch] = useState('');
  const { data } = useQuery({
    ...chatPeopleQuery(useApi(chatApi), search.trim()),
    placeholderData: (before) => before,
  });
  const people = data?.items.filter(({ userId }) => !without.includes(userId)) ?? [];
  return (
    <>
      <TextInput
        type="search"
        size="md"
        data-autofocus
        aria-label={say('people.search')}
        placeholder={say('people.search')}
        leftSection={<IconSearch size={16} stroke={1.75} />}
        maxLength={chatLimits.search}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <ul className={s.people} aria-label={say('people.title')}>
        {people.map((person) => (
          <li key={person.userId}>
            <button type="button" className={s.person} onClick={() => onChoose(person)}>
              <Face name={person.name} size={28} />
              <bdi className="grow">{person.name}</bdi>
              {end?.(person)}
            </button>
          </li>
        ))}
      </ul>
      {data !== undefined && people.length === 0 && <p className={s.none}>{say('people.none')}</p>}
    </>
  );
}
