import { Button, NativeSelect, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { dealOut, type GroupLines, type KnownPerson, readGroupLines, withPerson } from '../room-groups.rules.ts';
import { accountGroupsQuery, accountPeopleApi, membersQuery, peopleOfGroup } from './groups-people.hook.ts';
import { presentationsText } from './presentations-text.hook.ts';
import s from './presentations.module.css';

type ChoiceProps = { present: ReadonlySet<string>; onChoose: (person: KnownPerson) => void };
/** One person of the account after the other, found by name or address. */
function MemberChoice({ present, onChoose }: ChoiceProps) {
  const say = presentationsText();
  const [search, setSearch] = useState('');
  const query = membersQuery(useApi(accountPeopleApi), useDeferredValue(search.trim()));
  const { data } = useQuery({ ...query, placeholderData: keepPreviousData });
  const people = (data?.items ?? []).filter(({ id, kind }) => kind === 'member' && !present.has(id));
  return (
    <>
      <TextInput
        type="search"
        aria-label={say('groups.search')}
        placeholder={say('groups.search')}
        dir={search === '' ? undefined : 'auto'}
        autoComplete="off"
        value={search}
        onChange={({ currentTarget: { value } }) => setSearch(value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <ul className={s.rooms}>
        {people.map(({ id, name, email }) => (
          <li key={id}>
            <button type="button" onClick={() => onChoose({ key: id, name, ...(email !== null && { email }) })}>
              <bdi>{name}</bdi>
            </button>
          </li>
        ))}
      </ul>
      {data !== undefined && people.length === 0 && <p className={s.note}>{say('groups.nobody')}</p>}
    </>
  );
}

/** Everybody of a group of the account at once. */
function AccountGroup({ id, onChoose }: { id: string; onChoose: (people: readonly KnownPerson[]) => void }) {
  const say = presentationsText();
  const api = useApi(accountPeopleApi);
  const failureText = useFailureText(say);
  const [state, setState] = useState({ busy: false, trouble: '' });
  const add = async () => {
    setState({ busy: true, trouble: '' });
    try {
      onChoose(await peopleOfGroup(api, id));
      setState({ busy: false, trouble: '' });
    } catch (error) {
      setState({ busy: false, trouble: failureText(error) });
    }
  };
  return (
    <>
      <Button variant="default" loading={state.busy} onClick={() => void add()}>
        {say('groups.addAll')}
      </Button>
      {state.trouble !== '' && (
        <p className={s.note} role="alert" data-trouble>
          {state.trouble}
        </p>
      )}
    </>
  );
}

const MEMBERS = 'members';
const RANDOM = 'random';

/** Where people may come from: what the reader may see of the account. */
function useSources(): { value: string; label: string }[] {
  const say = presentationsText();
  const { can } = useAuth();
  const { data } = useQuery({ ...accountGroupsQuery(useApi(accountPeopleApi)), enabled: can('groups.view') });
  return [
    ...(can('iam.view') ? [{ value: MEMBERS, label: say('groups.ofAccount') }] : []),
    ...(data?.items ?? []).map(({ id, name }) => ({ value: id, label: say('groups.allOf', { group: name }) })),
  ];
}

type PeopleProps = {
  groups: readonly GroupLines[];
  known: readonly KnownPerson[];
  change: (groups: readonly GroupLines[]) => void;
  learn: (people: readonly KnownPerson[]) => void;
};
/** Brings people of the account in. */
export function GroupsPeople({ groups, known, change, learn }: PeopleProps) {
  const say = presentationsText();
  const sources = useSources();
  const [from, setFrom] = useState('');
  const [into, setInto] = useState(RANDOM);
  const source = from || sources[0]?.value;
  if (source === undefined) return null;
  const present = new Set(readGroupLines(groups, known).groups.flatMap(({ people }) => people.map(({ key }) => key)));
  const add = (people: readonly KnownPerson[]) => {
    learn(people.filter(({ key }) => !known.some((one) => one.key === key)));
    const names = people.filter(({ key }) => !present.has(key)).map(({ name }) => name);
    const place = Number(into);
    // there may be fewer groups than when it was chosen
    const isChosen = into !== RANDOM && place < groups.length;
    change(isChosen ? names.reduce((all, name) => withPerson(all, place, name), groups) : dealOut(groups, names, Math.random));
  };
  return (
    <fieldset className={s.group}>
      <legend>{say('groups.add')}</legend>
      <div className={s.count}>
        <NativeSelect
          label={say('groups.from')}
          data={sources}
          value={source}
          onChange={({ currentTarget: { value } }) => setFrom(value)}
        />
        <NativeSelect
          label={say('groups.into')}
          data={[
            { value: RANDOM, label: say('groups.random') },
            ...groups.map(({ name }, at) => ({ value: String(at), label: name || say('groups.group', { number: at + 1 }) })),
          ]}
          value={into}
          onChange={({ currentTarget: { value } }) => setInto(value)}
        />
      </div>
      {source === MEMBERS ? (
        <MemberChoice present={present} onChoose={(person) => add([person])} />
      ) : (
        <AccountGroup key={source} id={source} onChoose={add} />
      )}
    </fieldset>
  );
}
