import { Panel } from '#kit/ui/bits.tsx';
import type { InvoiceView } from '../invoices.contract.ts';
import { invoiceText } from './blocks/invoice-text.hook.ts';
import { Timeline, useTold } from './blocks/timeline.part.tsx';

/** What happened to it, the newest first. */
export function InvoiceTimeline({ invoice }: { invoice: InvoiceView }) {
  const say = invoiceText();
  const told = useTold(invoice.timeline);
  if (told.length === 0) return null;
  return (
    <Panel id="invoice-happened" title={say('invoices.timeline')}>
      <Timeline told={told} />
    </Panel>
  );
}
