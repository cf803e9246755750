import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconBuildingBank,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconCreditCard,
  IconHourglass,
  IconMessageDots,
  IconRefresh,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type StatusEntry, type StatusLook, StatusShape } from '#kit/ui/status-shape.tsx';
import type { PaymentView } from '../../invoices.contract.ts';
import { brandName } from '../../methods.rules.ts';
import { invoiceText } from './invoice-text.hook.ts';
import { type ShownPayment, type ShownPaymentState, shownPaymentStateOf } from './payment-state.hook.ts';

const entries = {
  created: { hue: 'grey', icon: IconCircleDashed },
  requires_action: { hue: 'amber', icon: IconAlertTriangle },
  processing: { hue: 'blue', icon: IconHourglass },
  succeeded: { hue: 'green', icon: IconCircleCheck },
  failed: { hue: 'red', icon: IconCircleX },
  canceled: { hue: 'grey', icon: IconBan },
  unknown: { hue: 'amber', icon: IconHourglass },
  reversed: { hue: 'red', icon: IconRefresh },
  awaiting_transfer: { hue: 'grey', icon: IconHourglass },
  reported: { hue: 'amber', icon: IconMessageDots },
  rejected: { hue: 'red', icon: IconCircleX },
  expired: { hue: 'grey', icon: IconBan },
  disputed: { hue: 'amber', icon: IconAlertTriangle },
  refunded: { hue: 'grey', icon: IconArrowBackUp },
  partlyRefunded: { hue: 'grey', icon: IconArrowBackUp },
} satisfies Record<ShownPaymentState, StatusEntry>;

/** How a payment stands: sign and word. */
export function PaymentState({ of, look = 'plain' }: { of: ShownPayment; look?: StatusLook }) {
  const say = invoiceText();
  const state = shownPaymentStateOf(of);
  return <StatusShape {...entries[state]} look={look} word={say(`invoices.payments.state.${state}`)} />;
}

type WayOf = Pick<PaymentView, 'provider' | 'method' | 'manual'>;
/** How it was paid, in a word: the card by its last digits, else the word for a transfer. */
export function useWayText(): (of: WayOf) => string {
  const say = invoiceText();
  return ({ provider, method, manual }) =>
    method === null
      ? (manual ?? say(provider === 'card' ? 'invoices.payments.card' : 'invoices.payments.transfer'))
      : `${brandName(method.brand)} ·· ${method.last4}`;
}

/** The same with its sign; `children` makes more of the word. */
export function PaymentWay({ of, children = (word) => word }: { of: WayOf; children?: (word: ReactNode) => ReactNode }) {
  const wayText = useWayText();
  const Icon = of.provider === 'card' ? IconCreditCard : IconBuildingBank;
  return (
    <>
      <Icon size={18} stroke={1.75} />
      <span className="strong">
        {children(of.method === null ? <bdi>{wayText(of)}</bdi> : <bdi dir="ltr">{wayText(of)}</bdi>)}
      </span>
    </>
  );
}
