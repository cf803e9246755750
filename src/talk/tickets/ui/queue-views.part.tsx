import {
  IconAlarm,
  IconBan,
  IconBookmark,
  IconCircleCheck,
  IconHourglass,
  IconList,
  IconMailQuestion,
  IconStack2,
  IconUser,
  IconUserQuestion,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '#kit/ui/link.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import type { TicketQueue } from '../tickets.rules.ts';
import s from './queue.module.css';
import { queueApi, queuePath, ticketCountsQuery, ticketDeskQuery, unknownMailsPath } from './queue-data.hook.ts';
import { ticketsText } from './tickets-text.hook.ts';

const icons = {
  mine: IconUser,
  unassigned: IconUserQuestion,
  late: IconAlarm,
  waiting: IconHourglass,
  open: IconStack2,
  solved: IconCircleCheck,
  spam: IconBan,
  all: IconList,
} satisfies Record<TicketQueue, typeof IconUser>;
const shown = [
  'mine',
  'unassigned',
  'late',
  'waiting',
  'open',
  'solved',
  'spam',
  'all',
] as const satisfies readonly TicketQueue[];
const counted = ['mine', 'unassigned', 'late', 'waiting', 'open'] as const;

/** The queues with what they hold, mails of unknown senders, then the saved views. `here`: the address of the one that is shown. */
export function QueueViews({ here }: { here: string }) {
  const say = ticketsText();
  const api = useApi(queueApi);
  const counts = useQuery(ticketCountsQuery(api)).data;
  const views = useQuery(ticketDeskQuery(api)).data?.views ?? [];
  const countOf = (queue: TicketQueue): number | null => {
    const name = counted.find((one) => one === queue);
    return name === undefined || counts === undefined ? null : counts[name];
  };
  return (
    <nav className={s.views} aria-label={say('queue.views')}>
      <h2>{say('queue.views')}</h2>
      <ul>
        {shown.map((queue) => {
          const Icon = icons[queue];
          const count = countOf(queue);
          const to = queuePath({ queue });
          return (
            <li key={queue}>
              <Link to={to} className={s.view} aria-current={to === here ? 'page' : undefined}>
                <Icon size={16} stroke={1.75} aria-hidden="true" />
                <span>{say(`queues.${queue}`)}</span>
                {count !== null && <span data-late={(queue === 'late' && count > 0) || undefined}>{count}</span>}
              </Link>
            </li>
          );
        })}
        <li>
          <Link to={unknownMailsPath} className={s.view} aria-current={unknownMailsPath === here ? 'page' : undefined}>
            <IconMailQuestion size={16} stroke={1.75} aria-hidden="true" />
            <span>{say('unknown.title')}</span>
            {counts !== undefined && <span>{counts.unknown}</span>}
          </Link>
        </li>
      </ul>
      {views.length > 0 && (
        <>
          <h2>{say('queue.saved')}</h2>
          <ul>
            {views.map((view) => {
              const to = queuePath(view.filter);
              return (
                <li key={view.id}>
                  <Link to={to} className={s.view} aria-current={to === here ? 'page' : undefined}>
                    <IconBookmark size={16} stroke={1.75} aria-hidden="true" />
                    <span dir="auto">{view.name}</span>
                  </Link>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </nav>
  );
}
