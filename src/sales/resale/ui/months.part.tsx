import { useSuspenseQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { Tag } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { Link } from '#kit/ui/link.tsx';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import type { StatementItem } from '../resale.contract.ts';
import { PagedTable } from './paged-table.part.tsx';
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

/** What cannot be settled yet, and why. */
function Waits({ whose }: { whose: Whose }) {
  const say = resaleText();
  const monthText = useMonthText();
  const { data } = useSuspenseQuery(moneyQuery(useApi(resaleApi), whose));
  return data.waits.map(({ kind, month, currency, reason }) => (
    <Banner key={`${kind} ${currency}`} hue="amber">
      {say(`months.waits.${reason}`, { kind: say(`months.kinds.${kind}`), month: monthText(month), currency })}
    </Banner>
  ));
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
function List({ whose, base }: Props) {
  const say = resaleText();
  const api = useApi(resaleApi);
  return (
    <div className={s.page}>
      <Waits whose={whose} />
      <Earned whose={whose} />
      <PagedTable
        {...{ id: 'months', title: say('tabs.months'), label: say('tabs.months'), empty: say('months.empty') }}
        heads={[
          { word: say('months.month'), look: 'text' },
          { word: say('sales.number'), look: 'text' },
          { word: say('sold.stateTitle'), look: 'text' },
          { word: say('months.net'), look: 'figure' },
          { word: say('months.gross'), look: 'figure' },
        ]}
        query={(cursor) => monthsQuery(api, { whose, cursor })}
        row={(one) => <Row key={one.id} one={one} base={base} />}
      />
    </div>
  );
}

/** The months of a vendor, or one of them. */
export function Months({ whose, base }: Props) {
  const [search] = useSearchParams();
  const one = search.get('statement');
  return one === null ? <List whose={whose} base={base} /> : <Statement id={one} whose={whose} back={`${base}?tab=months`} />;
}
