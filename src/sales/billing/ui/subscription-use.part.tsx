import { Meter, Panel } from '#kit/ui/bits.tsx';
import { Link } from '#kit/ui/link.tsx';
import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { Offer } from '#sales/plans/plans.contract.ts';
import type { SubscriptionPage } from '../billing.contract.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { liftOf } from './subscription-data.hook.ts';
import s from './subscription.module.css';

type One = SubscriptionPage['use'][number];
type Shown = { page: SubscriptionPage; offers: readonly Offer[] };

/** From 80 % on in words, with the plan that allows more. */
function Level({ of, page, offers }: Shown & { of: One & { max: number } }) {
  const say = billingText();
  const { key, used, max } = of;
  const part = max <= 0 ? 1 : (used ?? 0) / max;
  if (part < 0.8 || (used ?? 0) === 0) return null;
  const { subscription } = page;
  const lift = subscription === null ? null : liftOf(offers, { held: subscription, limit: { key, max } });
  const mayChange = subscription?.acts.includes('change') === true;
  const text =
    lift === null
      ? null
      : lift.allowed === null
        ? say('plan.liftAll', { plan: lift.offer.name })
        : say('plan.lift', { plan: lift.offer.name, count: lift.allowed });
  return (
    <span className={s.level} data-hue={part >= 1 ? 'red' : 'amber'}>
      <span>{say(part >= 1 ? 'plan.full' : 'plan.nearly')}</span>
      {lift !== null &&
        (mayChange ? (
          <Link className={s.link} to={`/my-subscriptions?change=${lift.offer.code}`}>
            {text}
          </Link>
        ) : (
          <span className="quiet">{text}</span>
        ))}
    </span>
  );
}

/** What is used of each limit. */
export function Use({ page, offers }: Shown) {
  const say = billingText();
  const figures = new Intl.NumberFormat(intlTag(useReader().locale), { maximumFractionDigits: 2 });
  return (
    <Panel id="use" title={say('plan.use')} aside={<span className="small quiet">{say('plan.useHint')}</span>}>
      <div className={s.use}>
        {page.use.map(({ key, used, max }) => (
          <div key={key} className={s.useOf}>
            <span className={s.useHead}>
              <span>{say(`limit.${key}`)}</span>
              <span>
                <b>{figures.format(used ?? 0)}</b>
                <span className="quiet"> / {max === null ? say('limit.none') : figures.format(max)}</span>
              </span>
            </span>
            {max !== null && <Meter value={used ?? 0} of={max} label={say(`limit.${key}`)} />}
            {max !== null && <Level of={{ key, used, max }} page={page} offers={offers} />}
          </div>
        ))}
      </div>
    </Panel>
  );
}
