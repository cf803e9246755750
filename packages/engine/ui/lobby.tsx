import { IconCheck, IconHourglass } from '@tabler/icons-react';
import { useState } from 'react';
import s from '#ui/green-room.module.css';
import { DeviceChoices } from '#ui/media/device-choices.tsx';
import { useNow } from '#ui/now.ts';
import { Button, Ltr } from '#ui/parts.tsx';
import p from '#ui/parts.module.css';
import { PreviewPicture } from '#ui/media/preview-picture.tsx';
import { useDevices, usePreviews } from '#ui/media/preview.ts';
import { RecordedNote } from '#ui/record/recorded-note.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { clockOf } from '#ui/say-time.ts';
import { useWords } from '#ui/words.tsx';

/** Asked to join, not let in yet. Nothing to press: the page goes on by itself. */
export function Lobby() {
  const { text } = useWords();
  const meeting = useMeeting();
  const state = useMeetingState();
  const [choice, setChoice] = useState(meeting.choice());
  const [open, setOpen] = useState(false);
  const { mic, cam } = usePreviews(choice);
  const devices = useDevices(`${mic.state}${cam.state}`);
  const change = (part: Partial<typeof choice>) => {
    const next = { ...choice, ...part };
    const chosen = { ...next, listenOnly: !next.micOn && !next.camOn };
    setChoice(chosen);
    meeting.chooseDevice(chosen);
  };
  const name = state.entered?.you.name ?? '';
  return (
    <div className={`${p.root} ${s.room}`}>
      <section aria-label={text('greenRoom.preview')}>
        <PreviewPicture
          mic={mic}
          cam={cam}
          choice={choice}
          change={change}
          tag={text('lobby.nobodySees', { name })}
          name={name}
          onDevices={() => setOpen(!open)}
          devicesOpen={open}
          meter="none"
        />
        <div className={s.devices} data-open={open || undefined}>
          <DeviceChoices devices={devices} choice={choice} change={change} />
        </div>
      </section>
      <section className={s.wait}>
        <Heading />
        <ol className={s.steps}>
          <li>
            <span className={s.mark}>
              <IconCheck size={14} stroke={2.5} aria-hidden="true" />
            </span>
            <span>{text('lobby.settled')}</span>
          </li>
          <li aria-current="step">
            <span className={s.mark} data-now>
              <IconHourglass size={14} stroke={2} aria-hidden="true" />
            </span>
            <span>{text('lobby.hostLetsYouIn')}</span>
          </li>
          <li>
            <span className={s.mark} data-next />
            <span>{text('lobby.youAreIn')}</span>
          </li>
        </ol>
        <Note />
        {state.facts?.mayBeRecorded && <RecordedNote recording={state.facts.recording} />}
        <div className={s.foot}>
          <span>{text('lobby.weCallYou')}</span>
          <Button onClick={() => void meeting.leave()}>{text('bar.leave')}</Button>
        </div>
      </section>
    </div>
  );
}

function Heading() {
  const { text } = useWords();
  const { entered, facts, members, you, skew, link } = useMeetingState();
  const now = useNow(1000);
  const since = members[you]?.joinedAt ?? now + skew;
  return (
    <div>
      <div>
        <span className={s.pill}>
          <IconHourglass size={14} stroke={2} aria-hidden="true" />
          <span>{text(link === 'up' ? 'lobby.waiting' : 'lobby.reconnecting')}</span>·<Ltr>{clockOf(now + skew - since)}</Ltr>
        </span>
      </div>
      <h1 className={s.title}>{text('lobby.title')}</h1>
      <p className={s.lead}>
        <bdi>{facts?.name ?? entered?.meeting.name}</bdi>
      </p>
    </div>
  );
}

/** The host's words to everyone who waits; they stay until one is in. */
function Note() {
  const { text } = useWords();
  const { facts } = useMeetingState();
  return (
    <div role="log" aria-label={text('lobby.messages')}>
      {facts?.lobbyNote && (
        <div className={s.note}>
          <b>{text('lobby.fromHost')}</b>
          <span dir="auto">{facts.lobbyNote}</span>
        </div>
      )}
    </div>
  );
}
