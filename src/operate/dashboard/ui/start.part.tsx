import { ActionIcon, Button, Loader } from '@mantine/core';
import { IconDoor, IconList, IconPlus, IconVideo } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { LazyMenu } from '#kit/ui/overlay/lazy-menu.tsx';
import { Link } from '#kit/ui/link.tsx';
import { MenuDivider, MenuItem, MenuLabel } from '#kit/ui/overlay/menu-parts.tsx';
import { useShortcut } from '#kit/ui/shortcut.ts';
import { Status } from '#kit/ui/status.tsx';
import { Time } from '#kit/ui/time.tsx';
import type { QuickRoom } from './dashboard-data.hook.ts';
import { dashboardText } from './dashboard-text.hook.ts';
import s from './dashboard.module.css';
import { firstRoomBusy, type GoState } from './go.hook.ts';

type Props = { rooms: readonly QuickRoom[]; go: GoState };

/**
 * The head's button: in which of the rooms, or in a new one; without any room it creates one. Filled while nothing is live, for then it is
 * what one came for.
 */
export function StartMenu({ rooms, go, look }: Props & { look: 'filled' | 'default' }) {
  const say = dashboardText();
  const navigate = useNavigate();
  const { can } = useAuth();
  if (rooms.length === 0)
    return can('rooms.create') ? (
      <Button
        variant={look}
        loading={go.busy === firstRoomBusy}
        leftSection={<IconVideo size={16} stroke={1.75} />}
        onClick={go.startNew}
      >
        {say('start.button')}
      </Button>
    ) : null;
  return (
    <LazyMenu
      withinPortal={false}
      button={(props) => (
        <Button
          variant={look}
          loading={rooms.some((room) => room.id === go.busy)}
          leftSection={<IconVideo size={16} stroke={1.75} />}
          {...props}
        >
          {say('start.button')}
        </Button>
      )}
    >
      {() => (
        <>
          <MenuLabel>{say('start.menu')}</MenuLabel>
          {rooms.map((room) => (
            <MenuItem key={room.id} leftSection={<IconDoor size={16} stroke={1.75} />} onClick={() => go.start(room.id)}>
              {room.name}
            </MenuItem>
          ))}
          <MenuDivider />
          {can('rooms.create') && (
            <MenuItem leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => void navigate('/rooms/add-room')}>
              {say('start.newRoom')}
            </MenuItem>
          )}
          <MenuItem leftSection={<IconList size={16} stroke={1.75} />} onClick={() => void navigate('/rooms/my-rooms')}>
            {say('start.allRooms')}
          </MenuItem>
        </>
      )}
    </LazyMenu>
  );
}

function QuickLine({ room, go, place }: { room: QuickRoom; go: GoState; place: number }) {
  const say = dashboardText();
  const key = String(place + 1);
  useShortcut(key, () => go.start(room.id));
  return (
    <li>
      <button
        type="button"
        className={s.quickRow}
        aria-keyshortcuts={key}
        aria-busy={go.busy === room.id}
        onClick={() => go.start(room.id)}
      >
        <span className="hidden">{say(room.live ? 'quick.join' : 'quick.start')}</span>
        <span className="grow strong small cut">{room.name}</span>
        {go.busy === room.id ? (
          <span className="row tiny quiet">
            <Loader size={12} color="var(--at-accent)" />
            {say('quick.starting')}
          </span>
        ) : room.live ? (
          <Status of="live" look="plain" />
        ) : (
          <span className="tiny quiet">
            {room.lastMeetingAt === null ? say('quick.never') : <Time at={room.lastMeetingAt} />}
          </span>
        )}
        <kbd className={s.key}>
          <Ltr>{key}</Ltr>
        </kbd>
      </button>
    </li>
  );
}

/** One click, or the keys 1 to 3, into the rooms used last. */
export function QuickStart({ rooms, go }: Props) {
  const say = dashboardText();
  const navigate = useNavigate();
  const { can } = useAuth();
  const creates = can('rooms.create');
  return (
    <Panel
      id="quick-start"
      title={say('quick.title')}
      flush="flush"
      aside={
        creates ? (
          <ActionIcon
            size={24}
            aria-label={say('quick.newRoom')}
            title={say('quick.newRoom')}
            onClick={() => void navigate('/rooms/add-room')}
          >
            <IconPlus size={16} stroke={1.75} />
          </ActionIcon>
        ) : null
      }
    >
      {rooms.length === 0 ? (
        <p className={`small quiet ${s.note}`}>
          {say('quick.none')}{' '}
          {creates && (
            <Link to="/rooms/add-room" className="link">
              {say('quick.make')}
            </Link>
          )}
        </p>
      ) : (
        <ul className={s.quick}>
          {rooms.map((room, place) => (
            <QuickLine key={room.id} room={room} go={go} place={place} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
