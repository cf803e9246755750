import {
  type Icon,
  IconAlertTriangle,
  IconCloudOff,
  IconDoor,
  IconDoorExit,
  IconUsersGroup,
  IconUserX,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import s from '#ui/green-room.module.css';
import { Button } from '#ui/parts.tsx';
import p from '#ui/parts.module.css';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import type { OverReason } from '#ui/state.ts';
import type { TextKey } from '#ui/text.ts';
import { useWords } from '#ui/words.tsx';

type Page = { icon: Icon; title: TextKey; lead: TextKey; tone: 'grey' | 'green' | 'amber'; again: 'again' | 'no' };
const ended: Page = { icon: IconDoor, title: 'over.ended', lead: 'over.endedLead', tone: 'grey', again: 'no' };
const pages: Record<OverReason, Page> = {
  ended,
  'ended-by-moderator': { ...ended, title: 'over.endedByHost' },
  'ended-by-api': ended,
  duration: { ...ended, title: 'over.timeUp', lead: 'over.timeUpLead' },
  'nobody-came': { ...ended, title: 'over.nobodyCame' },
  'everybody-left': ended,
  'no-moderator': { ...ended, title: 'over.noHost' },
  'engine-stopped': {
    icon: IconAlertTriangle,
    title: 'over.engineStopped',
    lead: 'over.engineStoppedLead',
    tone: 'amber',
    again: 'no',
  },
  left: { icon: IconDoorExit, title: 'over.left', lead: 'over.leftLead', tone: 'green', again: 'again' },
  removed: { icon: IconUserX, title: 'over.removed', lead: 'over.removedLead', tone: 'amber', again: 'no' },
  denied: { icon: IconUserX, title: 'over.denied', lead: 'over.deniedLead', tone: 'amber', again: 'no' },
  replaced: { icon: IconDoorExit, title: 'over.replaced', lead: 'over.replacedLead', tone: 'grey', again: 'again' },
  gone: { icon: IconAlertTriangle, title: 'over.gone', lead: 'over.goneLead', tone: 'amber', again: 'no' },
  full: { icon: IconUsersGroup, title: 'over.full', lead: 'over.fullLead', tone: 'amber', again: 'again' },
  lost: { icon: IconCloudOff, title: 'over.lost', lead: 'over.lostLead', tone: 'amber', again: 'again' },
};

/** After the meeting: what happened, and the way on. */
export function EndedPage({ onLeave }: { onLeave(where: string): void }) {
  const { text } = useWords();
  const meeting = useMeeting();
  const { over, facts, entered } = useMeetingState();
  if (!over) return null;
  const page = pages[over.why];
  return (
    <One
      icon={page.icon}
      tone={page.tone}
      title={text(page.title)}
      lead={text(page.lead)}
      room={facts?.name ?? entered?.meeting.name}
    >
      {page.again === 'again' && <Button onClick={meeting.restart}>{text('over.joinAgain')}</Button>}
      <Button look="accent" onClick={() => onLeave(over.logoutUrl ?? '')}>
        {text('over.done')}
      </Button>
    </One>
  );
}

/** The engine does not answer: nothing of the meeting is known. */
export function UnreachablePage() {
  const { text } = useWords();
  const meeting = useMeeting();
  return (
    <One icon={IconCloudOff} tone="amber" title={text('over.unreachable')} lead={text('over.unreachableLead')}>
      <Button look="accent" onClick={meeting.restart}>
        {text('over.tryAgain')}
      </Button>
    </One>
  );
}

/** While the first answer is on its way. `lost`: it takes longer than it should. */
export function OpeningPage({ link }: { link: 'up' | 'lost' }) {
  const { text } = useWords();
  return (
    <div className={`${p.root} ${s.one}`} role="status" aria-busy="true">
      <span className={p.spin} aria-hidden="true" />
      <h1 className={s.quiet}>{text(link === 'up' ? 'over.opening' : 'reconnect.joining')}</h1>
    </div>
  );
}

function One({
  icon: Sign,
  tone,
  title,
  lead,
  room,
  children,
}: {
  icon: Icon;
  tone: Page['tone'];
  title: string;
  lead: string;
  room?: string | undefined;
  children: ReactNode;
}) {
  const head = useRef<HTMLHeadingElement>(null);
  // The page changed under the person: the reader of the screen starts at its heading.
  useEffect(() => head.current?.focus(), []);
  return (
    <div className={`${p.root} ${s.one}`} data-page="over">
      <span className={s.sign} data-tone={tone}>
        <Sign size={28} stroke={1.5} aria-hidden="true" />
      </span>
      <h1 ref={head} tabIndex={-1} style={{ outline: 'none' }}>
        {title}
      </h1>
      <p>{lead}</p>
      {room && (
        <p>
          <bdi>{room}</bdi>
        </p>
      )}
      <div className={s.acts}>{children}</div>
    </div>
  );
}
