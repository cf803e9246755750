import { Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import type { DraftForm } from '#kit/ui/form/form.tsx';
import { type Credited, creditLines, type Left, type LineLeft } from '../../credit.rules.ts';
import type { InvoiceView } from '../../invoices.contract.ts';
import { decimalOf, typedAmount, useRateText } from '../invoice-words.hook.ts';
import { invoiceText } from './invoice-text.hook.ts';
import { creditChosen, type CreditDraft, type CreditLineDraft, creditModes, leftOf } from './credit-choice.hook.ts';
import { useMoney } from './money.hook.ts';
import s from './credit-choice.module.css';

type LineProps = {
  line: LineLeft;
  title: string;
  left: Left;
  draft: CreditLineDraft;
  onChange: (draft: CreditLineDraft) => void;
};
function Line({ line, title, left, draft, onChange }: LineProps) {
  const say = invoiceText();
  const money = useMoney();
  const { currency } = left;
  const pieces = (text: string) => {
    const quantity = typedAmount(text, 'JPY') ?? 0;
    const found = quantity > 0 ? creditLines(left, [{ position: line.position, quantity: BigInt(quantity) }]) : null;
    const amount = found === null ? draft.amount : decimalOf(Number(found.lines[0]?.shown ?? 0n), currency);
    onChange({ ...draft, by: 'quantity', quantity: text, amount });
  };
  return (
    <li className={s.line}>
      <Checkbox
        size="sm"
        checked={draft.chosen === 'yes'}
        disabled={line.left <= 0n}
        onChange={(event) => onChange({ ...draft, chosen: event.currentTarget.checked ? 'yes' : 'no' })}
        label={<bdi>{title}</bdi>}
        description={say('invoices.credit.lineLeft', { amount: money(Number(line.left), currency) })}
      />
      {draft.chosen === 'yes' && (
        <div className={s.typed}>
          {line.quantity > 1n && (
            <TextInput
              size="sm"
              label={say('invoices.credit.pieces', { most: Number(line.quantity) })}
              value={draft.quantity}
              onChange={(event) => pieces(event.currentTarget.value)}
              inputMode="numeric"
              dir="ltr"
              autoComplete="off"
              maxLength={7}
            />
          )}
          <TextInput
            size="sm"
            label={say(left.inclusive === 'gross' ? 'invoices.credit.withTax' : 'invoices.credit.withoutTax', { currency })}
            value={draft.amount}
            onChange={(event) => onChange({ ...draft, by: 'amount', quantity: '', amount: event.currentTarget.value })}
            inputMode="decimal"
            dir="ltr"
            autoComplete="off"
            maxLength={20}
          />
        </div>
      )}
    </li>
  );
}

/** What will stand on the credit note, and how much of it is set off. */
function Preview({ invoice, credited }: { invoice: InvoiceView; credited: Credited }) {
  const say = invoiceText();
  const money = useMoney();
  const rateText = useRateText();
  const { currency, remaining, state } = invoice;
  const total = Number(credited.total);
  const off = state === 'paid' ? 0 : Math.min(total, remaining);
  const rows = [
    { id: 'net', word: say('invoices.net'), sum: credited.groups.reduce((all, one) => all + one.base, 0n) },
    ...credited.groups.map(({ category, rate, tax }) => ({
      id: `${category} ${rate}`,
      word: say('invoices.vat', { rate: rateText(rate) }),
      sum: tax,
    })),
    { id: 'total', word: say('invoices.total'), sum: credited.total },
  ];
  return (
    <div aria-live="polite">
      <dl className={s.totals} aria-label={say('invoices.credit.preview')}>
        {rows.map(({ id, word, sum }) => (
          <div key={id} data-look={id === 'total' ? 'total' : undefined}>
            <dt>{word}</dt>
            <dd>
              <bdi>{money(Number(sum), currency)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {off > 0 && <p className="small soft">{say('invoices.credit.setOff', { amount: money(off, currency) })}</p>}
    </div>
  );
}

type Props = { form: DraftForm<CreditDraft>; invoice: InvoiceView };
/** What of an invoice is given back: all that is left, some lines, or an amount; with what it comes to. */
export function CreditChoices({ form, invoice }: Props) {
  const say = invoiceText();
  const left = leftOf(invoice);
  if (left === null) return null;
  const { mode, lines } = form.values;
  const found = creditChosen(left, form.values);
  const set = (draft: CreditLineDraft) =>
    form.set(
      'lines',
      lines.map((one) => (one.position === draft.position ? draft : one)),
    );
  return (
    <>
      <SegmentedControl
        aria-label={say('invoices.credit.what')}
        value={mode}
        onChange={(value) => {
          const chosen = creditModes.find((one) => one === value);
          if (chosen !== undefined) form.set('mode', chosen);
        }}
        data={creditModes.map((value) => ({ value, label: say(`invoices.credit.modes.${value}`) }))}
      />
      {mode === 'lines' && (
        <ul className={s.lines}>
          {left.lines.map((line) => {
            const draft = lines.find((one) => one.position === line.position);
            if (draft === undefined) return null;
            const title = invoice.lines[line.position]?.title ?? '';
            return <Line key={line.position} {...{ line, title, left, draft }} onChange={set} />;
          })}
        </ul>
      )}
      {mode === 'amount' && (
        <TextInput
          size="md"
          {...form.input('amount')}
          label={say('invoices.record.amount', { currency: left.currency })}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          maxLength={20}
        />
      )}
      {mode === 'lines' && form.errors.lines !== undefined && (
        <p className={s.trouble} role="alert">
          {form.errors.lines}
        </p>
      )}
      {'credited' in found && <Preview invoice={invoice} credited={found.credited} />}
    </>
  );
}
