import { Button } from '@mantine/core';
import { Suspense, useId, useState } from 'react';
import { Tag } from '#kit/ui/bits.tsx';
import { Bone } from '#kit/ui/feedback.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { planStep, recommendedPlan } from '#sales/plans/choice.rules.ts';
import type { Offer } from '#sales/plans/plans.contract.ts';
import type { SubscriptionView } from '../billing.contract.ts';
import type { ChangeWish } from '../subscriptions.contract.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { useMoney } from './blocks/money.hook.ts';
import { Addons } from './addons.part.tsx';
import { wishedAddons, wishOfHeld } from './addons.hook.ts';
import { priceOf } from './purchase-data.hook.ts';
import { Rhythm, Seats } from './rhythm.part.tsx';
import s from './change.module.css';

const PlanCompare = loadable(async () => (await import('#sales/plans/ui/blocks/plan-compare.part.tsx')).PlanCompare);

type Props = {
  of: SubscriptionView;
  offers: readonly Offer[];
  wish: ChangeWish;
  onWish: (wish: ChangeWish) => void;
};

type CardsProps = Pick<Props, 'of' | 'offers' | 'wish'> & { onPlan: (id: string) => void };
/** One card for each plan that is sold like that, and for the own one also when it is sold no more. */
function PlanCards({ of, offers, wish, onPlan }: CardsProps) {
  const say = billingText();
  const money = useMoney();
  const group = useId();
  const { currency } = of;
  const priceAt = { period: wish.period, currency };
  const sold = offers.some((one) => one.id === of.planId);
  const onSale = offers.map((one) => ({ id: one.id, amount: priceOf(one, priceAt)?.amount ?? 0 }));
  const recommended = recommendedPlan(onSale, of.planId);
  const stepTo = (id: string) => planStep(onSale, { current: of.planId, id });
  const cards = [
    ...(sold ? [] : [{ id: of.planId, name: of.planName, price: null, step: stepTo(of.planId) }]),
    ...offers.map((one) => ({ id: one.id, name: one.name, price: priceOf(one, priceAt), step: stepTo(one.id) })),
  ];
  return (
    <fieldset className={s.plans}>
      <legend className="hidden">{say('change.plans')}</legend>
      {cards.map(({ id, name, price, step }) => (
        <label key={id} className={s.plan} data-on={id === wish.planId || undefined}>
          <input type="radio" name={group} checked={id === wish.planId} onChange={() => onPlan(id)} />
          <span>
            <bdi className="strong">{name}</bdi>
            <span className={`small quiet ${s.small}`}>
              {step !== 'choose' && say(`change.step.${step}`)}
              {id === recommended && <Tag hue="blue">{say('change.recommended')}</Tag>}
            </span>
          </span>
          {price !== null && (
            <span>
              <bdi className="strong">{money(price.amount, currency)}</bdi>
              <span className={`small quiet ${s.small}`}>
                {say(wish.period === 'year' ? 'purchase.aYear' : 'purchase.aMonth')}
              </span>
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}

/** What the plans allow beside each other, for those who want to know. */
function PlanTable({ of, offers, wish }: Pick<Props, 'of' | 'offers' | 'wish'>) {
  const say = billingText();
  const [open, setOpen] = useState<'open' | 'closed'>('closed');
  return (
    <>
      <div>
        <Button variant="subtle" aria-expanded={open === 'open'} onClick={() => setOpen(open === 'open' ? 'closed' : 'open')}>
          {say('change.compare')}
        </Button>
      </div>
      {open === 'open' && (
        <Suspense fallback={<Bone w="100%" h={320} />}>
          <PlanCompare offers={offers} period={wish.period} chosen={wish.planId} current={of.planId} />
        </Suspense>
      )}
    </>
  );
}

/** The plans on sale to choose from; then rhythm, seats and add-ons. */
export function ChangePlans({ of, offers, wish, onWish }: Props) {
  const { currency } = of;
  const priceAt = { period: wish.period, currency };
  const shown = offers.filter((offer) => offer.kind === 'base' && priceOf(offer, priceAt) !== null);
  const offer = offers.find((one) => one.id === wish.planId);
  const at = { ...priceAt, to: offer };
  const choice = {
    plan: null,
    period: wish.period,
    currency,
    seats: wish.seats,
    coupon: '',
    code: null,
    addons: '',
    pass: null,
    start: '',
  };
  const wished = () => (wish.addons ?? []).map((one) => ({ ...one, name: '' }));
  // nobody pays for what the other plan has itself
  const choosePlan = (planId: string) => {
    const to = offers.find((one) => one.id === planId);
    const same = wish.period === of.period;
    const asItIs = same && planId === of.planId;
    const addons = asItIs ? wishOfHeld(of.addons) : wishedAddons(wished(), { offers, at: { ...priceAt, to }, same });
    onWish({ ...wish, planId, addons, seats: planId === of.planId ? of.seats : 0 });
  };
  // what is not sold in the other rhythm cannot come along
  const chooseRhythm = (period: 'month' | 'year') => {
    const same = period === of.period;
    onWish({ ...wish, period, addons: wishedAddons(same ? of.addons : wished(), { offers, at: { ...at, period }, same }) });
  };
  return (
    <>
      <PlanCards of={of} offers={shown} wish={wish} onPlan={choosePlan} />
      <PlanTable of={of} offers={offers} wish={wish} />
      <Rhythm
        choice={choice}
        choose={({ period }) => chooseRhythm(period === 'year' ? 'year' : 'month')}
        currency={currency}
        currencies={[currency]}
      />
      {offer !== undefined && (
        <Seats
          offer={offer}
          currency={currency}
          choice={choice}
          choose={({ seats }) => onWish({ ...wish, seats: Number(seats ?? 0) })}
        />
      )}
      <Addons
        offers={offers}
        at={at}
        chosen={wish.addons ?? []}
        held={wish.period === of.period ? of.addons : []}
        onChoose={(addons) => onWish({ ...wish, addons })}
      />
    </>
  );
}
