import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { invoiceText } from '#sales/billing/ui/blocks/invoice-text.hook.ts';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import type { BooksMonth, MoneyHome } from '../books.contract.ts';
import { thousandthsOf } from '../books.rules.ts';
import { booksApi, moneyQuery } from './books-data.hook.ts';
import { booksText } from './books-text.hook.ts';
import { Figure, usePercent } from './figure.part.tsx';
import s from './books.module.css';

type Now = { currency: string; month: BooksMonth; before: BooksMonth | null };
const presentOf = (data: MoneyHome): Now[] =>
  data.currencies.flatMap(({ currency, months }) => {
    const month = months.at(-1);
    return month === undefined ? [] : [{ currency, month, before: months.at(-2) ?? null }];
  });
const total = (all: readonly Now[], of: (month: BooksMonth) => number) => all.reduce((sum, one) => sum + of(one.month), 0);

type Shown = { now: readonly Now[] };
/** Per currency a line of its own. */
const PerCurrency = ({ now, children }: Shown & { children: (one: Now) => ReactNode }) =>
  now.map((one) => (
    <span key={one.currency} className={s.moreLine}>
      {children(one)}
    </span>
  ));

function Recurring({ now }: Shown) {
  const say = booksText();
  const money = useMoney();
  const lines = now.map((one) => ({
    key: one.currency,
    value: <bdi>{money(one.month.recurring, one.currency)}</bdi>,
    more: say('figures.subscriptions', { count: one.month.subscriptions }),
  }));
  return (
    <Figure word={say('figures.recurring')} lines={lines.length === 0 ? [{ key: 'none', value: '–', more: null }] : lines} />
  );
}

function Moves({ now }: Shown) {
  const say = booksText();
  const money = useMoney();
  const percent = usePercent();
  const signed = (amount: number, currency: string) => `${amount < 0 ? '−' : '+'}${money(Math.abs(amount), currency)}`;
  const net = (
    <PerCurrency now={now}>
      {({ month, currency }) => (
        <>
          {say('figures.net')} <bdi>{signed(month.gained - month.lost, currency)}</bdi>
        </>
      )}
    </PerCurrency>
  );
  const lost = (
    <PerCurrency now={now}>
      {({ month, before, currency }) => {
        const churn = thousandthsOf(month.lost, before?.recurring ?? 0);
        return (
          <DotLine>
            {money(-month.lost, currency)}
            {churn !== null && say('figures.churn', { part: percent(churn) })}
          </DotLine>
        );
      }}
    </PerCurrency>
  );
  return (
    <>
      <Figure word={say('figures.came')} lines={[{ key: 'came', value: total(now, (month) => month.came), more: net }]} />
      <Figure word={say('figures.gone')} lines={[{ key: 'gone', value: total(now, (month) => month.gone), more: lost }]} />
    </>
  );
}

function Trials({ now }: Shown) {
  const say = booksText();
  const percent = usePercent();
  const turned = total(now, (month) => month.trialsTurned);
  const all = turned + total(now, (month) => month.trialsEnded);
  const part = thousandthsOf(turned, all);
  return (
    <Figure
      word={say('figures.trials')}
      lines={[{ key: 'trials', value: part === null ? '–' : percent(part), more: say('figures.trialsOf', { turned, all }) }]}
    />
  );
}

function Overdue({ sums }: { sums: MoneyHome['overdue'] }) {
  const say = invoiceText();
  const money = useMoney();
  const none = { key: 'none', value: '–', more: say('invoices.figures.count', { count: 0 }) };
  const lines = sums.map(({ currency, amount, count }) => ({
    key: currency,
    value: <bdi>{money(amount, currency)}</bdi>,
    more: say('invoices.figures.count', { count }),
  }));
  return (
    <Figure
      word={say('invoices.figures.overdue')}
      to="/all-invoices?state=overdue"
      hue={sums.length > 0 ? 'red' : undefined}
      lines={lines.length === 0 ? [none] : lines}
    />
  );
}

/** The month in five figures; one is coloured only when somebody has to act. Currencies are never counted together. */
export function RevenueFigures() {
  const say = booksText();
  const { data } = useQuery(moneyQuery(useApi(booksApi)));
  if (data === undefined) return null;
  const now = presentOf(data);
  return (
    <section aria-label={say('figures.label')}>
      <dl className={s.figures}>
        <Recurring now={now} />
        <Moves now={now} />
        <Trials now={now} />
        <Overdue sums={data.overdue} />
      </dl>
    </section>
  );
}
