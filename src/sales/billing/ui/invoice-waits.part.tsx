import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { Link } from '#kit/ui/link.tsx';
import type { InvoiceView } from '../invoices.contract.ts';
import { invoiceText } from './blocks/invoice-text.hook.ts';
import type { Side } from './invoice-data.hook.ts';

/** What a claim without a number waits for, and for people who can end that, a link to do it. */
export function InvoiceWaits({ invoice, side }: { invoice: InvoiceView; side: Side }) {
  const say = invoiceText();
  const { can } = useAuth();
  const { waitsFor } = invoice;
  if (waitsFor === null) return null;
  if (waitsFor.what === 'vat_check') return <Banner hue="amber">{say('invoices.pendingTax')}</Banner>;
  if (side === 'buyer') return <Banner hue="amber">{say('rate.buyerWaits')}</Banner>;
  const [from = '', to = ''] = waitsFor.between.split(' ');
  return (
    <Banner
      hue="amber"
      action={
        can('invoices.manage') && (
          <Link className="link" to="/settings?tab=rates">
            {say('rate.enter')}
          </Link>
        )
      }
    >
      {say('rate.sellerWaits', { from, to })}
    </Banner>
  );
}
