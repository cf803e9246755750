import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useApi } from '#kit/ui/api.tsx';
import { Panel, Tag } from '#kit/ui/bits.tsx';
import { Link } from '#kit/ui/link.tsx';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import type { StatementItem } from '../resale.contract.ts';
import { moneyQuery, monthsQuery, resaleApi, useMonthText, type Whose } from './resale-data.hook.ts';
import { resaleText } from './resale-text.hook.ts';
import s from './resale.module.css';
import { Statement } from './statement.part.tsx';

const shown = ['accrued', 'locked', 'payable', 'paid'] as const;
/** What was earned, by how sure it is. */
function Earned({ whose }: { whose: Whose }) {
  const say = resaleText();
  const amountText = useMoney();
  const { data } = useSuspenseQuery(moneyQuery(useApi(resaleApi), whose));
  if (data.terms?.model !== 'commission' && data.earned.length === 0) return null;
  return (
    <ul className={s.figures}>
      {shown.map((state) => {
        const sums = data.earned.filter((one) => one.state === state);
        return (
          <li key={state} className={s.figure}>
            <span className="small quiet">{say(`earned.${state}`)}</span>
            <span className={s.sum} data-hue={state === 'payable' && sums.length > 0 ? 'amber' : undefined}>
              {sums.length === 0 ? '–' : sums.map((one) => <bdi key={one.currency}>{amountText(one.amount, one.currency)}</bdi>)}
            </span>
            <span className="tiny quiet">{say(`earned.hints.${state}`)}</span>
          </li>
        );
      })}
    </ul>
  );
}

function Row({ one, base }: { one: StatementItem; base: string }) {
  const say = resaleText();
  const amountText = useMoney();
  const monthText = useMonthText();
  return (
    <tr>
      <th scope="row">
        <Link to={`${base}?tab=months&statement=${one.id}`}>{monthText(one.month)}</Link>
        <span className={s.under}>{say(`months.kinds.${one.kind}`)}</span>
      </th>
      <td data-text="">
        <bdi dir="ltr">{one.number}</bdi>
      </td>
      <td data-text="">
        {one.kind === 'commission' && (
          <Tag hue={one.paidOn === null ? 'amber' : 'green'}>{say(one.paidOn === null ? 'months.open' : 'months.paid')}</Tag>
        )}
      </td>
      <td>
        <bdi>{amountText(one.net, one.currency)}</bdi>
      </td>
      <td>
        <bdi>{amountText(one.gross, one.currency)}</bdi>
      </td>
    </tr>
  );
}

type Props = { whose: Whose; base: string };
function Rows({ whose, base, cursor }: Props & { cursor: string | null }) {
  const say = resaleText();
  const { data } = useSuspenseQuery(monthsQuery(useApi(resaleApi), { whose, cursor }));
  const [more, setMore] = useState<'no' | 'yes'>('no');
  const { items, next } = data;
  return (
    <>
      {items.map((one) => (
        <Row key={one.id} one={one} base={base} />
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
          <Rows whose={whose} base={base} cursor={next} />
        </Suspense>
      )}
    </>
  );
}

function List({ whose, base }: Props) {
  const say = resaleText();
  const { data } = useSuspenseQuery(monthsQuery(useApi(resaleApi), { whose, cursor: null }));
  return (
    <div className={s.page}>
      <Earned whose={whose} />
      <Panel title={say('tabs.months')} id="months" flush="flush">
        {data.items.length === 0 ? (
          <p className={`${s.pad} small quiet`}>{say('months.empty')}</p>
        ) : (
          <div className={s.scroll}>
            <table className={s.lines}>
              <thead>
                <tr>
                  <th scope="col">{say('months.month')}</th>
                  <th scope="col" data-text="">
                    {say('sales.number')}
                  </th>
                  <th scope="col" data-text="">
                    {say('sold.stateTitle')}
                  </th>
                  <th scope="col">{say('months.net')}</th>
                  <th scope="col">{say('months.gross')}</th>
                </tr>
              </thead>
              <tbody>
                <Rows whose={whose} base={base} cursor={null} />
              </tbody>
            </table>
          </div>
        )}
      </Panel>
    </div>
  );
}

/** The months of a vendor, or one of them. */
export function Months({ whose, base }: Props) {
  const [search] = useSearchParams();
  const one = search.get('statement');
  return one === null ? <List whose={whose} base={base} /> : <Statement id={one} whose={whose} back={`${base}?tab=months`} />;
}
