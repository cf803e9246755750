import { Button } from '@mantine/core';
import {
  IconDoorExit,
  IconDoorOff,
  IconHourglass,
  IconLink,
  IconLock,
  IconPlayerPause,
  IconServerOff,
  IconUserCheck,
  IconUsersGroup,
  IconUserX,
} from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import type { PublicRoom } from '../meetings.contract.ts';
import { DoorFrame } from './door-frame.part.tsx';
import type { JoinRefusal } from './door-join.hook.ts';
import s from './door.module.css';
import { meetingsText } from './meetings-text.hook.ts';

type IconComponent = ComponentType<{ size?: number; stroke?: number }>;
type OneProps = {
  icon: IconComponent;
  tone: 'grey' | 'amber' | 'green' | 'blue';
  title: string;
  lead: ReactNode;
  account?: PublicRoom['account'] | undefined;
  children: ReactNode;
};

/** A page that says one thing and offers the way on. */
function One({ icon: Icon, tone, title, lead, account, children }: OneProps) {
  const head = useRef<HTMLHeadingElement>(null);
  usePageTitle(title);
  useEffect(() => head.current?.focus(), []);
  return (
    <DoorFrame {...(account !== undefined && { account })}>
      <section className={`${s.one} ${s.centre}`} data-page="door">
        <span className={s.sign} data-tone={tone}>
          <Icon size={28} stroke={1.5} />
        </span>
        <h1 ref={head} tabIndex={-1} style={{ outline: 'none' }}>
          {title}
        </h1>
        <p>{lead}</p>
        <div className={s.acts}>{children}</div>
      </section>
    </DoorFrame>
  );
}

export function UnknownRoom({ slug }: { slug: string }) {
  const say = meetingsText();
  return (
    <One
      icon={IconLink}
      tone="grey"
      title={say('unknown.title')}
      lead={say.rich('unknown.lead', {
        slug,
        code: (words) => (
          <bdi dir="ltr" className="strong">
            {words}
          </bdi>
        ),
      })}
    >
      <LinkButton to="/m" size="lg" variant="filled">
        {say('unknown.other')}
      </LinkButton>
    </One>
  );
}

type RoomProps = { room: PublicRoom };
/** Guests may not come in here; after signing in one is led back. */
export function SignInFirst({ room }: RoomProps) {
  const say = meetingsText();
  const navigate = useNavigate();
  const { rememberPath } = useAuth();
  const signIn = () => {
    rememberPath(`/m/${room.slug}`);
    void navigate('/login');
  };
  return (
    <One
      icon={IconUserCheck}
      tone="blue"
      account={room.account}
      title={say('signIn.title', { room: room.name })}
      lead={say('signIn.lead', { host: room.host })}
    >
      <Button size="lg" variant="filled" onClick={signIn}>
        {say('door.signIn')}
      </Button>
    </One>
  );
}

const refusals = {
  room_full: { icon: IconUsersGroup, tone: 'amber' },
  entry_locked: { icon: IconLock, tone: 'amber' },
  organisation_required: { icon: IconUsersGroup, tone: 'amber' },
  meeting_ended: { icon: IconDoorOff, tone: 'grey' },
  lobby_denied: { icon: IconUserX, tone: 'amber' },
  no_server: { icon: IconServerOff, tone: 'amber' },
  server_failed: { icon: IconServerOff, tone: 'amber' },
} as const satisfies Record<JoinRefusal, { icon: IconComponent; tone: 'grey' | 'amber' }>;

/** The way in is shut for the moment. */
export function Refused({ room, why, onAgain }: RoomProps & { why: JoinRefusal; onAgain: () => void }) {
  const say = meetingsText();
  const { icon, tone } = refusals[why];
  return (
    <One
      icon={icon}
      tone={tone}
      account={room.account}
      title={say(`refused.${why}.title`)}
      lead={say(`refused.${why}.lead`, { room: room.name, host: room.host })}
    >
      <Button size="lg" variant="filled" onClick={onAgain}>
        {say(`refused.${why}.again`)}
      </Button>
    </One>
  );
}

/** Nothing begins here for now; the room's page shows the reason to people of the account. */
export function Resting({ room }: RoomProps) {
  const say = meetingsText();
  const { loggedIn } = useAuth();
  return (
    <One
      icon={IconPlayerPause}
      tone="grey"
      account={room.account}
      title={say('resting.title', { room: room.name })}
      lead={say('resting.lead', { host: room.host })}
    >
      {loggedIn && room.you.canStart ? (
        <LinkButton to="/rooms" size="lg" variant="filled">
          {say('resting.rooms')}
        </LinkButton>
      ) : (
        <LinkButton to="/m" size="lg" variant="filled">
          {say('unknown.other')}
        </LinkButton>
      )}
    </One>
  );
}

/** After the meeting. */
export function Left({ room, onAgain }: RoomProps & { onAgain: () => void }) {
  const say = meetingsText();
  const { loggedIn } = useAuth();
  return (
    <One
      icon={IconDoorExit}
      tone="green"
      account={room.account}
      title={say('left.title')}
      lead={say(room.state === 'live' ? 'left.lead' : 'left.leadOver', { room: room.name })}
    >
      <Button size="lg" variant={loggedIn ? 'default' : 'filled'} onClick={onAgain}>
        {say('left.again')}
      </Button>
      {loggedIn && (
        <LinkButton to="/dashboard" size="lg" variant="filled">
          {say('left.home')}
        </LinkButton>
      )}
    </One>
  );
}

/** Nobody is there who may start. The page goes on by itself. */
export function WaitingForHost({ room, name, onLeave }: RoomProps & { name: string; onLeave: () => void }) {
  const say = meetingsText();
  return (
    <One
      icon={IconHourglass}
      tone="amber"
      account={room.account}
      title={say('waiting.title', { host: room.host })}
      lead={<bdi>{room.name}</bdi>}
    >
      <ol className={s.steps} aria-live="polite">
        <li>
          <span className={s.mark}>
            <IconUserCheck size={14} stroke={2} />
          </span>
          <span>{name === '' ? say('waiting.readyNoName') : say('waiting.ready', { name })}</span>
        </li>
        <li aria-current="step">
          <span className={s.mark} data-now>
            <IconHourglass size={14} stroke={2} />
          </span>
          <span>{say('waiting.start', { host: room.host })}</span>
        </li>
        <li>
          <span className={s.mark} data-next />
          <span>{say(room.lobby && !room.you.skipsLobby ? 'waiting.thenLobby' : 'waiting.thenIn')}</span>
        </li>
      </ol>
      <Button size="lg" onClick={onLeave}>
        {say('waiting.back')}
      </Button>
    </One>
  );
}
