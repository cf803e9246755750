import { useQuery } from '@tanstack/react-query';
import { IconUserPlus } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { hasScope } from '#kit/ui/auth/session-user.ts';
import { PageHead } from '#kit/ui/bits.tsx';
import { Link, LinkButton } from '#kit/ui/link.tsx';
import { useListState } from '#kit/ui/table/list-state.ts';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { AccountsList } from './accounts-list.part.tsx';
import { adminApi, staffQuery, usersQuery, usersQueryOf, usersShape } from './admin-data.hook.ts';
import { adminText } from './admin-text.hook.ts';
import s from './admin.module.css';
import { DataEnds } from './data-ends.part.tsx';
import { dataEndsApi, dataEndsQuery } from './data-ends.hook.ts';

const StaffList = loadable(async () => (await import('./staff-list.part.tsx')).StaffList);
const isStaff = (search: URLSearchParams): boolean => search.get('view') === 'staff';

export const load = async ({ api, queries, url, user }: LoadContext) => {
  const client = api(adminApi);
  // without the permission to see the staff the accounts are shown
  const staff = user?.account?.kind === 'operator' && hasScope(user.scope, 'staff.manage');
  if (staff && isStaff(url.searchParams)) await Promise.all([StaffList.preload(), queries.ensureQueryData(staffQuery(client))]);
  else
    await Promise.all([
      queries.ensureQueryData(usersQueryOf(client, url.searchParams)),
      ...(user?.account?.kind === 'operator' ? [queries.prefetchQuery(dataEndsQuery(api(dataEndsApi).dataEnds))] : []),
    ]);
  return null;
};

/** Accounts with their owners; with the permission to manage the staff, the staff beside them. */
export function Screen() {
  const say = adminText();
  const { user, can } = useAuth();
  const [search] = useSearchParams();
  const operator = user?.account?.kind === 'operator';
  const staff = operator && can('staff.manage');
  const here = staff && isStaff(search) ? 'staff' : 'accounts';
  return (
    <>
      <PageHead title={say('list.title')} sub={say(operator ? 'list.sub' : 'list.subVendor')}>
        {operator && (
          <LinkButton
            to={here === 'staff' ? '/users/add-user?for=staff' : '/users/add-user'}
            variant="filled"
            leftSection={<IconUserPlus size={16} stroke={2} />}
          >
            {say(here === 'staff' ? 'staff.add' : 'list.add')}
          </LinkButton>
        )}
      </PageHead>
      {staff && (
        <nav className={s.views} aria-label={say('list.views')}>
          {(['accounts', 'staff'] as const).map((view) => (
            <Link
              key={view}
              to={view === 'staff' ? '/users?view=staff' : '/users'}
              aria-current={view === here ? 'page' : undefined}
            >
              {say(`list.${view}`)}
            </Link>
          ))}
        </nav>
      )}
      {here === 'staff' ? (
        <Suspense>
          <StaffList />
        </Suspense>
      ) : (
        <Accounts />
      )}
    </>
  );
}

function Accounts() {
  const api = useApi(adminApi);
  const list = useListState(usersShape);
  const query = useQuery(usersQuery(api, list));
  const { user } = useAuth();
  useLiveRefresh({ area: 'admin', kinds: ['account'] });
  return (
    <>
      {user?.account?.kind === 'operator' && <DataEnds />}
      <AccountsList
        list={list}
        data={query.data}
        pending={query.isPending}
        {...(query.isError ? { stale: { at: query.dataUpdatedAt, retry: query.refetch } } : {})}
      />
    </>
  );
}
