import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconHourglass,
  IconPlayerPause,
  IconReceipt,
} from '@tabler/icons-react';
import { type StatusEntry, StatusShape } from '#kit/ui/status-shape.tsx';
import type { AccountOverview } from '../account-views.contract.ts';
import { adminText } from './admin-text.hook.ts';

type OverviewMoney = NonNullable<AccountOverview['money']>;
type OverviewInvoice = OverviewMoney['invoices'][number];
type PlanState = NonNullable<OverviewMoney['plan']>['state'];
type TicketState = NonNullable<AccountOverview['tickets']>[number]['state'];

// the words stand in these texts once more: those of billing and tickets weigh more than the whole page
const good: StatusEntry = { hue: 'green', icon: IconCircleCheck };
const bad: StatusEntry = { hue: 'red', icon: IconAlertTriangle };
const waits: StatusEntry = { hue: 'amber', icon: IconHourglass };
const news: StatusEntry = { hue: 'blue', icon: IconClock };
const rests: StatusEntry = { hue: 'grey', icon: IconPlayerPause };
const over: StatusEntry = { hue: 'grey', icon: IconBan };

const plans: Readonly<Record<PlanState, StatusEntry>> = {
  ...{ scheduled: news, incomplete: waits, incomplete_expired: over, trialing: news, active: good },
  ...{ past_due: waits, restricted: bad, paused: rests, canceled: over },
};
export function PlanStateWord({ of }: { of: PlanState }) {
  const say = adminText();
  return <StatusShape {...plans[of]} look="plain" word={say(`states.plan.${of}`)} />;
}

const invoices = {
  ...{ draft: { hue: 'grey', icon: IconCircleDashed }, pending_tax: waits, open: { hue: 'blue', icon: IconReceipt } },
  ...{ partly: waits, overdue: bad, paid: good, credit: over, void: over, uncollectible: over },
} as const satisfies Record<string, StatusEntry>;
export function InvoiceStateWord({ of: { kind, state, overdue, partly } }: { of: OverviewInvoice }) {
  const say = adminText();
  const isCredit = kind === 'credit_note' && (state === 'open' || state === 'paid');
  const shown = isCredit ? 'credit' : state !== 'open' ? state : overdue ? 'overdue' : partly ? 'partly' : 'open';
  return <StatusShape {...invoices[shown]} look="plain" word={say(`states.invoice.${shown}`)} />;
}

const tickets: Readonly<Record<TicketState, StatusEntry>> = {
  ...{ new: news, open: news, pending_customer: rests, on_hold: rests, resolved: good, closed: over, spam: over },
};
export function TicketStateWord({ of }: { of: TicketState }) {
  const say = adminText();
  return <StatusShape {...tickets[of]} look="plain" word={say(`states.ticket.${of}`)} />;
}
