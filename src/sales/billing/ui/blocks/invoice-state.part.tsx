import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleHalf2,
  IconHourglass,
  IconReceipt,
  IconReceiptOff,
  IconReceiptRefund,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type StatusEntry, type StatusLook, StatusShape } from '#kit/ui/status-shape.tsx';
import type { InvoiceItem } from '../../invoices.contract.ts';
import { invoiceText } from './invoice-text.hook.ts';

export const shownStates = [
  'draft',
  'pending_tax',
  'open',
  'partly',
  'overdue',
  'paid',
  'credit',
  'void',
  'uncollectible',
] as const;
export type ShownState = (typeof shownStates)[number];

/** How it stands, in the word that asks most of somebody. */
export function shownStateOf(one: Pick<InvoiceItem, 'kind' | 'state' | 'overdue' | 'partly'>): ShownState {
  if (one.kind === 'credit_note' && (one.state === 'open' || one.state === 'paid')) return 'credit';
  if (one.state !== 'open') return one.state;
  return one.overdue ? 'overdue' : one.partly ? 'partly' : 'open';
}

const entries = {
  draft: { hue: 'grey', icon: IconCircleDashed },
  pending_tax: { hue: 'amber', icon: IconHourglass },
  open: { hue: 'blue', icon: IconReceipt },
  partly: { hue: 'amber', icon: IconCircleHalf2 },
  overdue: { hue: 'red', icon: IconAlertTriangle },
  paid: { hue: 'green', icon: IconCircleCheck },
  credit: { hue: 'grey', icon: IconReceiptRefund },
  void: { hue: 'grey', icon: IconBan },
  uncollectible: { hue: 'grey', icon: IconReceiptOff },
} satisfies Record<ShownState, StatusEntry>;

type Props = { of: Pick<InvoiceItem, 'kind' | 'state' | 'overdue' | 'partly'>; look?: StatusLook; children?: ReactNode };
/** The state of an invoice: word, icon and colour. */
export function InvoiceState({ of, look = 'pill', children }: Props) {
  const say = invoiceText();
  const state = shownStateOf(of);
  return (
    <StatusShape {...entries[state]} look={look} word={say(`invoices.state.${state}`)}>
      {children}
    </StatusShape>
  );
}
