import { Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Offer } from '#sales/plans/plans.contract.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { useMoney } from './blocks/money.hook.ts';
import { type Choice, priceOf, type useChoice } from './purchase-data.hook.ts';
import s from './purchase.module.css';

type Chosen = Pick<ReturnType<typeof useChoice>, 'choice' | 'choose'>;

/** How often and in which currency one pays. */
export function Rhythm({ choice, choose, currency, currencies }: Chosen & { currency: string; currencies: readonly string[] }) {
  const say = billingText();
  return (
    <div className={s.rhythm}>
      <SegmentedControl
        aria-label={say('purchase.rhythm')}
        value={choice.period}
        onChange={(period) => choose({ period })}
        data={[
          { value: 'month', label: say('purchase.monthly') },
          { value: 'year', label: say('purchase.yearly') },
        ]}
      />
      {currencies.length > 1 && (
        <NativeSelect
          aria-label={say('purchase.currency')}
          data={[...currencies]}
          value={currency}
          onChange={(event) => choose({ currency: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

const STEP = 5;
type Seated = Chosen & { offer: Offer; currency: string };
/** More of what the plan counts in steps of five, and what they cost a month. */
export function Seats({ offer, currency, choice, choose }: Seated) {
  const say = billingText();
  const money = useMoney();
  const price = priceOf(offer, { period: choice.period, currency });
  if (offer.seatKey === null || price?.seatAmount == null) return null;
  const { seats } = choice;
  const most = offer.seatMost ?? 100_000;
  const put = (next: number) => choose({ seats: next <= 0 ? null : String(Math.min(most, next)) });
  // no fraction: seats and minor units are whole
  const cost = price.seatAmount * seats;
  return (
    <div className={s.seats}>
      <span className={s.seatWords}>
        <span className="strong">{say(`limit.${offer.seatKey}`)}</span>
        <span className={`small quiet ${s.line}`}>
          {say('purchase.seatsHint', { in: offer.entitlements[offer.seatKey] ?? 0 })}
        </span>
      </span>
      <span className={s.stepper}>
        <Button aria-label={say('purchase.fewer')} disabled={seats === 0} onClick={() => put(seats - STEP)}>
          −
        </Button>
        <output className={s.seatCount} aria-label={say(`limit.${offer.seatKey}`)}>
          <bdi dir="ltr">{`+${seats}`}</bdi>
        </output>
        <Button aria-label={say('purchase.more')} disabled={seats >= most} onClick={() => put(seats + STEP)}>
          +
        </Button>
      </span>
      <span className={s.seatCost}>
        <bdi>{money(cost, currency)}</bdi>
        <span className={`small quiet ${s.line}`}>{say(choice.period === 'year' ? 'purchase.aYear' : 'purchase.aMonth')}</span>
      </span>
    </div>
  );
}

type CouponOf = { value: Choice['coupon']; refused: string | null; onUse: (code: string) => void };
/** A code that is sent off with its own button; its error appears below it. */
export function CouponField({ value, refused, onUse }: CouponOf) {
  const say = billingText();
  const [typed, setTyped] = useState(value);
  return (
    <form
      className={s.coupon}
      onSubmit={(event) => {
        event.preventDefault();
        onUse(typed.trim().toUpperCase());
      }}
    >
      <TextInput
        dir="ltr"
        label={say('purchase.couponField')}
        autoComplete="off"
        maxLength={40}
        error={refused}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit">{say('purchase.useCoupon')}</Button>
    </form>
  );
}
