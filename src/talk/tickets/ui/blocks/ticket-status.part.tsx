import {
  IconBan,
  IconCircleCheck,
  IconCircleDot,
  IconHeadset,
  IconHourglass,
  IconInbox,
  IconLock,
  IconMessageReply,
  IconPlayerPause,
} from '@tabler/icons-react';
import { type StatusEntry, type StatusLook, StatusShape } from '#kit/ui/status-shape.tsx';
import type { IssueState, TicketState } from '../../tickets.rules.ts';
import { ticketsText } from '../tickets-text.hook.ts';

const forCustomer: Readonly<Record<IssueState, StatusEntry>> = {
  with_us: { hue: 'blue', icon: IconHeadset },
  your_turn: { hue: 'amber', icon: IconMessageReply },
  solved: { hue: 'green', icon: IconCircleCheck },
  closed: { hue: 'grey', icon: IconLock },
};
const forStaff: Readonly<Record<TicketState, StatusEntry>> = {
  new: { hue: 'blue', icon: IconInbox },
  open: { hue: 'blue', icon: IconCircleDot },
  pending_customer: { hue: 'grey', icon: IconHourglass },
  on_hold: { hue: 'grey', icon: IconPlayerPause },
  resolved: { hue: 'green', icon: IconCircleCheck },
  closed: { hue: 'grey', icon: IconLock },
  spam: { hue: 'grey', icon: IconBan },
};

/** In words of whose turn it is. */
export function IssueStatus({ state, look }: { state: IssueState; look: StatusLook }) {
  const say = ticketsText();
  return <StatusShape {...forCustomer[state]} look={look} word={say(`state.${state}`)} />;
}
export function TicketStatus({ state, look }: { state: TicketState; look: StatusLook }) {
  const say = ticketsText();
  return <StatusShape {...forStaff[state]} look={look} word={say(`staffState.${state}`)} />;
}
