import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { Link } from '#kit/ui/link.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { Time } from '#kit/ui/time.tsx';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import { ProofButton } from '#sales/billing/ui/blocks/proof-button.part.tsx';
import type { ReportedView } from '../bank.contract.ts';
import { bankApi, reportedQuery } from './bank-data.hook.ts';
import { bankText } from './bank-text.hook.ts';
import s from './bank.module.css';

const ReportedDialog = loadable(async () => (await import('./reported-dialog.part.tsx')).ReportedDialog);

/** What is asked about one of them. */
export type Asking = { of: ReportedView; what: 'arrived' | 'not' };

function Row({ one, onAsk }: { one: ReportedView; onAsk: (asking: Asking) => void }) {
  const say = bankText();
  const amountText = useMoney();
  return (
    <li className={s.reported}>
      <span className={s.said}>
        <Link className="strong" to={`/all-invoices?tab=payments&payment=${one.paymentId}`}>
          <bdi>{one.accountName}</bdi>
        </Link>
        <span className="tiny quiet">
          <DotLine>
            <Link className={s.number} to={`/all-invoices/${one.invoiceId}`}>
              <Ltr>{one.number}</Ltr>
            </Link>
            <Time at={one.at} />
          </DotLine>
        </span>
        {one.note !== '' && <bdi className="small">{one.note}</bdi>}
        {one.proof && <ProofButton of={{ id: one.invoiceId, number: one.number }}>{say('reported.proof')}</ProofButton>}
      </span>
      <bdi className={s.amount}>{amountText(one.amount, one.currency)}</bdi>
      <span className={s.acts}>
        <Button size="md" onClick={() => onAsk({ of: one, what: 'not' })}>
          {say('reported.not')}
        </Button>
        <Button size="md" variant="filled" onClick={() => onAsk({ of: one, what: 'arrived' })}>
          {say('reported.arrived')}
        </Button>
      </span>
    </li>
  );
}

/** Transfers that customers say they made, the oldest first. */
export function ReportedList() {
  const say = bankText();
  const failureText = useFailureText(say);
  const [cursor, setCursor] = useState<string | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const query = useQuery(reportedQuery(useApi(bankApi), cursor));
  useLiveRefresh({ area: 'admin', kinds: ['billing'] });
  const next = query.data?.next ?? null;
  if (query.data?.items.length === 0 && cursor === null)
    return <EmptyState title={say('reported.emptyTitle')} text={say('reported.emptyText')} />;
  return (
    <div className={s.page}>
      <p className="small soft">{say('reported.lead')}</p>
      {query.error !== null && <Banner hue="red">{failureText(query.error)}</Banner>}
      <ul className={s.list}>
        {query.data?.items.map((one) => (
          <Row key={one.paymentId} one={one} onAsk={setAsking} />
        ))}
      </ul>
      {(next !== null || cursor !== null) && (
        <div className={s.acts}>
          <Button size="md" disabled={cursor === null} onClick={() => setCursor(null)}>
            {say('history.first')}
          </Button>
          <Button size="md" disabled={next === null} onClick={() => setCursor(next)}>
            {say('history.next')}
          </Button>
        </div>
      )}
      {asking !== null && (
        <Suspense>
          <ReportedDialog asking={asking} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </div>
  );
}
