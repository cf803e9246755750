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
import { type MeetingOver, useHouse } from '#ui/house.ts';
import s from '#ui/green-room.module.css';
import { Button } from '#ui/parts.tsx';
import p from '#ui/parts.module.css';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import type { MeetingState, OverReason } from '#ui/state.ts';
import type { TextKey } from '#ui/text.ts';
import { useWords } from '#ui/words.tsx';

type NoticePage = { icon: Icon; title: TextKey; lead: TextKey; tone: 'grey' | 'green' | 'amber'; again: 'again' | 'no' };
const ended: NoticePage = { icon: IconDoor, title: 'over.ended', lead: 'over.endedLead', tone: 'grey', again: 'no' };
const pages: Record<OverReason, NoticePage> = {
  ended,
  'ended-by-moderator': { ...ended, title: 'over.endedByHost' },
  'ended-by-you': { ...ended, title: 'over.endedByYou' },
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

/** The engine or the way to it failed while one was inside or in the lobby. */
const isCutOff = (state: Pick<MeetingState, 'over' | 'facts'>): boolean =>
  state.facts !== null && (state.over?.why === 'engine-stopped' || state.over?.why === 'lost');

/** What became of the recording, for the host who ended the meeting; nothing where it could not be recorded. */
export function recordingWord({ facts }: Pick<MeetingState, 'facts'>): TextKey | null {
  if (!facts?.mayBeRecorded) return null;
  return facts.recording !== 'off' || facts.recorded > 0 ? 'over.recordingComes' : 'over.noRecording';
}

/** After the meeting: what happened, and the way on. */
export function EndedPage({ onLeave }: { onLeave(where: string): void }) {
  const { text } = useWords();
  const meeting = useMeeting();
  const { after } = useHouse();
  const state = useMeetingState();
  const { over, facts, entered } = state;
  if (!over) return null;
  const page = pages[over.why];
  const cutOff: MeetingOver['cutOff'] = isCutOff(state) ? 'cut-off' : 'no';
  const recording = over.why === 'ended-by-you' ? recordingWord(state) : null;
  return (
    <One
      icon={page.icon}
      tone={page.tone}
      title={text(page.title)}
      lead={after !== undefined && cutOff === 'cut-off' ? null : text(recording ?? page.lead)}
      room={facts?.name ?? entered?.meeting.name}
      after={after?.({ why: over.why, cutOff, name: entered?.you.name ?? '', choice: meeting.choice() })}
    >
      {page.again === 'again' && <Button onClick={meeting.restart}>{text('over.joinAgain')}</Button>}
      <Button look="accent" onClick={() => onLeave(over.logoutUrl ?? '')}>
        {text('devices.done')}
      </Button>
    </One>
  );
}

/** An engine that does not answer is asked again by itself after this time (milliseconds). */
const ASK_AGAIN_MS = 6000;

/** The engine does not answer: nothing of the meeting is known. */
export function UnreachablePage() {
  const { text } = useWords();
  const meeting = useMeeting();
  useEffect(() => {
    const timer = setTimeout(meeting.restart, ASK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [meeting]);
  return (
    <One icon={IconCloudOff} tone="amber" title={text('over.unreachable')} lead={text('over.unreachableLead')}>
      <Button look="accent" onClick={meeting.restart}>
        {text('trouble.tryAgain')}
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
  after,
  children,
}: {
  icon: Icon;
  tone: NoticePage['tone'];
  title: string;
  lead: string | null;
  room?: string | undefined;
  after?: ReactNode;
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
      {lead !== null && <p>{lead}</p>}
      {room && (
        <p>
          <bdi>{room}</bdi>
        </p>
      )}
      {after}
      <div className={s.acts}>{children}</div>
    </div>
  );
}
