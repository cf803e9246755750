import { IconMailForward } from '@tabler/icons-react';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import type { InvoiceView } from '../../invoices.contract.ts';
import { invoiceText } from './invoice-text.hook.ts';

export type Sendable = Pick<InvoiceView, 'id' | 'number' | 'state'>;
/** What has a number and is not void may be mailed again. */
export const isSendable = ({ number, state }: Sendable): boolean =>
  number !== null && (state === 'open' || state === 'paid' || state === 'uncollectible');

/** The way to the dialog, in the seller's menu. */
export function SendAgainItem({ onAsk }: { onAsk: () => void }) {
  const say = invoiceText();
  return (
    <MenuItem leftSection={<IconMailForward size={16} stroke={1.75} />} onClick={onAsk}>
      {say('invoices.send.open')}
    </MenuItem>
  );
}
