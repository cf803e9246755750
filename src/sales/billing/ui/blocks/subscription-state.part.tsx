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
import type { ReactNode } from 'react';
import { type StatusEntry, type StatusLook, StatusShape } from '#kit/ui/status-shape.tsx';
import type { SubscriptionState as State } from '../../billing.contract.ts';
import { billingText } from './billing-text.hook.ts';

const entries: Record<State, StatusEntry> = {
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

type Props = { of: State; look?: StatusLook; children?: ReactNode };
/** The state of a subscription, in the same words for its customer, its seller and the operator. */
export function SubscriptionStatus({ of, look = 'pill', children }: Props) {
  const say = billingText();
  return (
    <StatusShape {...entries[of]} look={look} word={say(`standing.${of}`)}>
      {children}
    </StatusShape>
  );
}
