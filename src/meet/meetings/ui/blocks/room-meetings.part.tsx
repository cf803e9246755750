import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { hasScope } from '#kit/ui/auth/session-user.ts';
import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { Link, LinkButton } from '#kit/ui/link.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import table from '#kit/ui/table/table.module.css';
import { Duration, Time } from '#kit/ui/time.tsx';
import type { RoomOf } from '#meet/rooms/ui/blocks/room-slots.part.tsx';
import type { MeetingItem } from '../../meetings.contract.ts';
import { minutesOf } from '../meeting-words.hook.ts';
import { meetingsApi } from '../meetings-api.hook.ts';
import { roomMeetingsQuery } from '../meetings-data.hook.ts';
import { meetingsText } from '../meetings-text.hook.ts';
import s from '#meet/rooms/ui/blocks/room-slots.module.css';

// most rooms are looked at while nobody is in them
const WhoIsIn = loadable(async () => (await import('../who-is-in.part.tsx')).WhoIsIn);

function Past({ items, total }: { items: readonly MeetingItem[]; total: number | undefined }) {
  const say = meetingsText();
  return (
    <Panel
      id="past"
      title={say('past.title')}
      flush="flush"
      aside={
        total !== undefined && total > items.length ? (
          <span className="small quiet">{say('past.ofAll', { shown: items.length, total })}</span>
        ) : null
      }
    >
      {items.length === 0 ? (
        <p className={`small quiet ${s.note}`}>{say('past.none')}</p>
      ) : (
        <div className={`${table.scroll} ${s.inPanel}`}>
          <table className={table.table} aria-label={say('past.title')}>
            <thead>
              <tr>
                <th scope="col">{say('list.began')}</th>
                <th scope="col" className={`end ${table.wideOnly}`}>
                  {say('past.length')}
                </th>
                <th scope="col" className="end">
                  {say('past.people')}
                </th>
                <td className={table.acts} />
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <tr key={item.id}>
                  <td className={table.lead}>
                    <Time at={item.startedAt ?? item.createdAt} look="moment" />
                  </td>
                  <td className={`end ${table.wideOnly}`}>
                    {item.startedAt === null ? (
                      <span className={table.none}>–</span>
                    ) : (
                      <Duration minutes={minutesOf(item, item.endedAt ?? item.createdAt)} />
                    )}
                  </td>
                  <td className="end">
                    <Ltr>{item.total}</Ltr>
                  </td>
                  <td className={table.acts}>
                    <LinkButton to={`/rooms/meeting/${item.id}`} size="xs" variant="subtle">
                      {say(item.rights.attendance ? 'past.attendance' : 'past.open')}
                    </LinkButton>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

/** Who is in now, and the newest past meetings; nothing for those who may see rooms and no meetings. */
export function RoomMeetings({ room }: { room: RoomOf }) {
  const { can } = useAuth();
  return can('meetings.view') ? <Meetings room={room} /> : null;
}
function Meetings({ room }: { room: RoomOf }) {
  const say = meetingsText();
  const api = useApi(meetingsApi);
  const { data } = useQuery(roomMeetingsQuery(api, room.id));
  return (
    <>
      {room.live !== null && room.live.state === 'live' && (
        <Suspense>
          <WhoIsIn
            id={room.live.meetingId}
            aside={
              <Link className="link small" to={`/rooms/meeting/${room.live.meetingId}`}>
                {say('who.console')}
              </Link>
            }
          />
        </Suspense>
      )}
      <Past items={data?.items ?? []} total={data?.total} />
    </>
  );
}

export async function loadRoomMeetings({ api, queries, user }: LoadContext, roomId: string): Promise<void> {
  if (!hasScope(user?.scope, 'meetings.view')) return;
  await queries.ensureQueryData(roomMeetingsQuery(api(meetingsApi), roomId));
}
