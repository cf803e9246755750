import { useQuery } from '@tanstack/react-query';
import { useApi } from '#kit/ui/api.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useLiveRefresh } from '#kit/ui/live.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import { useTimeText } from '#kit/ui/time.tsx';
import { CustomerHome } from './customer.part.tsx';
import { dashboardApi, dashboardQuery } from './dashboard-data.hook.ts';
import { dashboardText } from './dashboard-text.hook.ts';
import s from './dashboard.module.css';
import { OperatorHome } from './operator.part.tsx';

export const load = async ({ api, queries }: LoadContext) => {
  await queries.ensureQueryData(dashboardQuery(api(dashboardApi)));
  return null;
};

/** Milliseconds. Pushes are of one's own account; what other accounts, servers and mails do is asked of our database. */
const operatorAsks = 30_000;

/** The page after signing in: what runs, what is quick to start, what waits. Pushes of the server keep it true. */
export function Screen() {
  const say = dashboardText();
  const time = useTimeText();
  const { data, isError, dataUpdatedAt } = useQuery({
    ...dashboardQuery(useApi(dashboardApi)),
    refetchInterval: ({ state }) => (state.data?.kind === 'operator' ? operatorAsks : false),
  });
  useLiveRefresh({ area: 'bigbluebutton', kinds: ['meeting', 'room', 'notice'] });
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
