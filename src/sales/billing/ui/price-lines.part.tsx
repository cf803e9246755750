import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { ExplainedLine } from '../subscriptions.contract.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { useMoney } from './blocks/money.hook.ts';
import s from './subscription.module.css';

const DAY_S = 86_400;
/** How the amount of a line came about: pieces, the part of a period, what a coupon took off. */
function Explained({ line, currency }: { line: ExplainedLine; currency: string }) {
  const say = billingText();
  const money = useMoney();
  const when = useTimeText();
  const days = new Intl.NumberFormat(intlTag(useReader().locale), { maximumFractionDigits: 1 });
  const { part, periodStart: from, periodEnd: to } = line;
  const spans = from === null || to === null ? null : { from: when(from, 'full'), to: when(to, 'full') };
  const texts = [
    line.detail,
    line.quantity > 1 ? say('forecast.times', { count: line.quantity, amount: money(line.unit, currency) }) : '',
    spans === null ? '' : say('forecast.period', spans),
    part === null
      ? ''
      : say('forecast.part', {
          left: days.format(part.left / DAY_S),
          // no fraction: seconds of the period
          total: days.format(part.total / DAY_S),
          amount: money(part.full, currency),
        }),
    line.discount === 0 ? '' : say('forecast.coupon', { amount: money(-line.discount, currency) }),
  ];
  // the words of the invoice are in the language of the account: each stays by itself beside those of the reader
  return (
    <span className={`small quiet ${s.parts}`}>
      {texts
        .filter((text) => text !== '')
        .map((text) => (
          <bdi key={text}>{text}</bdi>
        ))}
    </span>
  );
}

/** Lines of an invoice, each with what its amount is made of. Inside a `dl`. */
export function PriceLines({ lines, currency }: { lines: readonly ExplainedLine[]; currency: string }) {
  const money = useMoney();
  return lines.map((line) => (
    <div key={`${line.kind} ${line.title} ${line.amount}`}>
      <dt>
        <bdi className="strong">{line.title}</bdi>
        <Explained line={line} currency={currency} />
      </dt>
      <dd>
        <bdi>{money(line.amount, currency)}</bdi>
      </dd>
    </div>
  ));
}
