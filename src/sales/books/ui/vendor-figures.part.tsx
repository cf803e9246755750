import { useQuery } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import { thousandthsOf } from '../books.rules.ts';
import { booksApi, vendorSumsQuery } from './books-data.hook.ts';
import { booksText } from './books-text.hook.ts';
import { Figure, type FigureLine, usePercent } from './figure.part.tsx';
import s from './books.module.css';

const orNone = (lines: readonly FigureLine[]): readonly FigureLine[] =>
  lines.length === 0 ? [{ key: 'none', value: '–', more: null }] : lines;

/** What resellers bring, in four figures; one is coloured only when somebody has to act. Currencies are never counted together. */
export function VendorFigures() {
  const say = booksText();
  const money = useMoney();
  const percent = usePercent();
  const when = useTimeText();
  const { data } = useQuery(vendorSumsQuery(useApi(booksApi)));
  if (data === undefined) return null;
  const { customers, all, waiting } = data;
  const share = thousandthsOf(customers, all);
  const sum = (one: { currency: string; amount: number }) => <bdi>{money(one.amount, one.currency)}</bdi>;
  return (
    <section aria-label={say('vendors.label')}>
      <dl className={s.figures}>
        <Figure
          word={say('vendors.customers')}
          lines={[
            { key: 'customers', value: customers, more: share === null ? null : say('vendors.share', { part: percent(share) }) },
          ]}
        />
        <Figure
          word={say('vendors.recurring')}
          lines={orNone(data.recurring.map((one) => ({ key: one.currency, value: sum(one), more: say('vendors.net') })))}
        />
        <Figure
          word={say('vendors.toPay')}
          lines={orNone(
            data.toPay.map((one) => ({ key: one.currency, value: sum(one), more: say('vendors.to', { count: one.vendors }) })),
          )}
        />
        <Figure
          word={say('vendors.waiting')}
          to="/vendors?state=applied"
          hue={waiting.count > 0 ? 'amber' : undefined}
          lines={[
            {
              key: 'waiting',
              value: waiting.count,
              more: waiting.since === null ? say('vendors.nobody') : say('vendors.since', { at: when(waiting.since) }),
            },
          ]}
        />
      </dl>
    </section>
  );
}
