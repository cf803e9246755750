import { ActionIcon, Button } from '@mantine/core';
import { IconRefresh, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Failure } from '#kit/errors.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useSteadyAnswer } from '#kit/ui/query/query.ts';
import { useModal } from '#kit/ui/overlay/dialog.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner, Bone } from '#kit/ui/feedback.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import type { PaymentWhole } from '#sales/billing/payments.contract.ts';
import { invoiceText } from '#sales/billing/ui/blocks/invoice-text.hook.ts';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import { PaymentState } from '#sales/billing/ui/blocks/payment-state.part.tsx';
import { Timeline, useTold } from '#sales/billing/ui/blocks/timeline.part.tsx';
import { BankLine } from './bank-line.part.tsx';
import { DisputeActs } from './dispute-acts.part.tsx';
import { PaymentAdvice } from './payment-advice.part.tsx';
import { PaymentFacts, PaymentSums } from './payment-facts.part.tsx';
import { Dispute, ProviderIds, Refunds } from './payment-more.part.tsx';
import { TakeBack } from './take-back.part.tsx';
import { areaOf, paymentQuery, paymentsApi, placesOf, type Side } from './payments-data.hook.ts';
import { paymentsText, usePaymentsSay } from './payments-text.hook.ts';
import s from './payments.module.css';

type PaymentProps = { of: PaymentWhole; side: Side };

function Past({ of }: PaymentProps) {
  const ofBilling = invoiceText();
  const told = useTold(of.timeline);
  const heading = useId();
  if (told.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={s.part}>
        {ofBilling('invoices.timeline')}
      </h3>
      <Timeline told={told} />
    </section>
  );
}

/** Asks the card provider, and says so; what it answered stands in the drawer then. */
function LookButton({ of, side, onTrouble }: PaymentProps & { onTrouble: (text: string) => void }) {
  const say = paymentsText();
  const failureText = useFailureText(usePaymentsSay());
  const api = useApi(paymentsApi);
  const queries = useQueryClient();
  const toast = useToast();
  const [busy, setBusy] = useState('no');
  const look = async () => {
    setBusy('busy');
    const text = await (async () => {
      const after = await api.allPayments.look({ params: { id: of.id } });
      queries.setQueryData(paymentQuery(api, side, of.id).queryKey, after);
      await queries.invalidateQueries({ queryKey: [areaOf(side)] });
      toast({ icon: IconRefresh, text: say('act.asked') });
      return '';
    })().catch(failureText);
    setBusy('no');
    onTrouble(text);
  };
  return (
    <Button loading={busy === 'busy'} leftSection={<IconRefresh size={16} stroke={1.75} />} onClick={() => void look()}>
      {say('act.look')}
    </Button>
  );
}

/** What can be done with it; each leads to where it is done, and only the question to the provider is asked here. */
function Acts({ of, side }: PaymentProps) {
  const say = paymentsText();
  const [trouble, setTrouble] = useState('');
  const { rights, invoice } = of;
  const at = placesOf[side].invoice(invoice.id);
  const asks = of.state === 'requires_action';
  return (
    <footer className={s.foot}>
      {trouble !== '' && (
        <p role="alert" className={`small ${s.trouble}`}>
          {trouble}
        </p>
      )}
      {rights.pay && (
        <LinkButton to={at} variant="filled">
          {say(asks ? 'act.confirm' : 'act.pay')}
        </LinkButton>
      )}
      {rights.decide && (
        <LinkButton to="/all-invoices?tab=reported" variant="filled">
          {say('act.decide')}
        </LinkButton>
      )}
      {rights.answer && <DisputeActs of={of} onTrouble={setTrouble} />}
      {rights.look && <LookButton of={of} side={side} onTrouble={setTrouble} />}
      {rights.takeBack && <TakeBack of={of} side={side} />}
      {rights.refund && <LinkButton to={`${at}?refund=${of.id}`}>{say('act.refund')}</LinkButton>}
      {!rights.pay && <LinkButton to={at}>{say(side === 'seller' && asks ? 'act.remind' : 'act.invoice')}</LinkButton>}
    </footer>
  );
}

function Body({ of, side }: PaymentProps) {
  return (
    <>
      <PaymentAdvice of={of} side={side} />
      <PaymentFacts of={of} side={side} />
      <PaymentSums of={of} />
      <Refunds of={of} side={side} />
      <Dispute of={of} />
      {side === 'seller' && of.provider === 'transfer' && of.manual === null && of.settledAt !== null && <BankLine id={of.id} />}
      <ProviderIds of={of} />
      <Past of={of} side={side} />
    </>
  );
}

type Props = { id: string; side: Side; onClose: () => void };
/** One payment beside its list: what it paid, how it stands, what went back, and all that happened. */
export function PaymentDrawer({ id, side, onClose }: Props) {
  const say = paymentsText();
  const ofBilling = invoiceText();
  const amountText = useMoney();
  const failureText = useFailureText(usePaymentsSay());
  const query = useQuery({
    ...paymentQuery(useApi(paymentsApi), side, id),
    // what is not there does not come by asking again
    retry: (count, error) => !(error instanceof Failure) && count < 2,
  });
  useLiveRefresh({ area: areaOf(side), kinds: ['billing'] });
  const dialog = useModal();
  const title = useId();
  const of = useSteadyAnswer(query);
  const isGone = query.error instanceof Failure && ['not_found', 'invalid_input'].includes(query.error.code);
  return (
    <dialog
      ref={dialog}
      className={s.drawer}
      aria-labelledby={title}
      onCancel={(event) => {
        // a window that stands above it closes by itself, and says so here, too
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className={s.inside}>
        <header className={s.head}>
          <h2 id={title} className={`grow ${s.title}`}>
            {of === undefined ? (
              ofBilling('invoices.payments.title')
            ) : (
              <>
                <bdi className="num">{amountText(of.amount, of.currency)}</bdi>
                <PaymentState of={of} look="pill" />
              </>
            )}
          </h2>
          <ActionIcon size={44} variant="subtle" aria-label={say('detail.close')} onClick={onClose}>
            <IconX size={18} stroke={1.75} />
          </ActionIcon>
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
        <section className={s.body} tabIndex={0} aria-labelledby={title}>
          {query.isError && of === undefined && (
            <Banner hue="red">{isGone ? say('detail.notHere') : failureText(query.error)}</Banner>
          )}
          {of === undefined && !query.isError && <Bone w="100%" h={320} />}
          {of !== undefined && <Body of={of} side={side} />}
        </section>
        {of !== undefined && <Acts of={of} side={side} />}
      </div>
    </dialog>
  );
}
