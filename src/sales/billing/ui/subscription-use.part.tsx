import { IconCheck, IconMinus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Meter, Panel } from '#kit/ui/bits.tsx';
import { Bone } from '#kit/ui/feedback.tsx';
import { Link } from '#kit/ui/link.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { Offer } from '#sales/plans/plans.contract.ts';
import type { SubscriptionPage } from '../billing.contract.ts';
import { isNear, shareOf, usageShown } from '../use.rules.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { liftOf } from './subscription-data.hook.ts';
import s from './subscription.module.css';

const UsageDays = loadable(async () => (await import('#meet/usage/ui/blocks/usage-days.part.tsx')).UsageDays);

type One = SubscriptionPage['use'][number];
type UseProps = { page: SubscriptionPage; offers: readonly Offer[] };

/** From 80 % on in words, with the plan that allows more. */
function Level({ of, page, offers }: UseProps & { of: One & { max: number } }) {
  const say = billingText();
  const { key, used, max } = of;
  if (!isNear({ used, max })) return null;
  const part = shareOf({ used, max });
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

/** One limit: how much of it is used, or how much it is where nothing is counted. */
function UseOf({ of, page, offers }: UseProps & { of: One }) {
  const say = billingText();
  const figures = new Intl.NumberFormat(intlTag(useReader().locale), { maximumFractionDigits: 2 });
  const { key, used, max } = of;
  const most = max === null ? say('limit.none') : figures.format(max);
  return (
    <div className={s.useOf}>
      <span className={s.useHead}>
        <span>{say(`limit.${key}`)}</span>
        {used === null ? (
          <span className="quiet">{max === null ? most : say('plan.upTo', { count: max })}</span>
        ) : (
          <span>
            <b>{figures.format(used)}</b>
            <span className="quiet"> / {most}</span>
          </span>
        )}
      </span>
      {max !== null && used !== null && <Meter value={used} of={max} label={say(`limit.${key}`)} />}
      {max !== null && <Level of={{ key, used, max }} page={page} offers={offers} />}
    </div>
  );
}

/** What the plan has, and has not. */
function Included({ page }: Pick<UseProps, 'page'>) {
  const say = billingText();
  return (
    <section className={s.useGroup} aria-labelledby="use-included">
      <h3 id="use-included">{say('plan.useGroup.included')}</h3>
      <ul className={s.included}>
        {page.included.map(({ key, yes }) => (
          <li key={key} className={yes ? undefined : 'quiet'}>
            {yes ? <IconCheck size={16} stroke={2} aria-hidden="true" /> : <IconMinus size={16} stroke={2} aria-hidden="true" />}
            <span>{say(`limit.${key}`)}</span>
            <span className="hidden">{say(yes ? 'plan.has' : 'plan.hasNot')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The limits that matter now: those nearest their end. */
export function Use({ page, offers }: UseProps) {
  const say = billingText();
  return (
    <Panel id="use" title={say('plan.use')} aside={<span className="small quiet">{say('plan.useHint')}</span>}>
      <div className={s.use}>
        {usageShown(page.use).first.map((one) => (
          <UseOf key={one.key} of={one} page={page} offers={offers} />
        ))}
      </div>
    </Panel>
  );
}

/** Every other limit, what the plan includes, and the use of each day, for those who open it. */
export function UseDetails({ page, offers }: UseProps) {
  const say = billingText();
  const [opened, setOpened] = useState<'never' | 'once'>('never');
  return (
    <details className={s.details} onToggle={(event) => event.currentTarget.open && setOpened('once')}>
      <summary>{say('plan.details')}</summary>
      <div className={s.stack}>
        <div className={s.useGroups}>
          {usageShown(page.use).rest.map(({ group, items }) => (
            <section key={group} className={s.useGroup} aria-labelledby={`use-${group}`}>
              <h3 id={`use-${group}`}>{say(`plan.useGroup.${group}`)}</h3>
              <div className={s.use}>
                {items.map((one) => (
                  <UseOf key={one.key} of={one} page={page} offers={offers} />
                ))}
              </div>
            </section>
          ))}
          <Included page={page} />
        </div>
        {opened === 'once' && (
          <Suspense fallback={<Bone w="100%" h={320} />}>
            <UsageDays />
          </Suspense>
        )}
      </div>
    </details>
  );
}
