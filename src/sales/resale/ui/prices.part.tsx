import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import type { ListedPlan, MoneyView } from '../resale.contract.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { FloorTable } from './floors.part.tsx';
import { OfferTable } from './offer.part.tsx';
import { moneyQuery, resaleApi, usePart, type Whose } from './resale-data.hook.ts';
import { resaleText } from './resale-text.hook.ts';
import s from './resale.module.css';
import { TermsForm } from './terms.part.tsx';

/** What was agreed, as the vendor reads it. */
function OwnTerms({ data }: { data: MoneyView }) {
  const say = resaleText();
  const part = usePart();
  if (data.terms === null) return <Banner hue="blue">{say('terms.none')}</Banner>;
  const { model, rate, lockDays } = data.terms;
  const text = model === 'commission' ? say('terms.share', { rate: part(rate ?? 0), days: lockDays }) : say('terms.handOn');
  return (
    <Panel title={say('terms.title')} id="terms">
      <p className="small">{text}</p>
    </Panel>
  );
}

const Coupons = loadable(async () => (await import('./coupons.part.tsx')).Coupons);
const sellable = (plan: ListedPlan): ListedPlan => ({ ...plan, prices: plan.prices.filter((one) => one.floor !== null) });

/** The terms of a vendor and its price list: floors for the operator, own prices for the vendor. */
export function Prices({ whose }: { whose: Whose }) {
  const say = resaleText();
  const { data } = useSuspenseQuery(moneyQuery(useApi(resaleApi), whose));
  const wholesale = data.terms?.model === 'wholesale';
  const sells = whose === null && wholesale && data.ready;
  // what has no floor is not the vendor's to sell
  const plans = whose === null ? data.plans.map(sellable).filter((plan) => plan.prices.length > 0) : data.plans;
  return (
    <div className={s.page}>
      {!data.ready && (
        <Banner
          hue="amber"
          {...(whose === null && { action: <LinkButton to="/vendors?tab=paper">{say('tabs.paper')}</LinkButton> })}
        >
          {say(whose === null ? 'terms.ownNotReady' : 'terms.notReady')}
        </Banner>
      )}
      {whose === null ? (
        <OwnTerms data={data} />
      ) : (
        <TermsForm key={data.terms?.revision ?? 0} vendorId={whose} terms={data.terms} />
      )}
      {wholesale && plans.length === 0 && <EmptyState title={say('prices.none')} text={say('prices.noneText')} />}
      {wholesale &&
        plans.map((plan) =>
          whose === null ? (
            <OfferTable key={`${plan.planId} ${JSON.stringify(plan)}`} plan={plan} />
          ) : (
            <FloorTable key={`${plan.planId} ${JSON.stringify(plan)}`} vendorId={whose} plan={plan} />
          ),
        )}
      {sells && plans.length > 0 && (
        <Suspense>
          <Coupons />
        </Suspense>
      )}
    </div>
  );
}
