import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useApi } from '#kit/ui/api.tsx';
import { Panel, Tag, type TagHue } from '#kit/ui/bits.tsx';
import { Time } from '#kit/ui/time.tsx';
import { Scrolls } from '#kit/ui/scrolls.tsx';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import type { SoldItem } from '../resale.contract.ts';
import { moneyQuery, resaleApi, soldQuery, type Whose } from './resale-data.hook.ts';
import { resaleText } from './resale-text.hook.ts';
import { Sales } from './sales-later.part.tsx';
import s from './resale.module.css';

const hues: Readonly<Partial<Record<SoldItem['state'], TagHue>>> = {
  active: 'green',
  trialing: 'blue',
  past_due: 'red',
  restricted: 'red',
  paused: 'grey',
};

function Rows({ whose, cursor }: { whose: Whose; cursor: string | null }) {
  const say = resaleText();
  const amountText = useMoney();
  const { data } = useSuspenseQuery(soldQuery(useApi(resaleApi), { whose, cursor }));
  const [more, setMore] = useState<'no' | 'yes'>('no');
  const { items, next } = data;
  return (
    <>
      {items.map((one) => (
        <tr key={one.id}>
          <th scope="row">
            <bdi>{one.customer}</bdi>
            <span className={s.under}>
              <bdi>{one.plan}</bdi>
            </span>
          </th>
          <td data-text="">
            <Tag hue={hues[one.state] ?? 'amber'}>{say('sold.state', { state: one.state })}</Tag>
          </td>
          <td>
            {one.amount === null ? '–' : <bdi>{amountText(one.amount, one.currency)}</bdi>}
            <span className={s.under}>{say(`sold.periods.${one.period}`)}</span>
          </td>
          <td>{one.floor === null ? '–' : <bdi>{amountText(one.floor, one.currency)}</bdi>}</td>
          <td>{one.periodEnd === null ? '–' : <Time at={one.periodEnd} look="day" />}</td>
        </tr>
      ))}
      {next !== null && more === 'no' && (
        <tr>
          <td data-text="" colSpan={5}>
            <Button onClick={() => setMore('yes')}>{say('more')}</Button>
          </td>
        </tr>
      )}
      {next !== null && more === 'yes' && (
        <Suspense>
          <Rows whose={whose} cursor={next} />
        </Suspense>
      )}
    </>
  );
}

/** What the customers of a vendor subscribe to; for the vendor itself with the invoices that it issued. */
export function SoldView({ whose }: { whose: Whose }) {
  const say = resaleText();
  const api = useApi(resaleApi);
  const { data } = useSuspenseQuery(soldQuery(api, { whose, cursor: null }));
  const { data: agreed } = useSuspenseQuery(moneyQuery(api, whose));
  return (
    <div className={s.page}>
      <Panel title={say('sold.title')} id="sold" flush="flush">
        {data.items.length === 0 ? (
          <p className={`${s.pad} small quiet`}>{say('sold.empty')}</p>
        ) : (
          <Scrolls className={s.scroll} label={say('tabs.sold')}>
            <table className={s.lines}>
              <thead>
                <tr>
                  <th scope="col">{say('sold.customer')}</th>
                  <th scope="col" data-text="">
                    {say('sold.stateTitle')}
                  </th>
                  <th scope="col">{say('sold.amount')}</th>
                  <th scope="col">{say('prices.floor')}</th>
                  <th scope="col">{say('sold.until')}</th>
                </tr>
              </thead>
              <tbody>
                <Rows whose={whose} cursor={null} />
              </tbody>
            </table>
          </Scrolls>
        )}
      </Panel>
      {whose === null && agreed.terms?.model === 'wholesale' && (
        <Suspense>
          <Sales />
        </Suspense>
      )}
    </div>
  );
}
