import { IconCalendarPlus, IconRepeat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { Link, LinkButton } from '#kit/ui/link.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { LiveStatus } from '#kit/ui/status-shape.tsx';
import { TimeSpan } from '#kit/ui/time.tsx';
import { nextDatesApi, nextDatesQuery } from './next-dates-data.hook.ts';
import s from './next-dates.module.css';
import { nextText } from './next-text.hook.ts';

/** `room` null: of all that one sees. */
export type NextDatesProps = { room: { id: string; rights: { edit: boolean } } | null };
/** What is planned next, each leading to its date in the calendar. */
export function NextDatesPanel({ room }: NextDatesProps) {
  const say = nextText();
  const { data } = useQuery(nextDatesQuery(useApi(nextDatesApi), room?.id ?? null));
  const { can } = useAuth();
  const items = data?.items ?? [];
  if (data === undefined) return null;
  const plans = room === null ? can('rooms.create') : room.rights.edit;
  const calendar = room === null ? '/rooms/calendar' : `/rooms/calendar/${room.id}`;
  return (
    <Panel
      id="next-dates"
      title={say('next.title')}
      flush="flush"
      aside={
        <Link to={calendar} className="link small">
          {say('next.calendar')}
        </Link>
      }
    >
      <ul className={s.dates}>
        {items.map((date) => (
          <li key={`${date.seriesId} ${date.recurrence}`}>
            <Link to={`${calendar}?day=${date.start.slice(0, 10)}&date=${date.seriesId}~${date.recurrence}`} className={s.row}>
              <span className={s.text}>
                <span className="strong small">
                  <bdi>{date.title}</bdi>
                </span>
                <span className="tiny quiet">
                  <DotLine>
                    <TimeSpan from={date.startsAt} to={date.endsAt} />
                    {room === null && date.room.name !== date.title && date.room.name}
                    {room !== null &&
                      date.invited > 0 &&
                      say('next.accepted', { accepted: date.accepted, invited: date.invited })}
                  </DotLine>
                </span>
              </span>
              {date.live ? <LiveStatus /> : date.repeats && <IconRepeat size={16} stroke={1.75} className="quiet" />}
            </Link>
          </li>
        ))}
        {items.length === 0 && (
          <li className={`small quiet ${s.none}`}>
            <span className="grow">{say('next.none')}</span>
            {plans && (
              <LinkButton to={`${calendar}?new=1`} size="xs" leftSection={<IconCalendarPlus size={14} stroke={1.75} />}>
                {say('next.plan')}
              </LinkButton>
            )}
          </li>
        )}
      </ul>
    </Panel>
  );
}
