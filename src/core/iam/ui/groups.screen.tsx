import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr, PageHead } from '#kit/ui/bits.tsx';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { LinkButton, RowLink } from '#kit/ui/link.tsx';
import { readListState, useListState } from '#kit/ui/table/list-state.ts';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { RowMenu } from '#kit/ui/table/row-menu.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import type { TableColumn } from '#kit/ui/table/table-shape.ts';
import { Time, useTimeText } from '#kit/ui/time.tsx';
import type { GroupItem } from '../groups.contract.ts';
import s from './group.module.css';
import { groupsQuery, groupsShape } from './groups-data.hook.ts';
import { useGroupRemoval } from './groups-remove.hook.ts';
import { type IamSay, iamText } from './iam-text.hook.ts';
import { usersApi } from './user-data.hook.ts';

const pathOf = ({ id }: GroupItem): string => `/users/groups/edit-group/${id}`;
/** What a group gives, in short. */
function givesWords(say: IamSay, { sets, statements }: GroupItem): string {
  const parts = [
    ...sets.map(({ name }) => `\u2068${name}\u2069`),
    ...(statements === 0 ? [] : [say('groups.rules', { count: statements })]),
  ];
  return parts.join(' · ');
}

const columnsOf = (say: IamSay, time: ReturnType<typeof useTimeText>): TableColumn<GroupItem>[] => [
  {
    id: 'name',
    title: say('groups.name'),
    lead: 'lead',
    phone: 'name',
    bone: 180,
    text: ({ name }) => name,
    cell: (group) => (
      <span className={s.name}>
        {group.rights.edit ? (
          <RowLink to={pathOf(group)} dir="auto">
            {group.name}
          </RowLink>
        ) : (
          <bdi className="strong">{group.name}</bdi>
        )}
        {group.description !== '' && (
          <span className={`tiny quiet ${s.about}`} dir="auto">
            {group.description}
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'people',
    title: say('groups.people'),
    align: 'end',
    phone: 'state',
    text: ({ people }) => String(people),
    cell: ({ people }) => <Ltr>{people}</Ltr>,
  },
  {
    id: 'gives',
    title: say('groups.gives'),
    narrow: 'hide',
    text: (group) => givesWords(say, group),
    cell: (group) => givesWords(say, group) || <span className="quiet">{say('groups.nothing')}</span>,
  },
  {
    id: 'made',
    title: say('groups.made'),
    phone: 'time',
    text: ({ createdAt }) => time(createdAt, 'day'),
    cell: ({ createdAt }) => <Time at={createdAt} look="day" />,
  },
];

/** `/users/groups`: the groups of the account. */
export function Screen() {
  const say = iamText();
  const api = useApi(usersApi);
  const navigate = useNavigate();
  const time = useTimeText();
  const list = useListState(groupsShape);
  const query = useQuery({ ...groupsQuery(api, list), placeholderData: keepPreviousData });
  const removal = useGroupRemoval();
  const page = query.data;
  const add = page?.rights.manage === true && (
    <LinkButton to="/users/groups/add-group" variant="filled" leftSection={<IconPlus size={16} stroke={2} />}>
      {say('groups.add')}
    </LinkButton>
  );
  return (
    <>
      <PageHead title={say('groups.title')}>{page !== undefined && (page.total !== 0 || list.narrowed) && add}</PageHead>
      <div className={s.banner}>{removal.failure !== '' && <Banner hue="red">{removal.failure}</Banner>}</div>
      <DataTable
        name="groups"
        label={say('groups.title')}
        list={list}
        columns={columnsOf(say, time)}
        rows={page?.items}
        rowId={(one) => one.id}
        rowName={(one) => one.name}
        page={page === undefined ? { next: null } : { next: page.next, total: page.total }}
        pending={query.isPending}
        {...(query.isError && { stale: { at: query.dataUpdatedAt, retry: query.refetch } })}
        searchLabel={say('groups.search')}
        csv={{ file: 'groups.csv', page: (at) => groupsQuery(api, at).queryFn() }}
        {...(page?.rights.manage === true && {
          onOpen: (one: GroupItem) => void navigate(pathOf(one)),
          actions: (one: GroupItem) => (
            <RowMenu label={say('groups.menu', { name: one.name })}>
              {() => (
                <>
                  <MenuItem leftSection={<IconPencil size={16} stroke={1.75} />} onClick={() => void navigate(pathOf(one))}>
                    {say('groups.edit')}
                  </MenuItem>
                  <MenuItem leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => void removal.remove(one)}>
                    {say('groups.delete')}
                  </MenuItem>
                </>
              )}
            </RowMenu>
          ),
        })}
        empty={
          <EmptyState title={say('groups.emptyTitle')} text={say('groups.emptyText')}>
            {add}
          </EmptyState>
        }
      />
      {removal.dialog}
    </>
  );
}

export const load = async ({ api, queries, url }: LoadContext) => {
  await queries.ensureQueryData(groupsQuery(api(usersApi), readListState(url.searchParams, groupsShape)));
  return null;
};
