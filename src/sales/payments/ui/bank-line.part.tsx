import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr } from '#kit/ui/bits.tsx';
import { Link } from '#kit/ui/link.tsx';
import { useDayText } from '#kit/ui/time.tsx';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import { Fact } from './payment-facts.part.tsx';
import { bankLineQuery, paymentsApi } from './payments-data.hook.ts';
import { paymentsText } from './payments-text.hook.ts';
import s from './payments.module.css';

/** The line of a statement by which it came, and what else that line paid; nothing where somebody noted it by hand. */
export function BankLine({ id }: { id: string }) {
  const say = paymentsText();
  const amountText = useMoney();
  const dayText = useDayText();
  const heading = useId();
  const { data } = useQuery(bankLineQuery(useApi(paymentsApi), id));
  const entry = data?.entry ?? null;
  if (entry === null) return null;
  const others = entry.booked.filter((one) => one.paymentId !== id);
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={s.part}>
        {say('bank.title')}
      </h3>
      <dl className={s.facts}>
        <Fact word={say('sums.amount')}>
          <bdi>{amountText(entry.amount, entry.currency)}</bdi>
        </Fact>
        {entry.payerName !== null && (
          <Fact word={say('bank.payer')}>
            <bdi>{entry.payerName}</bdi>
          </Fact>
        )}
        <Fact word={say('bank.booked')}>{dayText(entry.bookedOn)}</Fact>
        {entry.text !== '' && (
          <Fact word={say('bank.text')}>
            <bdi>{entry.text}</bdi>
          </Fact>
        )}
        {others.map((one, at) => (
          <Fact key={one.paymentId} word={at === 0 ? say('bank.also') : ''}>
            <Link className="link" to={`/all-invoices?tab=payments&payment=${one.paymentId}`}>
              <Ltr>{one.number}</Ltr>
            </Link>
          </Fact>
        ))}
      </dl>
    </section>
  );
}
