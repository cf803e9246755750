import { useQuery } from '@tanstack/react-query';
import type { Client } from '#kit/contract.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import { useTimeText } from '#kit/ui/time.tsx';
import { dataEndsCalls } from '#operate/ownership/data-ends.contract.ts';
import { dashboardText } from './dashboard-text.hook.ts';
import s from './dashboard.module.css';

const dataEndApi = { dataEnds: dataEndsCalls };
const query = (api: Client<typeof dataEndApi>) =>
  callQuery({ area: 'user', name: 'dataEnds.mine', call: () => api.dataEnds.mine(), input: null });

/** For the screen's `load`. Without it the page stands all the same. */
export const loadDataEnd = ({ api, queries }: Pick<LoadContext, 'api' | 'queries'>): Promise<void> =>
  queries.prefetchQuery(query(api(dataEndApi)));

/** Says that the account's data will be erased, and what there is to do about it. Nothing while they stay. */
export function DataEnd() {
  const say = dashboardText();
  const when = useTimeText();
  const { data } = useQuery(query(useApi(dataEndApi)));
  useLiveRefresh({ area: 'user', kinds: ['ownership', 'billing'] });
  if (data === undefined || data.closeAt === null) return null;
  const { closeAt, graceDays, rights } = data;
  return (
    <div className={s.banner}>
      <Banner hue="red">
        {say('dataEnd.text', { when: when(closeAt, 'day'), days: graceDays })}
        <span className={s.ways}>
          {rights.export && (
            <LinkButton to="/settings?tab=data" size="xs">
              {say('dataEnd.export')}
            </LinkButton>
          )}
          {rights.buy && (
            <LinkButton to="/purchase-plan" size="xs" variant="filled">
              {say('dataEnd.buy')}
            </LinkButton>
          )}
        </span>
      </Banner>
    </div>
  );
}
