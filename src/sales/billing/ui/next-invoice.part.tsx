import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Panel } from '#kit/ui/bits.tsx';
import { Bone } from '#kit/ui/feedback.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { Offer } from '#sales/plans/plans.contract.ts';
import type { SubscriptionView } from '../billing.contract.ts';
import type { ChangeWish } from '../subscriptions.contract.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { useMoney } from './blocks/money.hook.ts';
import { PriceLines } from './price-lines.part.tsx';
import { isSame } from './subscription-data.hook.ts';
import s from './subscription.module.css';

const ForecastPanel = loadable(async () => (await import('./forecast.part.tsx')).ForecastPanel);
export const preloadForecast = () => ForecastPanel.preload();

type Next = NonNullable<SubscriptionView['next']>;
/** What the next charge is made of. It comes with the page, from the code that will charge it. */
function NextLines({ next, currency }: { next: Next; currency: string }) {
  const say = billingText();
  const money = useMoney();
  const sums = [
    { word: say('forecast.net'), amount: next.net },
    { word: say('forecast.tax'), amount: next.tax },
    { word: say('forecast.together'), amount: next.total },
  ];
  return (
    <dl className={s.sums}>
      <PriceLines lines={next.lines.map((line) => ({ ...line, part: null }))} currency={currency} />
      {sums.map(({ word, amount }, at) => (
        <div key={word} className={at === 0 ? s.rule : undefined}>
          <dt className={at === 2 ? 'strong' : 'quiet'}>{word}</dt>
          <dd className={at === 2 ? 'strong' : undefined}>
            <bdi>{money(amount, currency)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The next charge, and the months after it on demand: those are a run of the engine. */
export function NextInvoice({ of, offers, wish }: { of: SubscriptionView; offers: readonly Offer[]; wish: ChangeWish | null }) {
  const say = billingText();
  const when = useTimeText();
  const { now } = useReader();
  const [months, setMonths] = useState<'hidden' | 'shown'>('hidden');
  const name = offers.find((one) => one.id === wish?.planId)?.name ?? of.planName;
  const { next } = of;
  const isShown = wish !== null || months === 'shown';
  return (
    <>
      {wish === null && (
        <Panel
          id="next-invoice"
          title={say('forecast.next')}
          aside={next !== null && <span className="small quiet">{when(next.at, 'day')}</span>}
        >
          {next === null ? <p className="quiet">{say('forecast.hint')}</p> : <NextLines next={next} currency={of.currency} />}
          {!isShown && (
            <div className={s.more}>
              <Button onClick={() => setMonths('shown')}>{say('forecast.show')}</Button>
            </div>
          )}
        </Panel>
      )}
      {isShown && (
        <Suspense fallback={<Bone w="100%" h={556} />}>
          <ForecastPanel wish={wish === null || isSame(of, wish) ? null : wish} name={name} now={now} />
        </Suspense>
      )}
    </>
  );
}
