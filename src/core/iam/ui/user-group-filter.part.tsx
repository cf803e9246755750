import { Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { isId } from '#kit/ids.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import type { ListControls } from '#kit/ui/table/list-state.ts';
import { iamText } from './iam-text.hook.ts';
import { groupChoiceQuery, groupNameQuery, usersApi } from './user-data.hook.ts';
import s from './user.module.css';

/** Which group's people the list shows, found by its name; the list's address holds it. Nothing where there are no groups. */
export function GroupFilter({ list }: { list: ListControls }) {
  const say = iamText();
  const api = useApi(usersApi);
  const id = list.filters['group']?.find(isId) ?? null;
  const { data: chosen } = useQuery({ ...groupNameQuery(api, id ?? ''), enabled: id !== null });
  const [text, setText] = useState('');
  // what stands in the field of a chosen group is no search
  const search = useDeferredValue(text === chosen?.name ? '' : text);
  const { data } = useQuery({ ...groupChoiceQuery(api, search), placeholderData: keepPreviousData });
  const found = data?.items ?? [];
  if (id === null && search === '' && found.length === 0) return null;
  const shown = id === null || found.some((one) => one.id === id) ? found : [{ id, name: chosen?.name ?? '…' }, ...found];
  return (
    <Select
      className={s.groupFilter ?? ''}
      size="sm"
      aria-label={say('form.groupsFind')}
      placeholder={say('form.groupsFind')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': say('form.groupsAll') }}
      data={shown.map(({ id: value, name }) => ({ value, label: name }))}
      // the server has searched
      filter={({ options }) => options}
      nothingFoundMessage={say('form.noneFound')}
      searchValue={text}
      onSearchChange={setText}
      value={id}
      onChange={(next) => list.setFilter('group', next === null ? [] : [next])}
    />
  );
}
