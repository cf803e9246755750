import { IconPencil } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import type { ResultIn } from '#kit/contract.ts';
import { Ltr } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { LinkButton, RowLink } from '#kit/ui/link.tsx';
import type { ListControls } from '#kit/ui/table/list-state.ts';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { RowMenu } from '#kit/ui/table/row-menu.tsx';
import type { TableColumn, DataTableProps, ListFilter } from '#kit/ui/table/table-shape.ts';
import { Time, useTimeText } from '#kit/ui/time.tsx';
import type { iamCalls, MemberItem } from '../iam.contract.ts';
import { memberStates } from '../iam.rules.ts';
import { iamText } from './iam-text.hook.ts';
import { actsFor, useUserActs } from './user-acts.part.tsx';
import { membersQuery, usersApi } from './user-data.hook.ts';
import { actIcons, pathOfUser, shownName } from './user-shown.hook.ts';
import { UserState } from './user-state.part.tsx';
import s from './user.module.css';

function useColumns(): TableColumn<MemberItem>[] {
  const say = iamText();
  const when = useTimeText();
  const factor = ({ secondFactor }: MemberItem) =>
    secondFactor === null ? '–' : say(secondFactor ? 'users.factorYes' : 'users.factorNo');
  return [
    {
      id: 'name',
      title: say('users.name'),
      lead: 'lead',
      phone: 'name',
      bone: 180,
      cell: (member) => (
        <span className={s.name}>
          {member.kind === 'member' ? (
            <RowLink to={pathOfUser(member.id)} dir="auto">
              {shownName(member)}
            </RowLink>
          ) : (
            <bdi className="strong">{shownName(member)}</bdi>
          )}
          <span className="tiny quiet">
            <DotLine>
              <Ltr>{member.email ?? member.signInName ?? ''}</Ltr>
              {member.me && say('users.you')}
            </DotLine>
          </span>
        </span>
      ),
      text: shownName,
    },
    {
      id: 'preset',
      title: say('form.preset'),
      narrow: 'hide',
      optional: 'on',
      cell: ({ preset }) => say(`users.preset.${preset}`),
      text: ({ preset }) => say(`users.preset.${preset}`),
    },
    {
      id: 'groups',
      title: say('form.groups'),
      narrow: 'hide',
      optional: 'on',
      cell: ({ groups }) =>
        groups.length === 0 ? <span className="quiet">–</span> : <bdi>{groups.map(({ name }) => name).join(', ')}</bdi>,
      text: ({ groups }) => groups.map(({ name }) => name).join(', '),
    },
    {
      id: 'state',
      title: say('users.stateTitle'),
      phone: 'state',
      cell: ({ state }) => <UserState state={state} />,
      text: ({ state }) => say(`users.state.${state}`),
    },
    {
      id: 'factor',
      title: say('users.factor'),
      narrow: 'hide',
      optional: 'on',
      cell: factor,
      text: factor,
    },
    {
      id: 'lastActive',
      title: say('users.lastActive'),
      phone: 'time',
      cell: ({ lastActiveAt }) =>
        lastActiveAt === null ? <span className="quiet">{say('users.never')}</span> : <Time at={lastActiveAt} />,
      text: ({ lastActiveAt }) => (lastActiveAt === null ? '' : when(lastActiveAt, 'full')),
    },
    {
      id: 'expiresAt',
      title: say('users.ends'),
      narrow: 'hide',
      optional: 'off',
      cell: ({ expiresAt }) => (expiresAt === null ? <span className="quiet">–</span> : <Time at={expiresAt} look="full" />),
      text: ({ expiresAt }) => (expiresAt === null ? '' : when(expiresAt, 'full')),
    },
  ];
}

function useFilters(): ListFilter[] {
  const say = iamText();
  return [
    {
      id: 'state',
      title: say('users.stateTitle'),
      options: memberStates.map((value) => ({ value, label: say(`users.state.${value}`) })),
    },
  ];
}

type Props = {
  list: ListControls;
  data: ResultIn<typeof iamCalls.members> | undefined;
  pending: boolean;
  stale?: NonNullable<DataTableProps<MemberItem>['stale']>;
};
/** The account's people and open invitations. */
export function UserTable({ list, data, pending, stale }: Props) {
  const say = iamText();
  const api = useApi(usersApi);
  const navigate = useNavigate();
  const columns = useColumns();
  const filters = useFilters();
  const { act, drawn } = useUserActs();
  // the server is asked for one state and one group: choosing another takes the place of the first
  const single: ListControls = { ...list, setFilter: (id, values) => list.setFilter(id, values.slice(-1)) };
  return (
    <>
      {drawn}
      <DataTable
        name="iam-users"
        label={say('users.title')}
        list={single}
        columns={columns}
        rows={data?.items}
        rowId={(member) => member.id}
        rowName={shownName}
        page={{ next: data?.next ?? null, ...(data === undefined ? {} : { total: data.total }) }}
        pending={pending}
        {...(stale !== undefined && { stale })}
        filters={filters}
        onOpen={(member) => (member.kind === 'member' ? void navigate(pathOfUser(member.id)) : undefined)}
        searchLabel={say('users.search')}
        csv={{ file: 'people.csv', page: (at) => membersQuery(api, at).queryFn() }}
        actions={(member) =>
          member.kind === 'invitation' && !member.rights.remove ? null : (
            <RowMenu label={say('users.menu', { name: shownName(member) })}>
              {() => (
                <>
                  {member.kind === 'member' && (
                    <MenuItem
                      leftSection={<IconPencil size={16} stroke={1.75} />}
                      onClick={() => void navigate(pathOfUser(member.id))}
                    >
                      {say(member.rights.edit ? 'users.edit' : 'users.open')}
                    </MenuItem>
                  )}
                  {actsFor(member).map((what) => {
                    const Icon = actIcons[what];
                    return (
                      <MenuItem
                        key={what}
                        {...(what === 'remove' || what === 'revoke' ? { color: 'red' } : {})}
                        leftSection={<Icon size={16} stroke={1.75} />}
                        onClick={() => void act(what, member)}
                      >
                        {say(`users.act.${what}`)}
                      </MenuItem>
                    );
                  })}
                </>
              )}
            </RowMenu>
          )
        }
        empty={
          <EmptyState title={say('users.emptyTitle')} text={say('users.emptyText')}>
            {data?.rights.manage === true && <LinkButton to="/users/IAMUsers/add-user">{say('users.add')}</LinkButton>}
          </EmptyState>
        }
      />
    </>
  );
}
