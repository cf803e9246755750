import { useQuery } from '@tanstack/react-query';
import { loadMoneyHome } from '#sales/books/ui/blocks/money-home-slot.hook.ts';
import { WaitingForApproval } from '#core/identity/ui/blocks/waiting-approval.part.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { hasScope, type SessionScope } from '#kit/ui/auth/session-user.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import { useTimeText } from '#kit/ui/time.tsx';
import { CustomerHome } from './customer.part.tsx';
import { dashboardApi, dashboardQuery } from './dashboard-data.hook.ts';
import { loadDataEnd } from './data-end.part.tsx';
import { loadNextDates } from '#meet/schedule/ui/blocks/next-dates.part.tsx';
import { dashboardText } from './dashboard-text.hook.ts';
import s from './dashboard.module.css';
import { Head } from './head.part.tsx';
import { OperatorHome, seesMoney } from './operator.part.tsx';
import { loadOwed } from './owed-data.hook.ts';

/** Whether a customer's home tells what is owed. */
const seesOwed = (kind: string | undefined, scope: SessionScope | undefined): boolean =>
  kind !== undefined && kind !== 'operator' && hasScope(scope, 'invoices.view');

export const load = async (context: LoadContext) => {
  const { api, queries, user } = context;
  // people who wait for approval may see nothing yet, and get a notice instead
  if (user?.account?.state === 'pending') return null;
  await Promise.all([
    queries.ensureQueryData(dashboardQuery(api(dashboardApi))),
    ...(seesMoney(user?.account?.kind, user?.scope) ? [loadMoneyHome({ api, queries })] : []),
    loadNextDates(context, null),
    ...(user?.account?.kind === 'customer' ? [loadDataEnd({ api, queries })] : []),
    ...(seesOwed(user?.account?.kind, user?.scope) ? [loadOwed({ api, queries })] : []),
  ]);
  return null;
};

/** What runs, what is quick to start, what waits. Pushes of the server keep it true. */
function Home() {
  const say = dashboardText();
  const time = useTimeText();
  const { data, isError, dataUpdatedAt } = useQuery(dashboardQuery(useApi(dashboardApi)));
  // only the operator gets the last three
  useLiveRefresh({ area: 'bigbluebutton', kinds: ['meeting', 'room', 'schedule', 'notice', 'server', 'account', 'mail'] });
  if (data === undefined) return null;
  return (
    <div className={s.home}>
      {isError && (
        <div className={s.banner}>
          <Banner hue="amber">{say('home.failed', { time: time(dataUpdatedAt, 'time') })}</Banner>
        </div>
      )}
      {data.kind === 'customer' ? <CustomerHome data={data} /> : <OperatorHome data={data} />}
    </div>
  );
}

/** The page after signing in. */
export function Screen() {
  const { user } = useAuth();
  if (user?.account?.state !== 'pending') return <Home />;
  return (
    <div className={s.home}>
      <Head />
      <WaitingForApproval organisation={user.account.name} email={user.email} />
    </div>
  );
}
