import { IconBell } from '@tabler/icons-react';
import { useSentText } from '#core/outbox/ui/blocks/mail-delivery.hook.ts';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { InvoiceView } from '../../invoices.contract.ts';
import { invoiceText } from './invoice-text.hook.ts';

const day = 86_400_000;
const reminders: readonly string[] = ['invoice.reminded', 'dunning.remind', 'dunning.final_notice'];

/** Reminds its customer of what is due; asks first where a reminder was written within a day. */
export function useReminder({ timeline }: InvoiceView, send: () => Promise<unknown>): () => Promise<void> {
  const say = invoiceText();
  const ask = useAsk();
  const toast = useToast();
  const timeText = useTimeText();
  const sentText = useSentText();
  return async () => {
    const last = timeline.find(({ kind }) => reminders.includes(kind));
    if (last !== undefined && Date.now() - last.at < day) {
      const lead = say('invoices.remindAgain.lead', { when: timeText(last.at, 'full') });
      const question = { title: say('invoices.remindAgain.title'), lead };
      if (!(await ask({ ...question, verb: say('invoices.remind'), safe: say('invoices.cancel') }))) return;
    }
    await send();
    toast({ icon: IconBell, text: await sentText(say('invoices.reminded')) });
  };
}
