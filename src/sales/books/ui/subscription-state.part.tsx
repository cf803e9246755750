import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconHourglass,
  IconLock,
  IconPlayerPause,
} from '@tabler/icons-react';
import { type StatusEntry, type StatusLook, StatusShape } from '#kit/ui/status-shape.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { SubscriptionItem } from '#sales/billing/all-subscriptions.contract.ts';
import { booksText } from './books-text.hook.ts';

const entries: Record<SubscriptionItem['state'], StatusEntry> = {
  scheduled: { hue: 'blue', icon: IconClock },
  incomplete: { hue: 'amber', icon: IconHourglass },
  incomplete_expired: { hue: 'grey', icon: IconCircleDashed },
  trialing: { hue: 'blue', icon: IconClock },
  active: { hue: 'green', icon: IconCircleCheck },
  past_due: { hue: 'amber', icon: IconAlertTriangle },
  restricted: { hue: 'red', icon: IconLock },
  paused: { hue: 'grey', icon: IconPlayerPause },
  canceled: { hue: 'grey', icon: IconBan },
};

/** How a subscription stands, and when it will end where that is known. */
export function SubscriptionState({ of, look = 'plain' }: { of: SubscriptionItem; look?: StatusLook }) {
  const say = booksText();
  const when = useTimeText();
  const end = of.endedAt === null && of.cancelAtEnd ? (of.trialEnd ?? of.periodEnd) : null;
  return (
    <StatusShape {...entries[of.state]} look={look} word={say(`state.${of.state}`)}>
      {end === null ? null : say('ends', { on: when(end) })}
    </StatusShape>
  );
}
