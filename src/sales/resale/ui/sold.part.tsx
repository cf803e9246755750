import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { Link } from '#kit/ui/link.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { Time } from '#kit/ui/time.tsx';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import { SubscriptionStatus } from '#sales/billing/ui/blocks/subscription-state.part.tsx';
import type { SoldItem } from '../resale.contract.ts';
import { PagedTable } from './paged-table.part.tsx';
import { moneyQuery, resaleApi, soldQuery, type Whose } from './resale-data.hook.ts';
import { resaleText } from './resale-text.hook.ts';
import { Sales } from './sales-later.part.tsx';
import s from './resale.module.css';

const Sale = loadable(async () => (await import('./sale.part.tsx')).Sale);
const SoldPage = loadable(async () => (await import('./sold-subscription.part.tsx')).SoldPage);

/** `to`: where its seller looks after it; null where the reader does not sell it. */
function Row({ one, to }: { one: SoldItem; to: string | null }) {
  const say = resaleText();
  const amountText = useMoney();
  return (
    <tr>
      <th scope="row">
        {to === null ? (
          <bdi>{one.customer}</bdi>
        ) : (
          <Link to={to}>
            <bdi>{one.customer}</bdi>
          </Link>
        )}
        <span className={s.under}>
          <bdi>{one.plan}</bdi>
        </span>
      </th>
      <td data-text="">
        <SubscriptionStatus of={one.state} look="plain" />
      </td>
      <td>
        {one.amount === null ? '–' : <bdi>{amountText(one.amount, one.currency)}</bdi>}
        <span className={s.under}>{say(`sold.periods.${one.period}`)}</span>
      </td>
      <td>{one.floor === null ? '–' : <bdi>{amountText(one.floor, one.currency)}</bdi>}</td>
      <td>{one.periodEnd === null ? '–' : <Time at={one.periodEnd} look="day" />}</td>
    </tr>
  );
}

/** What the customers of a vendor subscribe to; for the vendor itself with the invoices that it issued, or one of them. */
export function SoldView({ whose, base }: { whose: Whose; base: string }) {
  const say = resaleText();
  const api = useApi(resaleApi);
  const [search] = useSearchParams();
  const { data: agreed } = useSuspenseQuery(moneyQuery(api, whose));
  const sells = whose === null && agreed.terms?.model === 'wholesale';
  const sale = search.get('sale');
  if (sells && sale !== null)
    return (
      <Suspense>
        <Sale id={sale} back={`${base}?tab=sold`} />
      </Suspense>
    );
  const subscription = search.get('subscription');
  if (sells && subscription !== null)
    return (
      <Suspense>
        <SoldPage id={subscription} back={`${base}?tab=sold`} />
      </Suspense>
    );
  return (
    <div className={s.page}>
      <PagedTable
        {...{ id: 'sold', title: say('sold.title'), label: say('tabs.sold'), empty: say('sold.empty') }}
        heads={[
          { word: say('sold.customer'), look: 'text' },
          { word: say('sold.stateTitle'), look: 'text' },
          { word: say('sold.amount'), look: 'figure' },
          { word: say('prices.floor'), look: 'figure' },
          { word: say('sold.until'), look: 'figure' },
        ]}
        query={(cursor) => soldQuery(api, { whose, cursor })}
        row={(one) => <Row key={one.id} one={one} to={sells && one.own ? `${base}?tab=sold&subscription=${one.id}` : null} />}
      />
      {sells && (
        <Suspense>
          <Sales base={base} />
        </Suspense>
      )}
    </div>
  );
}
