import { type ReactNode, useId } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Ltr } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import { Link } from '#kit/ui/link.tsx';
import { Time, useDayText } from '#kit/ui/time.tsx';
import type { PaymentWhole } from '#sales/billing/payments.contract.ts';
import { isDue } from '#sales/billing/due.rules.ts';
import { everyBillingText } from '#sales/billing/ui/blocks/every-billing-text.hook.ts';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import { ProofButton } from '#sales/billing/ui/blocks/proof-button.part.tsx';
import { PaymentWay } from '#sales/billing/ui/blocks/payment-state.part.tsx';
import { placesOf, type Side } from './payments-data.hook.ts';
import { paymentsText } from './payments-text.hook.ts';
import s from './payments.module.css';

/** One line of a list of facts. */
export const Fact = ({ word, children }: { word: string; children: ReactNode }) => (
  <div>
    <dt>{word}</dt>
    <dd>{children}</dd>
  </div>
);

/** For which invoice, and of whom or to whom. */
function Parties({ of, side }: { of: PaymentWhole; side: Side }) {
  const say = paymentsText();
  const ofBilling = everyBillingText();
  const amountText = useMoney();
  const { can } = useAuth();
  const { invoice } = of;
  return (
    <>
      <Fact word={ofBilling('passes.invoice')}>
        <Link className="link" to={placesOf[side].invoice(invoice.id)}>
          <Ltr>{invoice.number}</Ltr>
        </Link>
        {isDue(invoice) && (
          <span className={`tiny quiet ${s.under}`}>
            {say('detail.due', { amount: amountText(invoice.remaining, of.currency) })}
          </span>
        )}
      </Fact>
      {side === 'buyer' ? (
        of.sellerName !== '' && (
          <Fact word={say('detail.paidTo')}>
            <bdi>{of.sellerName}</bdi>
          </Fact>
        )
      ) : (
        <Fact word={ofBilling('invoices.account')}>
          {side === 'seller' && can('users.manage') ? (
            <Link className="link" to={`/users/edit-user/${of.accountId}`}>
              <bdi>{of.accountName}</bdi>
            </Link>
          ) : (
            <bdi>{of.accountName}</bdi>
          )}
        </Fact>
      )}
    </>
  );
}

/** For what, by whom, how and when it was paid. */
export function PaymentFacts({ of, side }: { of: PaymentWhole; side: Side }) {
  const say = paymentsText();
  const ofBilling = everyBillingText();
  const dayText = useDayText();
  return (
    <dl className={s.facts}>
      <Parties of={of} side={side} />
      <Fact word={say('list.method')}>
        <span className={s.way}>
          <PaymentWay of={of} />
        </span>
      </Fact>
      {of.provider === 'card' && <Fact word={say('detail.how')}>{say(`detail.ways.${of.way}`)}</Fact>}
      {of.reference !== null && (
        <Fact word={ofBilling('invoices.reference')}>
          <span className={s.copied}>
            <Ltr>{of.reference}</Ltr>
            <CopyButton text={of.reference} look="icon" size="xs" label={ofBilling('invoices.copyReference')} />
          </span>
        </Fact>
      )}
      <Fact word={say('detail.begun')}>
        <Time at={of.createdAt} look="full" />
      </Fact>
      {of.settledAt !== null && (
        <Fact word={say('detail.settled')}>
          <Time at={of.settledAt} look="full" />
        </Fact>
      )}
      {of.valueDate !== null && <Fact word={say('detail.valueDate')}>{dayText(of.valueDate)}</Fact>}
      {of.bankRef !== null && of.bankRef !== '' && (
        <Fact word={say('detail.bankRef')}>
          <Ltr>{of.bankRef}</Ltr>
        </Fact>
      )}
      {of.note !== '' && (
        <Fact word={say('detail.note')}>
          <bdi>{of.note}</bdi>
        </Fact>
      )}
      {of.proof && (
        <Fact word={say('detail.proof')}>
          <ProofButton of={of.invoice}>{say('detail.openProof')}</ProofButton>
        </Fact>
      )}
    </dl>
  );
}

/** Where its money went, and what of it is gone again. */
export function PaymentSums({ of }: { of: PaymentWhole }) {
  const say = paymentsText();
  const amountText = useMoney();
  const heading = useId();
  const { dispute } = of;
  const rows = [
    ['onInvoice', of.onInvoice],
    ['toBalance', of.toBalance],
    ['sentBack', -of.refunded],
    ['takenBack', -of.takenBack],
  ] as const;
  const shown = rows.filter(([, amount]) => amount !== 0);
  const questioned = dispute?.state === 'open' ? dispute.amount : 0;
  if (shown.length === 0 && questioned === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={s.part}>
        {say('sums.title')}
      </h3>
      <dl className={s.facts}>
        <Fact word={say('sums.amount')}>
          <bdi className="strong">{amountText(of.amount, of.currency)}</bdi>
        </Fact>
        {shown.map(([name, amount]) => (
          <Fact key={name} word={say(`sums.${name}`)}>
            <bdi>{amountText(amount, of.currency)}</bdi>
          </Fact>
        ))}
        {questioned > 0 && (
          <Fact word={say('sums.questioned')}>
            <bdi>{amountText(questioned, of.currency)}</bdi>
          </Fact>
        )}
      </dl>
    </section>
  );
}
