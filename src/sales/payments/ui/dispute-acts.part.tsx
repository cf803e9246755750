import { Button } from '@mantine/core';
import { IconGavel } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { PaymentWhole } from '#sales/billing/payments.contract.ts';
import { invoiceText } from '#sales/billing/ui/blocks/invoice-text.hook.ts';
import { leftToRight, useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import { useSaid } from './dispute-said.hook.ts';
import { paymentsApi } from './payments-data.hook.ts';
import { paymentsText, usePaymentsSay } from './payments-text.hook.ts';

const DisputeDialog = loadable(async () => (await import('./dispute-form.part.tsx')).DisputeDialog);

type Props = { of: PaymentWhole; onTrouble: (text: string) => void };
/** The two ways to answer a bank: with proof, or by giving the money back. */
export function DisputeActs({ of, onTrouble }: Props): ReactNode {
  const say = paymentsText();
  const ofBilling = invoiceText();
  const amountText = useMoney();
  const failureText = useFailureText(usePaymentsSay());
  const { disputes } = useApi(paymentsApi);
  const ask = useAsk();
  const said = useSaid(of);
  const [opened, setOpened] = useState(false);
  const getReady = () => void DisputeDialog.preload().catch(() => null);
  const [busy, setBusy] = useState('no');
  const giveIn = async () => {
    const amount = leftToRight(amountText(of.dispute?.amount ?? 0, of.currency));
    const { title, lead, verb } = {
      title: say('dispute.giveIn.title'),
      lead: say('dispute.giveIn.lead', { amount }),
      verb: say('dispute.giveIn.verb'),
    };
    if (!(await ask({ title, lead, verb, safe: ofBilling('invoices.cancel') }))) return;
    setBusy('busy');
    const text = await (async () => {
      await said(await disputes.accept({ params: { id: of.id } }), say('act.givenIn'));
      return '';
    })().catch(failureText);
    setBusy('no');
    onTrouble(text);
  };
  return (
    <>
      <Button
        variant="filled"
        leftSection={<IconGavel size={16} stroke={1.75} />}
        onClick={() => setOpened(true)}
        onPointerEnter={getReady}
        onFocus={getReady}
      >
        {say('act.answer')}
      </Button>
      <Button loading={busy === 'busy'} onClick={() => void giveIn()}>
        {say('dispute.giveIn.open')}
      </Button>
      {opened && (
        <Suspense>
          <DisputeDialog of={of} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
