import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { useDayText } from '#kit/ui/time.tsx';
import { rateText } from '#sales/tax/own-rates.rules.ts';
import type { TaxTermView } from '#sales/billing/terms.contract.ts';
import { Decided } from '../decided.part.tsx';
import { type Seller, termsApi, termsQuery } from '../terms-data.hook.ts';
import { termsText } from '../terms-text.hook.ts';
import s from '../terms.module.css';

const TaxDialog = loadable(async () => (await import('../terms-dialogs.part.tsx')).TaxDialog);
const LeitwegDialog = loadable(async () => (await import('../leitweg-dialog.part.tsx')).LeitwegDialog);
const TrustDialog = loadable(async () => (await import('../terms-dialogs.part.tsx')).TrustDialog);

function Tax({ of }: { of: TaxTermView }) {
  const say = termsText();
  const dayText = useDayText();
  const from = dayText(of.from);
  return (
    <>
      <span className="strong">
        {say(`tax.categories.${of.category}`)}
        {of.category === 'S' && <bdi dir="ltr">{` ${rateText(of.rate)} %`}</bdi>}
      </span>
      {of.text !== '' && <p dir="auto">{of.text}</p>}
      {of.code !== null && <bdi className="tiny quiet">{of.code}</bdi>}
      <p className="small">
        {of.until === null ? say('customer.since', { from }) : say('customer.between', { from, until: dayText(of.until) })}
      </p>
      <Decided of={of} />
    </>
  );
}

/** The side for which the reader decides: the operator or a vendor; null: neither. */
function useSide(): Seller | null {
  const { can } = useAuth();
  if (can('invoices.manage')) return 'operator';
  return can('vendors.manage') ? 'vendor' : null;
}

type Props = { id: string; name: string };
/** What the seller agreed with one customer: a tax of its own, days of trust, and where a public body wants its invoices. */
export function CustomerTerms(props: Props) {
  const side = useSide();
  return side === null ? null : <Terms {...props} side={side} />;
}

function Terms({ id, name, side }: Props & { side: Seller }) {
  const say = termsText();
  const { data: of } = useQuery({ ...termsQuery(useApi(termsApi), { side, id }), retry: false });
  const [asking, setAsking] = useState<'tax' | 'trust' | 'leitweg' | null>(null);
  if (of === undefined) return null;
  const asked = { of, id, side, name, onClose: () => setAsking(null) };
  return (
    <Panel id="customer-terms" title={say('customer.title')}>
      <dl className={s.facts}>
        <div>
          <dt>{say('customer.tax')}</dt>
          <dd>
            {of.tax === null ? <span>{say('customer.asRules')}</span> : <Tax of={of.tax} />}
            <Button onClick={() => setAsking('tax')}>{say('customer.changeTax')}</Button>
          </dd>
        </div>
        <div>
          <dt>{say('customer.trust')}</dt>
          <dd>
            {of.trust === null ? (
              <span>{say('customer.asEverybody', { days: say('customer.days', { count: of.trustDays }) })}</span>
            ) : (
              <>
                <span className="strong">{say('customer.days', { count: of.trust.days })}</span>
                <Decided of={of.trust} />
              </>
            )}
            <Button onClick={() => setAsking('trust')}>{say('customer.changeTrust')}</Button>
          </dd>
        </div>
        {of.buyer?.leitweg === 'possible' && (
          <div>
            <dt>{say('leitweg.title')}</dt>
            <dd>
              <span>{of.buyer.leitwegId === null ? say('leitweg.none') : <bdi dir="ltr">{of.buyer.leitwegId}</bdi>}</span>
              <Button onClick={() => setAsking('leitweg')}>{say('leitweg.change')}</Button>
            </dd>
          </div>
        )}
      </dl>
      <Suspense>
        {asking === 'tax' && <TaxDialog {...asked} />}
        {asking === 'trust' && <TrustDialog {...asked} />}
        {asking === 'leitweg' && <LeitwegDialog {...asked} />}
      </Suspense>
    </Panel>
  );
}
