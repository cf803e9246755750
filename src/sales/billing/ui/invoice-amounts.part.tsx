import { formatDate } from '#kit/dates.ts';
import { useDayText } from '#kit/ui/time.tsx';
import { useTaxWords } from '#sales/tax/ui/blocks/tax-words.hook.ts';
import { taxReasons } from '#sales/tax/tax.rules.ts';
import { Panel } from '#kit/ui/bits.tsx';
import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { isDue } from '../due.rules.ts';
import type { AccountingView } from '../accounting.contract.ts';
import type { InvoiceLineView, InvoiceView, PaymentView } from '../invoices.contract.ts';
import type { InvoiceTaxSlot } from './blocks/invoice-slots.hook.ts';
import { invoiceText } from './blocks/invoice-text.hook.ts';
import { leftToRight, useMoney } from './blocks/money.hook.ts';
import { useRateText, useSpanText } from './invoice-words.hook.ts';
import s from './invoice.module.css';

function Line({ line, currency }: { line: InvoiceLineView; currency: string }) {
  const say = invoiceText();
  const amountText = useMoney();
  const span = useSpanText();
  const tag = intlTag(useReader().locale);
  const under = [
    line.detail,
    line.periodStart !== null && line.periodEnd !== null ? span(line.periodStart, line.periodEnd) : '',
    line.discount > 0 ? say('invoices.discount', { amount: amountText(line.discount, currency) }) : '',
  ].filter((text) => text !== '');
  return (
    <tr>
      <th scope="row">
        <bdi className="strong">{line.title}</bdi>
        {under.map((text) => (
          <span key={text} className={`tiny quiet ${s.under}`}>
            <bdi>{text}</bdi>
          </span>
        ))}
        <span className={`tiny quiet ${s.times}`}>
          <bdi>{say('invoices.times', { quantity: line.quantity, price: amountText(line.unit, currency) })}</bdi>
        </span>
      </th>
      <td className={`soft ${s.wide}`}>{new Intl.NumberFormat(tag).format(line.quantity)}</td>
      <td className={`soft ${s.wide}`}>
        <bdi>{amountText(line.unit, currency)}</bdi>
      </td>
      <td>
        <bdi>{amountText(line.amount - line.discount, currency)}</bdi>
      </td>
    </tr>
  );
}

type Row = { id: string; word: string; amount: number; look?: 'total' | 'due' };
function useTotals(invoice: InvoiceView): Row[] {
  const say = invoiceText();
  const rateText = useRateText();
  const dayText = useDayText();
  const { locale, zone } = useReader();
  const asDay = (at: number) => formatDate(at, 'day', { locale, zone });
  const taxes: Row[] = invoice.taxes
    .filter((one) => one.tax !== 0 || one.category === 'S')
    .map((one) => ({
      id: `${one.category} ${one.rate}`,
      word: say('invoices.vat', { rate: rateText(one.rate) }),
      amount: one.tax,
    }));
  const paidBy = (one: PaymentView): string => {
    const day = one.valueDate === null ? asDay(one.settledAt ?? one.createdAt) : dayText(one.valueDate);
    if (one.manual === null) return say(`invoices.paidBy.${one.provider}`, { day });
    // a name of the seller's own, whatever way it is written
    return `${say('invoices.paidBy.none', { day })} · \u2068${one.manual}\u2069`;
  };
  const paid: Row[] = invoice.payments
    .filter((one) => one.state === 'succeeded')
    .map((one) => ({
      id: one.id,
      word: paidBy(one),
      amount: -one.amount,
    }));
  const has = paid.length > 0 || invoice.credited !== 0 || invoice.balanceUsed !== 0;
  // what came beyond the sum stands on the account's balance, not here
  const over = -paid.reduce((all, one) => all + one.amount, 0) - invoice.paid;
  return [
    { id: 'net', word: say('invoices.net'), amount: invoice.net },
    ...taxes,
    { id: 'total', word: say('invoices.total'), amount: invoice.total, look: 'total' },
    ...(invoice.balanceUsed === 0
      ? []
      : [{ id: 'balance', word: say('invoices.balanceUsed'), amount: -invoice.balanceUsed } as const]),
    ...paid,
    ...(over <= 0 ? [] : [{ id: 'over', word: say('invoices.toBalance'), amount: over } as const]),
    ...(invoice.credited === 0 ? [] : [{ id: 'credited', word: say('invoices.credited'), amount: -invoice.credited } as const]),
    ...(invoice.kind === 'invoice' && (has || isDue(invoice)) && invoice.state !== 'void'
      ? [{ id: 'due', word: say('invoices.stillDue'), amount: invoice.remaining, look: 'due' } as const]
      : []),
  ];
}

/** The tax in the currency of the seller's books, with the rate, who published it, and when. */
function Accounting({ of }: { of: AccountingView }) {
  const say = invoiceText();
  const amountText = useMoney();
  const dayText = useDayText();
  return (
    <p className={`small soft ${s.noteText}`}>
      {say('rate.line', {
        amount: leftToRight(amountText(of.tax, of.currency)),
        currency: of.currency,
        rate: leftToRight(of.quotes),
        source: of.source === 'ecb' ? say('rate.ecb') : of.origin,
        day: dayText(of.day),
      })}
    </p>
  );
}

/** Why there is tax on it, or none, in the reader's language. */
function TaxReason({ reason }: { reason: string | null }) {
  const words = useTaxWords();
  const known = taxReasons.find((one) => one === reason);
  if (known === undefined || known === 'domestic') return null;
  return <p className={`tiny quiet ${s.reason}`}>{words.reason(known)}</p>;
}

/** The lines with what they add up to, and what was paid of it. */
export function InvoiceAmounts({ invoice, Tax }: { invoice: InvoiceView; Tax?: InvoiceTaxSlot | undefined }) {
  const say = invoiceText();
  const amountText = useMoney();
  const totals = useTotals(invoice);
  const { currency } = invoice;
  return (
    <Panel
      flush="flush"
      id="invoice-amounts"
      title={say('invoices.amounts')}
      aside={<span className="small quiet">{say(invoice.inclusive ? 'invoices.inGross' : 'invoices.inNet', { currency })}</span>}
    >
      <table className={s.lines}>
        <thead>
          <tr>
            <th scope="col">{say('invoices.what')}</th>
            <th scope="col" className={s.wide}>
              {say('invoices.quantity')}
            </th>
            <th scope="col" className={s.wide}>
              {say('invoices.price')}
            </th>
            <th scope="col">{say('invoices.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {invoice.lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of an invoice have no other name than their place
            <Line key={at} line={line} currency={invoice.currency} />
          ))}
        </tbody>
      </table>
      <dl className={s.totals}>
        {totals.map((row) => (
          <div key={row.id} data-look={row.look}>
            <dt>{row.word}</dt>
            <dd>
              <bdi>{amountText(row.amount, invoice.currency)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {invoice.accounting !== null && <Accounting of={invoice.accounting} />}
      <TaxReason reason={invoice.taxReason} />
      {invoice.taxText !== null && (
        <p className={`tiny quiet ${s.reason}`} dir="auto">
          {invoice.taxText}
        </p>
      )}
      {Tax !== undefined && <Tax invoice={invoice} />}
      {invoice.note !== '' && (
        <p className={`small soft ${s.noteText}`} dir="auto">
          {invoice.note}
        </p>
      )}
    </Panel>
  );
}
