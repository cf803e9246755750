import { IconAlertTriangle, IconVolume, IconWifi2, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import f from '#ui/float.module.css';
import { noticeWords } from '#ui/notice-words.ts';
import { Button, Faces, IconButton } from '#ui/parts.tsx';
import p from '#ui/parts.module.css';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { may, type MeetingNotice, self } from '#ui/state.ts';
import { troubleWords } from '#ui/trouble-words.ts';
import { useWords } from '#ui/words.tsx';

const SHOWN_MS = 7000;

/** Short words about what happened to oneself. */
export function Notices() {
  const { notices } = useMeetingState();
  return (
    <div className={f.notices} role="status">
      {notices.map((n) => (
        <One key={n.id} notice={n} />
      ))}
    </div>
  );
}

function One({ notice }: { notice: MeetingNotice }) {
  const { text } = useWords();
  const meeting = useMeeting();
  const { id } = notice;
  useEffect(() => {
    const timer = setTimeout(() => meeting.store.dispatch({ t: 'notice-read', id }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [meeting, id]);
  return (
    <div className={f.notice}>
      <span>{text(noticeWords[notice.what])}</span>
      <IconButton
        icon={IconX}
        size={28}
        label={text('invite.close')}
        onClick={() => meeting.store.dispatch({ t: 'notice-read', id })}
      />
    </div>
  );
}

/** The connection is gone for the moment: one sits where one sat. */
export function ReconnectBanner() {
  const { text } = useWords();
  const meeting = useMeeting();
  const { link, media } = useMeetingState();
  if (link === 'up' && media !== 'failed') return null;
  if (link === 'up')
    return (
      <div className={f.banner} role="status">
        <span className={p.spin} aria-hidden="true" />
        {text('reconnect.media')}
      </div>
    );
  return (
    <div className={f.banner} role="alert">
      <span className={p.spin} aria-hidden="true" />
      {text('reconnect.lost')}
      <Button size="xs" onClick={meeting.nudge}>
        {text('reconnect.now')}
      </Button>
    </div>
  );
}

/** One's own line is too weak: said for as long as it lasts, or until it was read. */
export function WeakConnectionBanner() {
  const state = useMeetingState();
  const quality = self(state)?.connection;
  if (quality === undefined || quality === 'good' || state.link === 'lost' || state.media === 'failed') return null;
  return <WeakConnection key={quality} quality={quality} />;
}

function WeakConnection({ quality }: { quality: 'weak-sending' | 'weak-receiving' }) {
  const { text } = useWords();
  const [read, setRead] = useState<'read' | 'new'>('new');
  if (read === 'read') return null;
  return (
    <div className={f.banner} role="status">
      <IconWifi2 size={16} stroke={2} aria-hidden="true" />
      {text(quality === 'weak-sending' ? 'reconnect.weakSending' : 'reconnect.weakReceiving')}
      <IconButton icon={IconX} size={28} label={text('invite.close')} onClick={() => setRead('read')} />
    </div>
  );
}

/** Somebody knocks: over everything, covering no face. With the people panel open it is only there. */
export function Knock() {
  const { text } = useWords();
  const meeting = useMeeting();
  const state = useMeetingState();
  const { panel } = state;
  const waiting = state.waiting.filter((m) => !state.turning.includes(m.id));
  const first = waiting[0];
  if (!first || !may(state, 'admit') || panel === 'people') return null;
  return (
    <div className={f.call} role="status">
      <Faces people={waiting} />
      <span>{text('knock.waiting', { name: first.name, others: waiting.length - 1 })}</span>
      <span>
        <Button size="xs" look="quiet" onClick={() => meeting.panel('people')}>
          {text('knock.look')}
        </Button>
        <Button
          size="xs"
          onClick={() => void meeting.ask({ t: 'lobby', action: 'admit', ...(waiting.length === 1 && { member: first.id }) })}
        >
          {text(waiting.length === 1 ? 'knock.admit' : 'knock.admitAll')}
        </Button>
      </span>
    </div>
  );
}

/** Why a device did not open, and what to do about it. */
export function TroubleCard() {
  const { text } = useWords();
  const meeting = useMeeting();
  const { trouble } = useMeetingState();
  const says = trouble && troubleWords({ [trouble.kind]: trouble.why });
  if (!trouble || !says) return null;
  const close = () => meeting.store.dispatch({ t: 'trouble', trouble: null });
  return (
    <section className={f.trouble} role="alert">
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden="true" />
      <h2>{text(says.title)}</h2>
      <IconButton icon={IconX} size={28} label={text('invite.close')} onClick={close} />
      <p>{text(says.help)}</p>
      <div>
        <Button
          size="xs"
          onClick={() => {
            close();
            void meeting.toggle(trouble.kind);
          }}
        >
          {text('trouble.tryAgain')}
        </Button>
      </div>
    </section>
  );
}

/** Phones play sound only after a tap. */
export function SoundGate() {
  const { text } = useWords();
  const meeting = useMeeting();
  const { soundBlocked } = useMeetingState();
  // Any tap or key on the page is what the browser waits for; the button is there to be seen.
  useEffect(() => {
    if (!soundBlocked) return;
    const hear = () => {
      meeting.hearSound();
      for (const video of document.querySelectorAll('video')) void video.play().catch(() => undefined);
      meeting.store.dispatch({ t: 'sound-blocked', blocked: false });
    };
    document.addEventListener('click', hear, true);
    document.addEventListener('keydown', hear, true);
    return () => {
      document.removeEventListener('click', hear, true);
      document.removeEventListener('keydown', hear, true);
    };
  }, [soundBlocked, meeting]);
  if (!soundBlocked) return null;
  return (
    <div className={f.sound}>
      <Button look="accent" size="lg" icon={IconVolume}>
        {text('sound.tapToHear')}
      </Button>
    </div>
  );
}
