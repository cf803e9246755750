import { useQuery } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import type { InvoiceView } from '../invoices.contract.ts';
import { comingApi, comingQuery } from './blocks/coming.hook.ts';
import { Coming } from './blocks/coming.part.tsx';
import { invoiceText } from './blocks/invoice-text.hook.ts';
import { Timeline, useTold } from './blocks/timeline.part.tsx';
import type { Side } from './invoice-data.hook.ts';

/** What follows, the next one first, and what happened, the newest first. */
export function InvoiceTimeline({ invoice, side }: { invoice: InvoiceView; side: Side }) {
  const say = invoiceText();
  const told = useTold(invoice.timeline);
  const query = comingQuery(useApi(comingApi), { id: invoice.id, area: side === 'buyer' ? 'user' : 'admin' });
  const open = invoice.kind === 'invoice' && invoice.state === 'open';
  const { data } = useQuery({ ...query, enabled: open });
  const coming = open ? (data?.coming ?? null) : null;
  if (told.length === 0 && coming === null) return null;
  return (
    <Panel id="invoice-happened" title={say('invoices.timeline')}>
      {coming !== null && <Coming coming={coming} />}
      <Timeline told={told} />
    </Panel>
  );
}
