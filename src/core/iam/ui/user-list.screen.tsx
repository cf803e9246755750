import { Button } from '@mantine/core';
import { IconPlus, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useContext, useState } from 'react';
import { useSearchParams } from 'react-router';
import { loadMailOff } from '#core/outbox/ui/blocks/mail-off.hook.ts';
import { MailOff } from '#core/outbox/ui/blocks/mail-off.part.tsx';
import type { ResultIn } from '#kit/contract.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { hasScope } from '#kit/ui/auth/session-user.ts';
import { Ltr, Meter, PageHead } from '#kit/ui/bits.tsx';
import { Link, LinkButton } from '#kit/ui/link.tsx';
import { useListState } from '#kit/ui/table/list-state.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { LoadContext, ScreenModule } from '#kit/ui/screen.ts';
import type { iamCalls } from '../iam.contract.ts';
import { type UserSlots, UserSlotsContext } from './blocks/user-slots.hook.ts';
import { iamText } from './iam-text.hook.ts';
import { groupChoiceQuery, membersQuery, membersQueryOf, setsQuery, usersApi, usersShape } from './user-data.hook.ts';
import { UserTable } from './user-table.part.tsx';
import s from './user.module.css';

const SetList = loadable(async () => (await import('./set-list.part.tsx')).SetList);
const GroupFilter = loadable(async () => (await import('./user-group-filter.part.tsx')).GroupFilter);
const AliasDialog = loadable(async () => (await import('./user-alias-dialog.part.tsx')).AliasDialog);

const tabs = ['people', 'sets'] as const;
const tabOf = (search: URLSearchParams) => (search.get('tab') === 'sets' ? 'sets' : 'people');

const load = async (context: LoadContext) => {
  const { api, queries, url, user } = context;
  const client = api(usersApi);
  if (tabOf(url.searchParams) === 'sets') await Promise.all([SetList.preload(), queries.ensureQueryData(setsQuery(client))]);
  else
    await Promise.all([
      GroupFilter.preload(),
      queries.ensureQueryData(membersQueryOf(client, url.searchParams)),
      ...(hasScope(user?.scope, 'groups.view') ? [queries.prefetchQuery(groupChoiceQuery(client, ''))] : []),
      loadMailOff(context),
    ]);
  return null;
};

/** `/users/IAMUsers`: people of the account, and the permission sets that they are given. */
export const userListScreen = (slots: UserSlots): ScreenModule => ({
  load,
  Screen: () => (
    <UserSlotsContext value={slots}>
      <Users />
    </UserSlotsContext>
  ),
});

function Users() {
  const say = iamText();
  const { can } = useAuth();
  const [search] = useSearchParams();
  const [making, setMaking] = useState(false);
  const here = tabOf(search);
  return (
    <>
      <PageHead title={say('users.title')} sub={say('users.sub')}>
        {can('iam.manage') && here === 'people' && (
          <LinkButton to="/users/IAMUsers/add-user" variant="filled" leftSection={<IconUserPlus size={16} stroke={2} />}>
            {say('users.add')}
          </LinkButton>
        )}
        {can('iam.manage') && here === 'sets' && (
          <Button variant="filled" leftSection={<IconPlus size={16} stroke={2} />} onClick={() => setMaking(true)}>
            {say('sets.add')}
          </Button>
        )}
      </PageHead>
      <nav className={s.views} aria-label={say('users.views')}>
        {tabs.map((tab) => (
          <Link
            key={tab}
            to={tab === 'sets' ? '/users/IAMUsers?tab=sets' : '/users/IAMUsers'}
            aria-current={tab === here ? 'page' : undefined}
          >
            {say(`users.tab.${tab}`)}
          </Link>
        ))}
      </nav>
      {here === 'sets' ? (
        <Suspense>
          <SetList making={making} onMade={() => setMaking(false)} />
        </Suspense>
      ) : (
        <People />
      )}
    </>
  );
}

function People() {
  const api = useApi(usersApi);
  const { can } = useAuth();
  const list = useListState(usersShape);
  const query = useQuery(membersQuery(api, list));
  const { Over } = useContext(UserSlotsContext);
  return (
    <>
      <MailOff />
      {Over !== undefined && <Over />}
      {query.data !== undefined && <Facts data={query.data} />}
      {can('groups.view') && (
        <Suspense>
          <GroupFilter list={list} />
        </Suspense>
      )}
      <UserTable
        list={list}
        data={query.data}
        pending={query.isPending}
        {...(query.isError ? { stale: { at: query.dataUpdatedAt, retry: query.refetch } } : {})}
      />
    </>
  );
}

function Facts({ data }: { data: ResultIn<typeof iamCalls.members> }) {
  const say = iamText();
  const [open, setOpen] = useState(false);
  const { used, max } = data.seats;
  const seats = max === null ? say('users.seatsOpen', { used }) : say('users.seats', { used, max });
  return (
    <div className={s.facts}>
      <span className={s.seats}>
        {seats}
        {max !== null && <Meter value={used} of={max} label={seats} />}
      </span>
      <span className={s.alias}>
        {say('users.aliasIs')}{' '}
        {data.alias === null ? <span className="quiet">{say('users.aliasNone')}</span> : <Ltr mono="mono">{data.alias}</Ltr>}
        {data.rights.manage && (
          <Button size="xs" variant="subtle" onClick={() => setOpen(true)}>
            {say(data.alias === null ? 'users.aliasSet' : 'users.aliasEdit')}
          </Button>
        )}
      </span>
      <Suspense>{open && <AliasDialog alias={data.alias} onClose={() => setOpen(false)} />}</Suspense>
    </div>
  );
}
