import { IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Fragment, useId, useState } from 'react';
import { dayIn, formatDate } from '#kit/dates.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useSteadyAnswer } from '#kit/ui/query/query.ts';
import { Panel } from '#kit/ui/bits.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner, Bone } from '#kit/ui/feedback.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { ChangeWish, Forecast } from '../subscriptions.contract.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { useMoney } from './blocks/money.hook.ts';
import { PriceLines } from './price-lines.part.tsx';
import { forecastQuery, planApi } from './subscription-data.hook.ts';
import { forecastRows, type ForecastRow } from '../forecast.rules.ts';
import own from './forecast.module.css';
import s from './subscription.module.css';

type Charge = Forecast['charges'][number];

/** What one charge is made of, to the last line. */
function Lines({ charge, currency }: { charge: Charge; currency: string }) {
  const say = billingText();
  const money = useMoney();
  const rows = [
    { word: say('forecast.net'), amount: charge.net },
    { word: say('forecast.tax'), amount: charge.tax },
    ...(charge.toPay === charge.total ? [] : [{ word: say('forecast.balance'), amount: charge.toPay - charge.total }]),
  ];
  return (
    <dl className={s.sums}>
      <PriceLines lines={charge.lines} currency={currency} />
      {rows.map(({ word, amount }, at) => (
        <div key={word} className={at === 0 ? s.rule : undefined}>
          <dt className="quiet">{word}</dt>
          <dd>
            <bdi>{money(amount, currency)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Shown = { row: ForecastRow<Charge>; day: string; currency: string; columns: number; soon: boolean };
function Row({ row, day, currency, columns, soon }: Shown) {
  const say = billingText();
  const money = useMoney();
  const when = useTimeText();
  const id = useId();
  const [open, setOpen] = useState<'open' | 'closed'>('closed');
  const sum = (charges: readonly Charge[]) =>
    charges.length === 0
      ? '–'
      : money(
          charges.reduce((all, one) => all + one.toPay, 0),
          currency,
        );
  const shown = columns === 3 && row.changed.length > 0 ? row.changed : row.asIs;
  const title = say('forecast.lines', { on: when(row.at, 'day') });
  return (
    <Fragment>
      <tr data-now={soon || undefined}>
        <th scope="row">
          <button
            type="button"
            className={own.opener}
            aria-expanded={open === 'open'}
            aria-controls={id}
            onClick={() => setOpen(open === 'open' ? 'closed' : 'open')}
          >
            <IconChevronRight size={14} stroke={2} />
            {day}
            <span className="hidden">{title}</span>
          </button>
        </th>
        <td className={columns === 3 ? 'quiet' : undefined}>
          <bdi>{sum(row.asIs)}</bdi>
        </td>
        {columns === 3 && (
          <td>
            <bdi>{sum(row.changed)}</bdi>
          </td>
        )}
      </tr>
      {open === 'open' && (
        <tr id={id}>
          <td className={own.lines} colSpan={columns}>
            {shown.map((charge) => (
              <Lines key={`${charge.at} ${charge.cause}`} charge={charge} currency={currency} />
            ))}
          </td>
        </tr>
      )}
    </Fragment>
  );
}

/** The day of each row; its year where it is another one than before, and in the last row. */
function useDays(rows: readonly { at: number }[]): string[] {
  const { locale, zone, now } = useReader();
  const yearOf = (at: number) => dayIn(at, zone).slice(0, 4);
  return rows.map(({ at }, index) => {
    const before = yearOf(rows[index - 1]?.at ?? now);
    const last = index === rows.length - 1 && yearOf(at) !== yearOf(now);
    return formatDate(at, last || yearOf(at) !== before ? 'day' : 'dayMonth', { locale, zone });
  });
}

type Months = { now: Forecast; then: Forecast | null; name: string; today: number };
function Table({ now, then, name, today }: Months) {
  const say = billingText();
  const money = useMoney();
  const { currency } = now;
  const rows = forecastRows(now.charges, then?.charges ?? []);
  const days = useDays(rows);
  const columns = then === null ? 2 : 3;
  const together = (of: Forecast) => (
    <bdi>
      {money(
        of.charges.reduce((all, one) => all + one.toPay, 0),
        currency,
      )}
    </bdi>
  );
  if (rows.length === 0) return <p className={`quiet ${own.none}`}>{say('forecast.none')}</p>;
  return (
    <table className={own.table}>
      <caption className="hidden">{say('forecast.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('forecast.on')}</th>
          <th scope="col">{say('forecast.asIs')}</th>
          {then !== null && (
            <th scope="col">
              <bdi>{name}</bdi>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <Row
            key={row.at}
            row={row}
            day={days[at] ?? ''}
            currency={currency}
            columns={columns}
            soon={row.at < today + 3_600_000}
          />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{say('forecast.together')}</th>
          <td>{together(now)}</td>
          {then !== null && <td>{together(then)}</td>}
        </tr>
      </tfoot>
    </table>
  );
}

/** What will be charged in thirteen months by the real engine, with a change and without. */
export function ForecastPanel({ wish, name, now }: { wish: ChangeWish | null; name: string; now: number }) {
  const say = billingText();
  const api = useApi(planApi);
  const failureText = useFailureText(say);
  const asIs = useQuery(forecastQuery(api, null));
  const standing = useSteadyAnswer(asIs);
  const changed = useQuery({ ...forecastQuery(api, wish), enabled: wish !== null, placeholderData: keepPreviousData });
  // opened with a wish, both columns come at once; a table that is shown already stays
  const [firstWish] = useState(wish);
  const isWaiting = firstWish !== null && wish !== null && changed.isPending;
  const then = wish === null || changed.error !== null ? null : (changed.data ?? null);
  return (
    <Panel
      id="forecast"
      flush="flush"
      title={say('forecast.title')}
      aside={<span className="small quiet">{say('forecast.withTax')}</span>}
    >
      {asIs.error !== null && <Banner hue="red">{failureText(asIs.error)}</Banner>}
      {asIs.error === null && wish !== null && changed.error !== null && <Banner hue="red">{failureText(changed.error)}</Banner>}
      {(standing === undefined || isWaiting) && asIs.error === null && <Bone w="100%" h={508} />}
      {standing !== undefined && !isWaiting && <Table now={standing} then={then} name={name} today={now} />}
    </Panel>
  );
}
