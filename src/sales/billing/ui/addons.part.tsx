import { Button, Switch } from '@mantine/core';
import { useId } from 'react';
import type { Offer } from '#sales/plans/plans.contract.ts';
import { mostOf } from '#sales/plans/plans.rules.ts';
import type { AddonView, AddonWish } from '../addons.contract.ts';
import { AddedLimits } from './added-limits.part.tsx';
import { type At, keptAddons, shownAddons, withAddon } from './addons.hook.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { useMoney } from './blocks/money.hook.ts';
import { priceOf } from './purchase-data.hook.ts';
import s from './extras.module.css';

type Counted = { name: string; quantity: number; most: number; onPut: (quantity: number) => void };

/** One of it or none is a switch; of what adds a number there may be several. */
function Amount({ name, quantity, most, onPut }: Counted) {
  const say = billingText();
  if (most === 1)
    return (
      <Switch aria-label={name} checked={quantity > 0} onChange={({ currentTarget }) => onPut(currentTarget.checked ? 1 : 0)} />
    );
  return (
    <span className={s.stepper}>
      <Button aria-label={say('addons.fewer', { name })} disabled={quantity === 0} onClick={() => onPut(quantity - 1)}>
        −
      </Button>
      <output className={s.count} aria-label={name}>
        <bdi dir="ltr">{quantity}</bdi>
      </output>
      <Button aria-label={say('addons.more', { name })} disabled={quantity >= most} onClick={() => onPut(quantity + 1)}>
        +
      </Button>
    </span>
  );
}

type Props = {
  offers: readonly Offer[];
  at: At;
  chosen: readonly AddonWish[];
  /** Those that the plan has now: they stay in sight when they are sold no more. */
  held: readonly AddonView[];
  onChoose: (addons: AddonWish[]) => void;
};
/** What can be had on top of the plan, each with what it adds and costs. Nothing where nothing is sold. */
export function Addons({ offers, at, chosen, held, onChoose }: Props) {
  const say = billingText();
  const money = useMoney();
  const title = useId();
  const sold = shownAddons(offers, { at, chosen });
  const kept = keptAddons(held, { offers, at });
  if (sold.length + kept.length === 0) return null;
  const quantityOf = (planId: string) => chosen.find((one) => one.planId === planId)?.quantity ?? 0;
  const put = (planId: string) => (quantity: number) => onChoose(withAddon(chosen, { planId, quantity }));
  return (
    <section aria-labelledby={title}>
      <h2 id={title} className={s.title}>
        {say('addons.title')}
      </h2>
      <ul className={s.list}>
        {sold.map((offer) => (
          <li key={offer.id}>
            <span className={s.words}>
              <span className="strong">
                <bdi>{offer.name}</bdi>
              </span>
              {offer.summary !== '' && (
                <span className="small quiet">
                  <bdi>{offer.summary}</bdi>
                </span>
              )}
              <AddedLimits offer={offer} />
            </span>
            <Amount name={offer.name} quantity={quantityOf(offer.id)} most={mostOf(offer.entitlements)} onPut={put(offer.id)} />
            <span className={s.cost}>
              <bdi>{money(priceOf(offer, at)?.amount ?? 0, at.currency)}</bdi>
              <span className={`small quiet ${s.line}`}>{say(at.period === 'year' ? 'purchase.aYear' : 'purchase.aMonth')}</span>
            </span>
          </li>
        ))}
        {kept.map(({ planId, name, quantity }) => (
          <li key={planId}>
            <span className={s.words}>
              <span className="strong">
                <bdi>{name}</bdi>
              </span>
              <span className="small quiet">{say('addons.kept')}</span>
            </span>
            <Amount name={name} quantity={quantityOf(planId)} most={quantity} onPut={put(planId)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
