import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner, Bone } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import { useTimeText } from '#kit/ui/time.tsx';
import type { DisputeProposal } from '#sales/billing/disputes.contract.ts';
import type { PaymentWhole } from '#sales/billing/payments.contract.ts';
import { invoiceText } from '#sales/billing/ui/blocks/invoice-text.hook.ts';
import { useSaid } from './dispute-said.hook.ts';
import { paymentsApi } from './payments-data.hook.ts';
import { paymentsText, usePaymentsSay } from './payments-text.hook.ts';
import s from './payments.module.css';

type Props = { of: PaymentWhole; onClose: () => void };
/** Characters that each place takes. */
const [LINE, LONG] = [500, 20_000];
const lines = ['name', 'email', 'address', 'period'] as const;

function Fields({ of, proposal, onClose }: Props & { proposal: DisputeProposal }) {
  const say = paymentsText();
  const ofBilling = invoiceText();
  const { disputes } = useApi(paymentsApi);
  const said = useSaid(of);
  const form = useDraftForm({
    key: `dispute:${of.id}`,
    initial: { ...proposal.texts, document: proposal.document === 'invoice' },
    check: ({ document, ...texts }) =>
      document || Object.values(texts).some((text) => text.trim() !== '') ? {} : { other: 'nothing_said' },
    say: usePaymentsSay(),
    save: async ({ document, ...texts }) => {
      const body = { ...texts, document: document ? ('invoice' as const) : ('none' as const) };
      const after = await disputes.answer({ params: { id: of.id }, body });
      await said(after, say('act.answerSent'));
      onClose();
    },
  });
  const long = (name: 'product' | 'activity' | 'other', minRows: number) => (
    <Textarea
      size="md"
      {...form.input(name)}
      label={say(`dispute.form.${name}`)}
      autosize
      minRows={minRows}
      maxRows={8}
      maxLength={LONG}
      dir="auto"
    />
  );
  return (
    <form className={s.fields} onSubmit={form.submit} noValidate>
      {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
      {long('product', 3)}
      <div className={s.pair}>
        {lines.map((name) => (
          <TextInput key={name} size="md" {...form.input(name)} label={say(`dispute.form.${name}`)} maxLength={LINE} dir="auto" />
        ))}
      </div>
      {long('activity', 3)}
      {long('other', 2)}
      {proposal.document === 'invoice' && <Checkbox {...form.check('document')} label={say('dispute.form.document')} />}
      <div className={dialogs.acts}>
        <Button size="md" onClick={onClose}>
          {ofBilling('invoices.cancel')}
        </Button>
        <Button size="md" variant="filled" type="submit" loading={form.saving}>
          {say('dispute.form.send')}
        </Button>
      </div>
    </form>
  );
}

/** The answer to the bank, drafted from what is known here. */
export function DisputeDialog({ of, onClose }: Props) {
  const say = paymentsText();
  const time = useTimeText();
  const failureText = useFailureText(usePaymentsSay());
  const { disputes } = useApi(paymentsApi);
  const query = useQuery({
    ...callQuery({ area: 'admin', name: 'disputes.propose', call: disputes.propose, input: { params: { id: of.id } } }),
    // what is typed stays, whatever is proposed meanwhile
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const until = of.dispute?.dueAt ?? null;
  return (
    <Dialog
      title={say('dispute.form.title')}
      lead={until === null ? say('dispute.form.leadOpen') : say('dispute.form.lead', { day: time(until, 'day') })}
      width={640}
      onClose={onClose}
    >
      {query.isError && <Banner hue="red">{failureText(query.error)}</Banner>}
      {query.isPending && <Bone w="100%" h={320} />}
      {query.data !== undefined && <Fields of={of} proposal={query.data} onClose={onClose} />}
    </Dialog>
  );
}
