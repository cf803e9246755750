import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { CopyButton } from '#kit/ui/copy.tsx';
import { Link, LinkButton } from '#kit/ui/link.tsx';
import { Status } from '#kit/ui/status.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { Duration } from '#kit/ui/time.tsx';
import type { LiveMeeting } from './dashboard-data.hook.ts';
import { dashboardText } from './dashboard-text.hook.ts';
import s from './dashboard.module.css';
import type { GoState } from './go.hook.ts';

/** A room's whole link; the address of this site is known in the browser only. */
function useInvitation(slug: string | null): string | null {
  const [origin, setOrigin] = useState('');
  useEffect(() => setOrigin(window.location.origin), []);
  return slug === null ? null : `${origin}/m/${slug}`;
}

type Props = { meeting: LiveMeeting; go: GoState };
function Enter({ meeting, go, look }: Props & { look: 'band' | 'row' }) {
  const say = dashboardText();
  const { id, name } = meeting;
  const size = look === 'band' ? 'md' : 'xs';
  if (!meeting.canJoin)
    return (
      <LinkButton to={`/rooms/meeting/${id}`} size={size} variant="default" aria-label={say('live.openOf', { name })}>
        {say('live.open')}
      </LinkButton>
    );
  return (
    <Button
      size={size}
      variant={look === 'band' ? 'filled' : 'default'}
      loading={go.busy === id}
      aria-label={say('live.joinOf', { name })}
      onClick={() => go.join(id)}
    >
      {say('live.join')}
    </Button>
  );
}

/** Where it is and who began it, as far as that adds to the name. */
function Around({ meeting }: { meeting: LiveMeeting }) {
  const say = dashboardText();
  const words = [
    ...(meeting.room === null || meeting.room.name === meeting.name ? [] : [meeting.room.name]),
    ...(meeting.account === null ? [] : [meeting.account.name]),
    ...(meeting.host === null ? [] : [say('live.host', { name: meeting.host })]),
    say('live.people', { count: meeting.people }),
  ];
  return words.map((word) => <span key={word}>{word}</span>);
}

function Band({ meeting, go }: Props) {
  const say = dashboardText();
  const { now } = useReader();
  const link = useInvitation(meeting.room?.slug ?? null);
  return (
    <div className={s.band}>
      <div className={s.bandText}>
        <Status of="live">
          <Duration minutes={(now - meeting.since) / 60_000} />
        </Status>
        <h2 className={s.bandTitle}>
          <Link to={`/rooms/meeting/${meeting.id}`}>{meeting.name}</Link>
        </h2>
        <p className={`small soft ${s.dots}`}>
          <Around meeting={meeting} />
        </p>
      </div>
      <div className={s.bandActs}>
        {link !== null && <CopyButton text={link} label={say('live.copy')} look="icon" size="md" />}
        <Enter meeting={meeting} go={go} look="band" />
      </div>
    </div>
  );
}

function Row({ meeting, go }: Props) {
  const { now } = useReader();
  return (
    <li className={s.liveRow}>
      <Status of="live" look="plain">
        <Duration minutes={(now - meeting.since) / 60_000} />
      </Status>
      <span className="grow">
        <Link to={`/rooms/meeting/${meeting.id}`} className={`strong small ${s.name}`}>
          {meeting.name}
        </Link>
        <span className={`tiny quiet ${s.dots}`}>
          <Around meeting={meeting} />
        </span>
      </span>
      <Enter meeting={meeting} go={go} look="row" />
    </li>
  );
}

/** What runs now: the newest that one may join leads, the others follow in lines. Nothing while nothing runs. */
export function Live({ meetings, go }: { meetings: readonly LiveMeeting[]; go: GoState }) {
  const say = dashboardText();
  const lead = meetings.find((one) => one.canJoin) ?? meetings[0];
  if (lead === undefined) return null;
  const others = meetings.filter((one) => one !== lead);
  return (
    <section className={s.live} aria-label={say('live.title')}>
      <Band meeting={lead} go={go} />
      {others.length > 0 && (
        <ul className={s.liveRows}>
          {others.map((one) => (
            <Row key={one.id} meeting={one} go={go} />
          ))}
        </ul>
      )}
    </section>
  );
}
