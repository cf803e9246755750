import { Banner } from '#kit/ui/feedback.tsx';
import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import { taxReasons } from '#sales/tax/tax.rules.ts';
import { useTaxWords } from '#sales/tax/ui/blocks/tax-words.hook.ts';
import { useKeys } from '../use.rules.ts';
import type { ChangeQuote } from '../subscriptions.contract.ts';
import { everyBillingText } from './blocks/every-billing-text.hook.ts';
import { useMoney } from './blocks/money.hook.ts';
import { PriceLines } from './price-lines.part.tsx';
import s from './subscription.module.css';

/** What would be above the limits, before anything is chosen. */
function Over({ quote }: { quote: ChangeQuote }) {
  const say = everyBillingText();
  const { locale } = useReader();
  const known = quote.broken.flatMap(({ key, used, max }) => {
    const name = useKeys.find((one) => one === key);
    return name === undefined ? [] : [say('change.used', { what: say(`limit.${name}`), used, max })];
  });
  if (known.length === 0) return null;
  const what = new Intl.ListFormat(intlTag(locale)).format(known);
  return <Banner hue="amber">{say('change.over', { plan: quote.planName, what })}</Banner>;
}

/** What would be read less far back. */
function Narrower({ quote }: { quote: ChangeQuote }) {
  const say = everyBillingText();
  const { locale } = useReader();
  if (quote.narrower.length === 0) return null;
  const number = new Intl.NumberFormat(intlTag(locale));
  const all = quote.narrower.map(({ key, days }) => `${say(`limit.${key}`)}: ${number.format(days)}`);
  const what = new Intl.ListFormat(intlTag(locale)).format(all);
  return <Banner hue="blue">{say('change.narrower', { plan: quote.planName, what })}</Banner>;
}

function Sums({ quote }: { quote: ChangeQuote }) {
  const say = everyBillingText();
  const money = useMoney();
  const when = useTimeText();
  const percent = new Intl.NumberFormat(intlTag(useReader().locale), { style: 'percent', maximumFractionDigits: 2 });
  const of = (amount: number) => <bdi>{money(amount, quote.currency)}</bdi>;
  const { next } = quote;
  return (
    <>
      {quote.lines.length > 0 && (
        <>
          {quote.taxes.map((group, at) => (
            <div key={`${group.category}${group.rate}`} className={at === 0 ? s.rule : undefined}>
              <dt className="quiet">{say('invoices.vat', { rate: percent.format(group.rate / 100_000) })}</dt>
              <dd>{of(group.tax)}</dd>
            </div>
          ))}
          {quote.balanceUsed > 0 && (
            <div>
              <dt className="quiet">{say('plan.balance')}</dt>
              <dd>{of(-quote.balanceUsed)}</dd>
            </div>
          )}
          <div className={s.total}>
            <dt>{say(quote.toBalance > 0 ? 'change.toBalance' : 'change.toPay')}</dt>
            <dd>{of(quote.toBalance > 0 ? quote.toBalance : quote.toPay)}</dd>
          </div>
          {quote.givenBack > 0 && (
            <div>
              <dt className="quiet">{say('change.toBalance')}</dt>
              <dd>{of(quote.givenBack)}</dd>
            </div>
          )}
        </>
      )}
      {next !== null && (
        <div>
          <dt className="quiet">{say('change.after', { on: when(next.at, 'day'), period: quote.period })}</dt>
          <dd>{of(next.total)}</dd>
        </div>
      )}
    </>
  );
}

/** The price of a change as the invoice will say it, and what comes after. */
export function QuoteOf({ quote, end }: { quote: ChangeQuote; end: number | null }) {
  const say = everyBillingText();
  const when = useTimeText();
  const tax = useTaxWords();
  const on = when(quote.when === 'end' || end === null ? quote.at : (quote.lines[0]?.periodEnd ?? end), 'day');
  const last = quote.lines.at(-1)?.periodEnd ?? end;
  const reason = taxReasons.find((one) => one === quote.taxReason);
  return (
    <>
      <Over quote={quote} />
      <Narrower quote={quote} />
      <p className="quiet">
        {quote.when === 'now' && last !== null && say('change.now', { on: when(last, 'day') })}
        {quote.when === 'end' && say('change.end', { plan: quote.planName, on })}
        {quote.when === 'trial' && say('change.trial', { plan: quote.planName })}
      </p>
      <dl className={s.sums}>
        <PriceLines lines={quote.lines} currency={quote.currency} />
        <Sums quote={quote} />
      </dl>
      {reason !== undefined && reason !== 'domestic' && <p className="small quiet">{tax.reason(reason)}</p>}
      {quote.taxPending && <p className="small quiet">{say('purchase.taxPending')}</p>}
    </>
  );
}
