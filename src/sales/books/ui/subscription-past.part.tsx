import { useId } from 'react';
import { Time } from '#kit/ui/time.tsx';
import type { SubscriptionDetail } from '#sales/billing/all-subscriptions.contract.ts';
import { writtenReason } from '#sales/billing/reasons.rules.ts';
import { Coming, useWaiting, WaitingInvoice } from '#sales/billing/ui/blocks/coming.part.tsx';
import { invoiceText } from '#sales/billing/ui/blocks/invoice-text.hook.ts';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import { booksText } from './books-text.hook.ts';
import s from './books.module.css';

type DetailProps = { of: SubscriptionDetail };
/** One happening as a sentence; null for what nobody has words for. */
function useSentence(): (one: SubscriptionDetail['timeline'][number]) => string | null {
  const say = booksText();
  const ofBilling = invoiceText();
  const money = useMoney();
  return ({ kind, to, data }) => {
    const { amount, currency, number, provider, days } = data;
    const sum = typeof amount === 'number' && typeof currency === 'string' ? money(amount, currency) : '';
    const values = { amount: sum, number: String(number ?? ''), by: String(provider ?? 'transfer'), days: Number(days ?? 0) };
    const [area = '', what = ''] = kind.split('.');
    if (area !== 'subscription') return ofBilling.maybe(`invoices.happened.${kind}`, values);
    return say.maybe(`happened.${what}`, values) ?? ofBilling.maybe(`standing.${to ?? what}`);
  };
}

/** What follows while its oldest invoice is not paid. */
export function WhatFollows({ of }: DetailProps) {
  const ofBilling = invoiceText();
  const waiting = useWaiting({ id: of.id, area: 'admin' });
  const heading = useId();
  if (waiting === null) return null;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={s.part}>
        {ofBilling('invoices.coming.title')}
      </h3>
      <WaitingInvoice waiting={waiting} at="/all-invoices/" />
      <Coming coming={waiting.coming} />
    </section>
  );
}

/** What happened to a subscription, the newest first. */
export function Past({ of }: DetailProps) {
  const say = booksText();
  const ofBilling = invoiceText();
  const sentence = useSentence();
  const heading = useId();
  const told = of.timeline.flatMap((one) => {
    const words = sentence(one);
    return words === null ? [] : [{ one, words }];
  });
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={s.part}>
        {say('detail.timeline')}
      </h3>
      <ol className={s.past}>
        {told.map(({ one, words }) => (
          <li key={one.id}>
            <span>
              <span className="small strong">{words}</span>
              {writtenReason(one.reason) !== null && (
                <span className={`tiny soft ${s.why}`} dir="auto">
                  <br />
                  {one.reason}
                </span>
              )}
              {one.by !== null && (
                <span className="tiny quiet">
                  <br />
                  {ofBilling.rich('invoices.by', { who: one.by, name: (text) => <bdi>{text}</bdi> })}
                </span>
              )}
            </span>
            <span className="tiny quiet">
              <Time at={one.at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
