import { type ReactNode, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { PageHead } from '#kit/ui/bits.tsx';
import { Link } from '#kit/ui/link.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { readListState } from '#kit/ui/table/list-state.ts';
import type { ScreenModule } from '#kit/ui/screen.ts';
import type { PlanSlots, PlanTab } from './blocks/plan-slots.hook.ts';
import { couponsQuery, couponsShape, plansApi, plansQuery, plansShape } from './plans-data.hook.ts';
import { plansText } from './plans-text.hook.ts';
import s from './plans.module.css';

const own = {
  plans: {
    Part: loadable(async () => (await import('./plan-list.part.tsx')).PlanList),
    needs: ({ api, queries, url }) => [
      queries.ensureQueryData(plansQuery(api(plansApi), readListState(url.searchParams, plansShape))),
    ],
  },
  coupons: {
    Part: loadable(async () => (await import('./coupon-list.part.tsx')).CouponList),
    needs: ({ api, queries, url }) => [
      queries.ensureQueryData(couponsQuery(api(plansApi), readListState(url.searchParams, couponsShape))),
    ],
  },
} satisfies Record<string, PlanTab>;
const names = ['plans', 'subscriptions', 'coupons'] as const;
type TabName = (typeof names)[number];

const tabsOf = (slots: PlanSlots): { name: TabName; tab: PlanTab }[] =>
  names.flatMap((name) => {
    const tab: PlanTab | undefined = { ...slots, ...own }[name];
    return tab === undefined ? [] : [{ name, tab }];
  });
function here(slots: PlanSlots, search: URLSearchParams): { name: TabName; tab: PlanTab } {
  const asked = search.get('tab');
  return tabsOf(slots).find(({ name }) => name === asked) ?? { name: 'plans', tab: own.plans };
}

/** `/subscription-plans`: what is sold, who has it, and coupons. */
export const plansScreen = (slots: PlanSlots): ScreenModule => ({
  load: async (context) => {
    const { tab } = here(slots, context.url.searchParams);
    await Promise.all([tab.Part.preload(), ...tab.needs(context)]);
    return null;
  },
  Screen: () => <Tabs slots={slots} />,
});

function Tabs({ slots }: { slots: PlanSlots }) {
  const say = plansText();
  const [search] = useSearchParams();
  const { name: shown, tab } = here(slots, search);
  const head = (action?: ReactNode) => (
    <>
      <PageHead title={say('list.title')}>{action}</PageHead>
      <nav className={s.views} aria-label={say('tab.label')}>
        {tabsOf(slots).map(({ name }) => (
          <Link
            key={name}
            to={name === 'plans' ? '/subscription-plans' : `/subscription-plans?tab=${name}`}
            aria-current={name === shown ? 'page' : undefined}
          >
            {say(`tab.${name}`)}
          </Link>
        ))}
      </nav>
    </>
  );
  return (
    <Suspense key={shown}>
      <tab.Part head={head} />
    </Suspense>
  );
}
