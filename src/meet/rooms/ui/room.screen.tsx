import { useQuery } from '@tanstack/react-query';
import { IconPencil } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { Face, PageHead } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { usePageTitle } from '#kit/ui/page.tsx';
import { type LoadContext, useLoaded } from '#kit/ui/screen.ts';
import { Status } from '#kit/ui/status.tsx';
import { useDurationText, useTimeText } from '#kit/ui/time.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { RoomDetail } from '../rooms.contract.ts';
import './blocks/room-slots.module.css';
import type { RoomSlots, SlottedScreen } from './blocks/room-slots.part.tsx';
import { InviteCard } from './room-invite.part.tsx';
import { FreshRoom } from './room-fresh.part.tsx';
import { RoomMenu } from './room-menu.part.tsx';
import { PeopleCard } from './room-people.part.tsx';
import { RestingState } from './room-state.part.tsx';
import { RulesCard } from './room-rules.part.tsx';
import { roomQuery, roomsApi, sharesQuery } from './rooms-data.hook.ts';
import { roomsText } from './rooms-text.hook.ts';
import s from './room.module.css';

function LiveWord({ room }: { room: RoomDetail }) {
  const say = roomsText();
  const duration = useDurationText();
  const { now } = useReader();
  if (room.live === null) return room.restsSince === null ? null : <RestingState look="pill" />;
  if (room.live.state === 'starting') return <Status of="processing" />;
  const minutes = Math.max(0, (now - room.live.since) / 60_000);
  return <Status of="live">{say('room.liveNow', { count: room.live.people, time: duration(minutes) })}</Status>;
}

function BinNote({ room }: { room: RoomDetail }) {
  const say = roomsText();
  const time = useTimeText();
  if (room.deletedAt === null) return null;
  return (
    <Banner
      hue="amber"
      action={
        <LinkButton to="/rooms/recycle-bin" size="xs">
          {say('bin.title')}
        </LinkButton>
      }
    >
      {say('room.inBin', { until: room.purgeAt === null ? '' : time(room.purgeAt, 'day') })}
    </Banner>
  );
}

function TagList({ tags }: { tags: readonly string[] }) {
  const say = roomsText();
  if (tags.length === 0) return null;
  return (
    <ul className={s.tags} aria-label={say('list.tags')}>
      {tags.map((tag) => (
        <li key={tag}>
          <bdi>{tag}</bdi>
        </li>
      ))}
    </ul>
  );
}

function RoomPage({ slots }: { slots: RoomSlots }) {
  const say = roomsText();
  const api = useApi(roomsApi);
  const navigate = useNavigate();
  const { id } = useLoaded<typeof loadId>();
  const { data: room } = useQuery(roomQuery(api, id));
  usePageTitle(room?.name ?? null);
  useLiveRefresh({
    area: 'bigbluebutton',
    kinds: ['meeting', 'room', 'schedule'],
    rooms: room?.account == null ? [] : [room.slug],
  });
  if (room === undefined) return null;
  const isFresh = room.lastMeetingAt === null && room.live === null && room.deletedAt === null;
  return (
    <>
      <PageHead
        title={
          <span className={s.title}>
            <bdi>{room.name}</bdi>
            <LiveWord room={room} />
          </span>
        }
        sub={
          <>
            <span className="row">
              <Face name={room.owner.name} size={20} />
              {room.owner.name}
            </span>
            {room.account !== null && <span className="quiet">{room.account.name}</span>}
            <TagList tags={room.tags} />
          </>
        }
      >
        <RoomMenu room={room} look="head" onGone={() => void navigate('/rooms')} />
        {room.rights.edit && (
          <LinkButton to={`/rooms/edit-room/${room.id}`} leftSection={<IconPencil size={16} stroke={1.75} />}>
            {say('actions.edit')}
          </LinkButton>
        )}
        {room.deletedAt === null && <slots.Go room={room} look="primary" />}
      </PageHead>
      <BinNote room={room} />
      {slots.Over !== undefined && room.restsSince !== null && room.account === null && <slots.Over />}
      <div className={s.grid}>
        <div className={s.col}>
          {slots.Dates !== undefined && room.deletedAt === null && !isFresh && <slots.Dates room={room} />}
          {isFresh ? <FreshRoom room={room} Go={slots.Go} /> : <slots.Meetings room={room} />}
          {slots.Dates !== undefined && isFresh && <slots.Dates room={room} />}
          {slots.Recordings !== undefined && <slots.Recordings room={room} />}
        </div>
        <div className={s.col}>
          {room.deletedAt === null && <InviteCard room={room} />}
          <RulesCard room={room} />
          <PeopleCard room={room} />
          {slots.Presentations !== undefined && <slots.Presentations room={room} />}
          {slots.Groups !== undefined && room.deletedAt === null && <slots.Groups room={room} />}
          {slots.Help !== undefined && room.account === null && <slots.Help room={room} />}
        </div>
      </div>
    </>
  );
}

const loadId = async ({ params }: LoadContext) => ({ id: params['id'] ?? '' });

export const roomScreen: SlottedScreen = (slots) => ({
  Screen: () => <RoomPage slots={slots} />,
  load: async (context) => {
    const client = context.api(roomsApi);
    const { id } = await loadId(context);
    const room = await context.queries.ensureQueryData(roomQuery(client, id));
    await Promise.all([
      slots.loadMeetings(context, id),
      room.deletedAt === null ? slots.loadDates?.(context, id) : null,
      slots.loadRecordings?.(context, room),
      room.rights.share && room.deletedAt === null ? context.queries.ensureQueryData(sharesQuery(client, id)) : null,
    ]);
    return { id };
  },
});
