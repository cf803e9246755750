import { IconCircle, IconVideo } from '@tabler/icons-react';
import { LinkButton } from '#kit/ui/link.tsx';
import { LiveStatus } from '#kit/ui/status-shape.tsx';
import { useDurationText } from '#kit/ui/time.tsx';
import type { ChatMeeting, ChatPerson } from '../chat-views.contract.ts';
import { chatText } from './chat-text.hook.ts';
import s from './thread.module.css';

/** A meeting that was started from here: who is in it and the way in while it runs, then what is left of it. */
export function MeetingCard({ meeting, author }: { meeting: ChatMeeting; author: ChatPerson }) {
  const say = chatText();
  const duration = useDurationText();
  const { name, state, names, people, came, startedAt, endedAt, path, page, recording } = meeting;
  const runs = state === 'live' || state === 'starting';
  const length = startedAt === null || endedAt === null ? null : duration((endedAt - startedAt) / 60_000);
  return (
    <div className={s.card} data-live={runs || undefined}>
      <span className={s.cardSign}>
        {recording === null ? <IconVideo size={20} stroke={1.75} /> : <IconCircle size={20} stroke={1.75} />}
      </span>
      <div className={s.cardWords}>
        <b>
          <bdi>{name}</bdi>
        </b>
        <span>
          {runs && names.length > 0 && say('meeting.inside', { names: names.join(', ') })}
          {runs && names.length === 0 && say('meeting.startedBy', { name: author.name })}
          {state === 'failed' && say('meeting.failed')}
          {state === 'ended' && (length === null ? say('meeting.over') : say('meeting.ended', { length, count: came }))}
        </span>
      </div>
      {runs && <LiveStatus>{people > 0 ? people : undefined}</LiveStatus>}
      {runs && path !== null && <LinkButton to={path}>{say('meeting.join')}</LinkButton>}
      {!runs && recording !== null && <LinkButton to={recording}>{say('meeting.watch')}</LinkButton>}
      {!runs && page !== null && (
        <LinkButton to={page} variant="subtle">
          {say('meeting.attendance')}
        </LinkButton>
      )}
    </div>
  );
}
