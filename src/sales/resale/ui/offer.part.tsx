import { Button, Switch, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Panel, Tag } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import type { ListedPlan } from '../resale.contract.ts';
import { marginOf } from '../resale.rules.ts';
import { decimalOf, resaleApi, typedAmount, usePart, useResaleRefresh } from './resale-data.hook.ts';
import { KindTag } from './kind-tag.part.tsx';
import { resaleText } from './resale-text.hook.ts';
import s from './resale.module.css';

type Field = `price${number}` | `seat${number}` | `minutes${number}`;
type OfferDraft = { name: string; onSale: boolean; trial: string } & { [price: Field]: string };
type Price = ListedPlan['prices'][number];
const textOf = (values: OfferDraft, name: Field): string => values[name] ?? '';

function draftOf(plan: ListedPlan): OfferDraft {
  const draft: OfferDraft = { name: plan.ownName ?? plan.name, onSale: plan.onSale, trial: String(plan.trialDays) };
  for (const [at, one] of plan.prices.entries()) {
    draft[`price${at}`] = decimalOf(one.asked, one.currency);
    draft[`seat${at}`] = decimalOf(one.seatAsked, one.currency);
    draft[`minutes${at}`] = decimalOf(one.minuteAsked, one.currency);
  }
  return draft;
}
/** Empty: not sold at this price. A price below the floor is an error before it is sent. */
function trouble(text: string, of: { currency: string; floor: number | null }): string | null {
  if (text.trim() === '') return null;
  const typed = typedAmount(text, of.currency);
  if (typed === null) return 'amount';
  return of.floor === null || typed < of.floor ? 'below_floor' : null;
}
/** Minutes that are owed for are asked for, at the same price in all of a currency. */
function minutesTrouble(prices: readonly Price[], { values, at }: { values: OfferDraft; at: number }): string | null {
  const of = (index: number) => textOf(values, `minutes${index}`);
  const { currency, minuteFloor: floor } = prices[at] ?? { currency: '', minuteFloor: null };
  if (floor === null || textOf(values, `price${at}`).trim() === '') return null;
  if (of(at).trim() === '') return 'minutes_needed';
  const typed = typedAmount(of(at), currency);
  const other = prices.findIndex((one, index) => one.currency === currency && textOf(values, `price${index}`).trim() !== '');
  return trouble(of(at), { currency, floor }) ?? (typedAmount(of(other), currency) === typed ? null : 'minutes_mixed');
}
function troublesOf(prices: readonly Price[], values: OfferDraft): Partial<Record<keyof OfferDraft & string, string>> {
  const found: Partial<Record<keyof OfferDraft & string, string>> = values.name.trim() === '' ? { name: 'required' } : {};
  for (const [at, { currency, floor, seatFloor }] of prices.entries()) {
    const price = trouble(textOf(values, `price${at}`), { currency, floor });
    const seat = trouble(textOf(values, `seat${at}`), { currency, floor: seatFloor });
    if (price !== null) found[`price${at}`] = price;
    if (seat !== null) found[`seat${at}`] = seat;
    const minutes = minutesTrouble(prices, { values, at });
    if (minutes !== null) found[`minutes${at}`] = minutes;
  }
  return found;
}

type Columns = { seats: boolean; minutes: boolean };
type RowProps = { price: Price; typed: string; has: Columns; children: [ReactNode, ReactNode, ReactNode] };
function Row({ price, typed, has, children }: RowProps) {
  const say = resaleText();
  const amountText = useMoney();
  const part = usePart();
  const { currency, floor } = price;
  const amount = typedAmount(typed, currency);
  const margin = floor === null || amount === null || amount < floor ? null : marginOf(amount, floor);
  return (
    <tr>
      <th scope="row">{say(`prices.periods.${price.period}`, { currency })}</th>
      <td data-label={say('prices.floor')}>{floor === null ? '–' : <bdi>{amountText(floor, currency)}</bdi>}</td>
      <td data-label={say('prices.own')}>{floor === null ? '–' : children[0]}</td>
      {has.seats && <td data-label={say('prices.ownSeat')}>{floor === null || price.seatFloor === null ? '–' : children[1]}</td>}
      {has.minutes && (
        <td data-label={say('prices.ownMinute')}>
          {floor === null || price.minuteFloor === null ? (
            '–'
          ) : (
            <>
              {children[2]}
              <span className={s.under}>{say('prices.from', { amount: amountText(price.minuteFloor, currency) })}</span>
            </>
          )}
        </td>
      )}
      <td data-label={say('prices.margin')}>{margin === null ? '–' : <bdi>{part(Math.round(margin / 100) * 100)}</bdi>}</td>
    </tr>
  );
}

function useOffer(plan: ListedPlan) {
  const say = resaleText();
  const { resale } = useApi(resaleApi);
  const refresh = useResaleRefresh();
  const { planId, prices } = plan;
  return useDraftForm<OfferDraft>({
    key: null,
    initial: draftOf(plan),
    check: (values) => ({
      ...troublesOf(prices, values),
      ...(!(/^\d{1,3}$/.test(values.trial) && Number(values.trial) <= plan.trialMost) && { trial: 'trial_too_long' }),
    }),
    say,
    save: async (values) => {
      const asked = prices.flatMap(({ currency, period }, at) => {
        const amount = typedAmount(textOf(values, `price${at}`), currency);
        const seatAmount = typedAmount(textOf(values, `seat${at}`), currency);
        const minuteAmount = typedAmount(textOf(values, `minutes${at}`), currency) || null;
        return amount === null ? [] : [{ currency, period, amount, seatAmount, minuteAmount }];
      });
      await resale.offer({
        params: { planId },
        body: { name: values.name, onSale: values.onSale, trialDays: Number(values.trial), prices: asked },
      });
      await refresh();
    },
  });
}

/** One plan that a vendor may resell: its own name and prices, with the floor under each and what stays with it. */
export function OfferTable({ plan }: { plan: ListedPlan }) {
  const say = resaleText();
  const form = useOffer(plan);
  const field = { className: s.field ?? '', inputMode: 'decimal', dir: 'ltr', maxLength: 18 } as const;
  const has = {
    seats: plan.prices.some((one) => one.seatFloor !== null),
    minutes: plan.prices.some((one) => one.minuteFloor !== null),
  };
  const aside = (
    <span className={s.tags}>
      <KindTag kind={plan.kind} />
      <Tag hue={plan.onSale ? 'green' : 'grey'}>{say(plan.onSale ? 'prices.onSale' : 'prices.notOnSale')}</Tag>
    </span>
  );
  return (
    <Panel title={<bdi>{plan.name}</bdi>} aside={aside} id={`offer-${plan.planId}`} flush="flush">
      <form onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <div className={s.head}>
          <TextInput {...form.input('name')} label={say('prices.name')} maxLength={80} dir="auto" />
          {plan.trialMost > 0 && (
            <TextInput
              {...form.input('trial')}
              label={say('prices.trial', { most: plan.trialMost })}
              inputMode="numeric"
              dir="ltr"
              maxLength={3}
            />
          )}
          <Switch {...form.check('onSale')} label={say('prices.sell')} />
        </div>
        <div className={s.scroll}>
          <table className={`${s.lines} ${s.stacked}`}>
            <thead>
              <tr>
                <th scope="col">{say('prices.price')}</th>
                <th scope="col">{say('prices.floor')}</th>
                <th scope="col">{say('prices.own')}</th>
                {has.seats && <th scope="col">{say('prices.ownSeat')}</th>}
                {has.minutes && <th scope="col">{say('prices.ownMinute')}</th>}
                <th scope="col">{say('prices.margin')}</th>
              </tr>
            </thead>
            <tbody>
              {plan.prices.map((price, at) => (
                <Row key={`${price.currency} ${price.period}`} price={price} typed={textOf(form.values, `price${at}`)} has={has}>
                  <TextInput {...field} {...form.input(`price${at}`)} aria-label={say('prices.own')} />
                  <TextInput {...field} {...form.input(`seat${at}`)} aria-label={say('prices.ownSeat')} />
                  <TextInput {...field} {...form.input(`minutes${at}`)} aria-label={say('prices.ownMinute')} />
                </Row>
              ))}
            </tbody>
          </table>
        </div>
        <div className={s.foot}>
          <p className="grow small quiet">{say('prices.ownHint')}</p>
          <Button variant="filled" type="submit" loading={form.saving} disabled={form.changes.length === 0}>
            {say('prices.saveOwn')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
