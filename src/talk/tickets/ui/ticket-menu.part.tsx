import {
  IconBan,
  IconCircleCheck,
  IconFlag,
  IconPlayerPause,
  IconPlayerPlay,
  IconRotate,
  IconTag,
  IconUserPlus,
} from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { LazyMenu } from '#kit/ui/overlay/lazy-menu.tsx';
import { MenuDivider, MenuItem, MenuLabel } from '#kit/ui/overlay/menu-parts.tsx';
import { RowMenu } from '#kit/ui/table/row-menu.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { TicketChange } from '../tickets.contract.ts';
import { type StaffStep, ticketCategories } from '../tickets.rules.ts';
import type { TicketDetail } from '../tickets-views.contract.ts';
import { AssignItems, PriorityItems, TagDialog } from './queue-bulk.part.tsx';
import { ticketsText } from './tickets-text.hook.ts';

const icons = {
  hold: IconPlayerPause,
  wake: IconPlayerPlay,
  resolve: IconCircleCheck,
  reopen: IconRotate,
  spam: IconBan,
  not_spam: IconRotate,
} satisfies Record<StaffStep, typeof IconBan>;
const day = 86_400_000;
const holdDays = [1, 3, 7] as const;

type MenuProps = { ticket: TicketDetail; onChange: (change: TicketChange) => void };
/** Steps that fit its state, and what else stands at a ticket. */
function StepItems({ ticket, onChange }: MenuProps) {
  const say = ticketsText();
  const { now } = useReader();
  return ticket.steps.map((step) => {
    const Icon = icons[step];
    if (step !== 'hold')
      return (
        <MenuItem key={step} leftSection={<Icon size={16} stroke={1.75} />} onClick={() => onChange({ step })}>
          {say(`step.${step}`)}
        </MenuItem>
      );
    return holdDays.map((count) => (
      <MenuItem
        key={count}
        leftSection={<Icon size={16} stroke={1.75} />}
        onClick={() => onChange({ step, holdUntil: now + count * day })}
      >
        {say('step.holdDays', { count })}
      </MenuItem>
    ));
  });
}

/** Assign, priority, category and tags, and the steps of a ticket. */
export function TicketMenu({ ticket, onChange }: MenuProps) {
  const say = ticketsText();
  const [tagging, setTagging] = useState<'no' | 'yes'>('no');
  return (
    <>
      <LazyMenu
        button={(props) => (
          <IconButton look="default" aria-label={say('queue.assign')} {...props}>
            <IconUserPlus size={16} stroke={1.75} />
          </IconButton>
        )}
      >
        {() => <AssignItems onChange={onChange} />}
      </LazyMenu>
      <LazyMenu
        button={(props) => (
          <IconButton look="default" aria-label={say('queue.priority')} {...props}>
            <IconFlag size={16} stroke={1.75} />
          </IconButton>
        )}
      >
        {() => <PriorityItems onChange={onChange} />}
      </LazyMenu>
      <RowMenu label={say('queue.more')} look="head">
        {() => (
          <>
            <StepItems ticket={ticket} onChange={onChange} />
            <MenuItem leftSection={<IconTag size={16} stroke={1.75} />} onClick={() => setTagging('yes')}>
              {say('queue.tags')}
            </MenuItem>
            <MenuDivider />
            <MenuLabel>{say('list.category')}</MenuLabel>
            {ticketCategories
              .filter((category) => category !== ticket.category)
              .map((category) => (
                <MenuItem key={category} onClick={() => onChange({ category })}>
                  {say(`category.${category}`)}
                </MenuItem>
              ))}
          </>
        )}
      </RowMenu>
      {tagging === 'yes' && (
        <TagDialog tags={ticket.tags} onSave={(tags) => onChange({ tags })} onClose={() => setTagging('no')} />
      )}
    </>
  );
}
