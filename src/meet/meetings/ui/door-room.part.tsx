import { GreenRoom } from '@atrium/engine/ui/green-room.tsx';
import { RecordedNote } from '@atrium/engine/ui/record/recorded-note.tsx';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePageTitle } from '#kit/ui/page.tsx';
import { LiveStatus } from '#kit/ui/status-shape.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useDurationText } from '#kit/ui/time.tsx';
import { WithWayOut } from '#kit/ui/way-out.tsx';
import { LinkDates, type LinkDatesView } from '#meet/schedule/ui/blocks/link-dates.part.tsx';
import type { PublicRoom } from '../meetings.contract.ts';
import { meetingLimits } from '../meetings.rules.ts';
import { ConsentField, DoorCodeField } from './door-fields.part.tsx';
import { DoorFrame } from './door-frame.part.tsx';
import { type DoorAnswers, type DoorState, useDoor } from './door-join.hook.ts';
import { Left, Refused, Resting, SignInFirst, WaitingForHost } from './door-later.part.tsx';
import s from './door.module.css';
import { greenRoomText } from './green-room-text.hook.ts';
import { type MeetingsSay, meetingsText } from './meetings-text.hook.ts';
import { usePublicRoom } from './public-room.hook.ts';
import { keptName, keepName } from './visitor-name.hook.ts';

function joinWord(say: MeetingsSay, room: PublicRoom): string {
  if (room.state === 'idle') return say(room.you.canStart ? 'door.start' : 'door.wait');
  return say(room.lobby && !room.you.skipsLobby ? 'door.ask' : 'door.join');
}
function noteWord(say: MeetingsSay, room: PublicRoom): string {
  if (room.state === 'idle' && !room.you.canStart) return say('door.waitNote', { host: room.host });
  if (room.lobby && !room.you.skipsLobby) return say('door.lobbyNote', { host: room.host });
  return room.you.name === null ? '' : say('door.asName', { name: room.you.name });
}

function Badge({ room }: { room: PublicRoom }) {
  const say = meetingsText();
  const duration = useDurationText();
  const { now } = useReader();
  if (room.state === 'idle' || room.since === null) return <span className="small quiet">{say('door.nobody')}</span>;
  return <LiveStatus>{duration(Math.max(0, (now - room.since) / 60_000))}</LiveStatus>;
}

/** The first field in trouble gets the focus, and its sentence is read. */
function useFocusTrouble(state: DoorState): void {
  useEffect(() => {
    if (state.at !== 'ready' || Object.values(state.troubles).every((one) => one === undefined)) return;
    const field = document.querySelector('[aria-invalid="true"]');
    if (field instanceof HTMLElement) field.focus();
  }, [state]);
}

type DoorRoomState = ReturnType<typeof useDoor>;
type DoorProps = {
  room: PublicRoom;
  dates: LinkDatesView;
  door: DoorRoomState;
  answers: DoorAnswers;
  change: (part: Partial<DoorAnswers>) => void;
};

function Green({ room, dates, door, answers, change }: DoorProps) {
  const say = meetingsText();
  const text = greenRoomText();
  const { locale, dir } = useReader();
  const { state } = door;
  const [search] = useSearchParams();
  const troubles = state.at === 'ready' ? state.troubles : {};
  const asksCode = room.takesCode && !room.you.skipsCode;
  // a meeting may begin on another server than was expected when the page was made
  const asksConsent = room.asksConsent || troubles.consent !== undefined || answers.consent === 'agreed';
  const other = troubles.other ?? (search.has('trouble') ? say('trouble.came_back') : '');
  return (
    <DoorFrame account={room.account}>
      <GreenRoom
        text={text}
        locale={locale}
        dir={dir}
        title={room.name}
        lead={say('door.with', { host: room.host })}
        badge={<Badge room={room} />}
        name={
          room.you.signedIn
            ? undefined
            : {
                value: answers.name,
                maxLength: meetingLimits.guestName,
                error: troubles.name,
                onChange: (name) => {
                  change({ name });
                  door.clear('name');
                },
              }
        }
        {...(room.you.name !== null && { knownName: room.you.name })}
        fields={
          asksCode && (
            <DoorCodeField
              room={room}
              value={answers.code}
              error={troubles.code}
              onChange={(code) => {
                change({ code });
                door.clear('code');
              }}
            />
          )
        }
        arrives={room.you.joinsMuted ? 'muted' : 'as-chosen'}
        consent={
          <>
            {asksConsent && (
              <ConsentField
                room={room}
                value={answers.consent}
                error={troubles.consent}
                onChange={(consent) => {
                  change({ consent });
                  door.clear('consent');
                }}
              />
            )}
            {room.record && !asksConsent && <RecordedNote recording="off" />}
            <p className={s.refused} role="alert">
              <WithWayOut>{other}</WithWayOut>
            </p>
          </>
        }
        joinLabel={joinWord(say, room)}
        note={noteWord(say, room)}
        state={state.at === 'joining' ? 'busy' : 'ready'}
        onJoin={door.join}
      >
        {room.state === 'idle' && <LinkDates dates={dates} />}
        {room.people > 0 && <p className={s.people}>{say('door.people', { count: room.people })}</p>}
      </GreenRoom>
    </DoorFrame>
  );
}

/** The door of one room, from the first look until one is inside. */
export function DoorRoom({ first, dates }: { first: PublicRoom; dates: LinkDatesView }) {
  const [waits, setWaits] = useState<'waits' | 'no'>('no');
  const { room, round, invitation } = usePublicRoom(first, waits);
  return (
    <Suspense>
      <Visit room={room} invitation={invitation} dates={dates} asOf={round} onWaits={setWaits} />
    </Suspense>
  );
}

type VisitProps = {
  room: PublicRoom;
  invitation: string | null;
  dates: LinkDatesView;
  asOf: number;
  onWaits: (waits: 'waits' | 'no') => void;
};
function Visit({ room, invitation, dates, asOf, onWaits }: VisitProps) {
  const [search, setSearch] = useSearchParams();
  const [answers, setAnswers] = useState<DoorAnswers>({ name: '', code: '', consent: 'no' });
  const change = (part: Partial<DoorAnswers>) => setAnswers((now) => ({ ...now, ...part }));
  const door = useDoor(room, { answers, invitation });
  const { state, knockAgain } = door;
  usePageTitle(room.name);
  useFocusTrouble(state);
  useEffect(() => setAnswers((now) => (now.name === '' ? { ...now, name: keptName() } : now)), []);
  useEffect(() => {
    if (state.at === 'waiting' || state.at === 'joining') keepName(answers.name.trim());
    onWaits(state.at === 'waiting' ? 'waits' : 'no');
  }, [state.at, answers.name, onWaits]);
  const asked = useRef(0);
  useEffect(() => {
    if (state.at !== 'waiting' || room.state !== 'live' || asked.current === asOf) return;
    asked.current = asOf;
    knockAgain(state.choice);
  }, [state, room.state, asOf, knockAgain]);
  useEffect(() => void Refused.preload().catch(() => null), []);
  if (search.has('left')) return <Left room={room} onAgain={() => setSearch({}, { replace: true })} />;
  if (room.rests) return <Resting room={room} />;
  if (state.at === 'sign-in' || (room.signInRequired && !room.you.signedIn)) return <SignInFirst room={room} />;
  if (state.at === 'refused') return <Refused room={room} why={state.why} onAgain={door.back} />;
  if (state.at === 'waiting') return <WaitingForHost room={room} name={room.you.name ?? answers.name} onLeave={door.back} />;
  return <Green room={room} dates={dates} door={door} answers={answers} change={change} />;
}
