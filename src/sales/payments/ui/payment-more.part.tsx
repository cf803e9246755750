import { useId } from 'react';
import { Ltr } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { Link } from '#kit/ui/link.tsx';
import { Time } from '#kit/ui/time.tsx';
import type { DisputeAnswer, PaymentWhole } from '#sales/billing/payments.contract.ts';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import { Fact } from './payment-facts.part.tsx';
import { placesOf, type Side } from './payments-data.hook.ts';
import { paymentsText } from './payments-text.hook.ts';
import s from './payments.module.css';

type PaymentProps = { of: PaymentWhole };

/** What was sent back of it, each with its credit note. */
export function Refunds({ of, side }: PaymentProps & { side: Side }) {
  const say = paymentsText();
  const amountText = useMoney();
  const heading = useId();
  if (of.refunds.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={s.part}>
        {say('refunds.title')}
      </h3>
      <ul className={s.rows}>
        {of.refunds.map((one) => (
          <li key={one.id}>
            <span>
              <Link className="link small" to={placesOf[side].invoice(one.creditNote.id)}>
                <Ltr>{one.creditNote.number}</Ltr>
              </Link>
              <span className={`tiny quiet ${s.under}`}>
                <DotLine>
                  {say(`refunds.state.${one.state}`)}
                  <Time at={one.settledAt ?? one.createdAt} />
                </DotLine>
              </span>
            </span>
            <bdi className="small num">{amountText(one.amount, one.currency)}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}

const places = ['product', 'name', 'email', 'address', 'period', 'activity', 'other'] as const;
/** The answer to the bank, as it was written. */
function Said({ of }: { of: DisputeAnswer }) {
  const say = paymentsText();
  const told = places.filter((place) => (of.texts[place] ?? '') !== '');
  return (
    <details className={s.said}>
      <summary>
        <span className="strong">{say('dispute.said.title')}</span>
        <span className={`tiny ${of.state === 'refused' ? s.trouble : 'quiet'} ${s.under}`}>
          <DotLine>
            {say(`dispute.said.state.${of.state}`)}
            <Time at={of.settledAt ?? of.createdAt} look="full" />
            {of.by}
          </DotLine>
        </span>
      </summary>
      {of.kind === 'accept' && <p className="small">{say('dispute.said.accepted')}</p>}
      {told.map((place) => (
        <div key={place}>
          <p className="tiny quiet">{say(`dispute.form.${place}`)}</p>
          <p className={`small ${s.words}`} dir="auto">
            {of.texts[place]}
          </p>
        </div>
      ))}
      {of.document === 'invoice' && <p className="small">{say('dispute.said.document')}</p>}
    </details>
  );
}

/** What the bank of the card's holder asked, and how it decided. */
export function Dispute({ of }: PaymentProps) {
  const say = paymentsText();
  const amountText = useMoney();
  const heading = useId();
  const { dispute } = of;
  if (dispute === null) return null;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={s.part}>
        {say('dispute.title')}
      </h3>
      <dl className={s.facts}>
        <Fact word={say(`dispute.state.${dispute.state}`)}>
          <bdi>{amountText(dispute.amount, of.currency)}</bdi>
        </Fact>
        <Fact word={say('dispute.reason')}>
          <Ltr mono="mono">{dispute.reason}</Ltr>
        </Fact>
        <Fact word={say('dispute.opened')}>
          <Time at={dispute.openedAt} look="day" />
        </Fact>
        {dispute.state === 'open' && dispute.dueAt !== null && of.disputeAnsweredAt === null && (
          <Fact word={say('dispute.until')}>
            <Time at={dispute.dueAt} look="day" />
          </Fact>
        )}
        {of.disputeAnsweredAt !== null && (
          <Fact word={say(of.disputeAnswer === null ? 'dispute.elsewhere' : 'dispute.answered')}>
            <Time at={of.disputeAnsweredAt} look="day" />
          </Fact>
        )}
        {of.disputeClosedAt !== null && (
          <Fact word={say('dispute.closed')}>
            <Time at={of.disputeClosedAt} look="day" />
          </Fact>
        )}
      </dl>
      {of.disputeAnswer !== null && <Said of={of.disputeAnswer} />}
    </section>
  );
}

/** What the card provider calls it and what belongs to it, to be looked up there. */
export function ProviderIds({ of }: PaymentProps) {
  const say = paymentsText();
  const heading = useId();
  const { ids } = of;
  if (ids === null) return null;
  const rows = [
    ...(ids.payment === null ? [] : [{ word: say('ids.payment'), id: ids.payment }]),
    ...(ids.customer === null ? [] : [{ word: say('ids.customer'), id: ids.customer }]),
    ...ids.refunds.map((id) => ({ word: say('ids.refund'), id })),
    ...ids.disputes.map((id) => ({ word: say('ids.dispute'), id })),
  ];
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={s.part}>
        {say('ids.title')}
      </h3>
      <dl className={s.facts}>
        {rows.map(({ word, id }) => (
          <Fact key={id} word={word}>
            <span className={s.copied}>
              <Ltr mono="mono" className={s.id ?? ''}>
                {id}
              </Ltr>
              <CopyButton text={id} look="icon" size="xs" label={say('ids.copy', { what: word })} />
            </span>
          </Fact>
        ))}
      </dl>
    </section>
  );
}
