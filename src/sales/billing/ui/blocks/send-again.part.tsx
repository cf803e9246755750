import { NativeSelect } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Client } from '#kit/contract.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { Banner, Bone } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import { useSentText } from '#core/outbox/ui/blocks/mail-delivery.hook.ts';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { sendingCalls } from '../../sending.contract.ts';
import { invoiceText } from './invoice-text.hook.ts';
import { leftToRight } from './money.hook.ts';
import { InvoiceActs } from './reason-form.part.tsx';
import type { Sendable } from './send-again-item.part.tsx';

import s from '../invoice.module.css';

const sendingApi = { sending: sendingCalls };
const recipientsQuery = ({ sending }: Client<typeof sendingApi>, id: string) =>
  callQuery({ area: 'admin', name: 'sending.recipients', call: sending.recipients, input: { params: { id } } });

type Item = { email: string; name: string };
function SendForm({ of, items, onClose }: { of: Sendable; items: readonly Item[]; onClose: () => void }) {
  const say = invoiceText();
  const { sending } = useApi(sendingApi);
  const queries = useQueryClient();
  const toast = useToast();
  const sentText = useSentText();
  const form = useDraftForm({
    key: null,
    initial: { to: items[0]?.email ?? '' },
    check: () => ({}),
    say,
    save: async ({ to }) => {
      await sending.send({ params: { id: of.id }, body: { to } });
      await queries.invalidateQueries({ queryKey: ['admin'] });
      toast({ icon: IconMailForward, text: await sentText(say('invoices.send.sent')) });
      onClose();
    },
  });
  return (
    <form className={s.fields} onSubmit={form.submit} noValidate>
      {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
      <NativeSelect
        size="md"
        {...form.input('to')}
        label={say('invoices.send.to')}
        data={items.map(({ email, name }) => ({ value: email, label: `${leftToRight(email)} · ${name}` }))}
      />
      <InvoiceActs verb={say('invoices.send.verb')} saving={form.saving} onClose={onClose} />
    </form>
  );
}

/** Mails an invoice again, to the address on it or another that its account is known by. */
export function SendAgainDialog({ of, onClose }: { of: Sendable; onClose: () => void }) {
  const say = invoiceText();
  const { data } = useQuery(recipientsQuery(useApi(sendingApi), of.id));
  return (
    <Dialog
      title={say('invoices.send.title', { number: leftToRight(of.number ?? '') })}
      lead={say('invoices.send.lead')}
      width={520}
      onClose={onClose}
    >
      {data === undefined ? <Bone w="100%" h={120} /> : <SendForm of={of} items={data.items} onClose={onClose} />}
    </Dialog>
  );
}
