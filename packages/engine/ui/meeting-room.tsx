import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import type { DeviceChoice } from '#ui/media/device-choice.ts';
import { GreenRoom } from '#ui/green-room.tsx';
import { type HostSettings, HouseProvider } from '#ui/house.ts';
import { Lobby } from '#ui/lobby.tsx';
import { type FingerWatcher, TouchContext } from '#ui/long-press.ts';
import { wishedChoice } from '#ui/look/first-choice.ts';
import { MeetingLogo, useLogo } from '#ui/look/meeting-logo.tsx';
import { createMeeting, type MeetingControls } from '#ui/meeting.ts';
import { EndedPage, OpeningPage, UnreachablePage } from '#ui/one-page.tsx';
import { RecordedNote } from '#ui/record/recorded-note.tsx';
import { RoomProvider, useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { Room } from '#ui/room.tsx';
import { EngineSessionProvider, engineSession } from '#ui/engine-session.ts';
import type { MeetingState } from '#ui/state.ts';
import type { EngineText } from '#ui/text.ts';
import { TopicTextProvider, type UseTopicText } from '#ui/topics/topic-words.ts';
import { useWords, WordsProvider } from '#ui/words.tsx';

export type MeetingRoomProps = {
  /** Where the engine answers, for example `/engine`. */
  base: string;
  sessionToken: string;
  locale: string;
  dir: 'ltr' | 'rtl';
  text: EngineText;
  /** The words of topics. Must stay the same function. */
  useTopicText: UseTopicText;
  /** The person is done; `where` is the meeting's logout address, empty when it is not known. */
  onLeave(where: string): void;
  onTitle?(title: string): void;
  /** Made in a green room before the join; without it the meeting shows its own. */
  preset?: DeviceChoice | undefined;
  /** Lets a host open what can be done with a person by a long tap on the picture. */
  touch?: FingerWatcher;
  /** Whose meeting it is, at the start of the bar inside. */
  mark?: ReactNode;
  /** Must stay the same object while it says the same. */
  house?: HostSettings;
};

const noHouse: HostSettings = {};
/** Attempts to reach the engine again, about half a minute, after which a house that leads back looks for the meeting elsewhere. */
const LOST_AFTER = 12;

/** A whole meeting: green room, lobby, the room, and the page after it. The frame around it brings `<main>`. */
export function MeetingRoom(props: MeetingRoomProps) {
  const { base, sessionToken, locale, dir, text, useTopicText, onLeave, onTitle, preset, touch, mark, house = noHouse } = props;
  const lostAfter = house.after === undefined ? Number.POSITIVE_INFINITY : LOST_AFTER;
  const [meeting, setMeeting] = useState<MeetingControls | null>(null);
  const [first] = useState(preset ?? null);
  useEffect(() => {
    const made = createMeeting({ base, sessionToken, preset: first, lostAfter });
    setMeeting(made);
    window.__atriumMeeting = { stats: made.stats };
    return () => {
      made.stop();
      delete window.__atriumMeeting;
    };
  }, [base, sessionToken, first, lostAfter]);
  return (
    <WordsProvider text={text} locale={locale} dir={dir}>
      <TopicTextProvider value={useTopicText}>
        {meeting ? (
          <RoomProvider meeting={meeting}>
            <RoomSession base={base} sessionToken={sessionToken}>
              <TouchContext value={touch ?? null}>
                <HouseProvider value={house}>
                  <Phases onLeave={onLeave} onTitle={onTitle} mark={mark} />
                </HouseProvider>
              </TouchContext>
            </RoomSession>
          </RoomProvider>
        ) : (
          <OpeningPage link="up" />
        )}
      </TopicTextProvider>
    </WordsProvider>
  );
}

/** Files go to the room one is in: a group has a session of its own. */
function RoomSession({ base, sessionToken, children }: { base: string; sessionToken: string; children: ReactNode }) {
  const token = useMeetingState().groupToken ?? sessionToken;
  const session = useMemo(() => engineSession({ base, sessionToken: token }), [base, token]);
  return <EngineSessionProvider value={session}>{children}</EngineSessionProvider>;
}

type PhasesProps = Pick<MeetingRoomProps, 'onLeave'> & { onTitle: MeetingRoomProps['onTitle']; mark: ReactNode };
function Phases({ onLeave, onTitle, mark }: PhasesProps) {
  const { text, locale, dir } = useWords();
  const meeting = useMeeting();
  const { phase, entered, facts, direct, link } = useMeetingState();
  const title = titleOf({ facts, entered });
  const logo = useLogo(entered?.page?.meeting.logo ?? null);
  const begins = useCallback((choice: DeviceChoice) => wishedChoice(choice, entered), [entered]);
  useEffect(() => {
    if (title) onTitle?.(title);
  }, [title, onTitle]);
  if (phase === 'over') return <EndedPage onLeave={onLeave} />;
  if (phase === 'unreachable') return <UnreachablePage />;
  if (phase === 'lobby') return <Lobby />;
  if (phase === 'in')
    return (
      <Room
        mark={
          <>
            {mark}
            <MeetingLogo logo={logo} />
          </>
        }
      />
    );
  if (phase === 'entering' || direct || !entered || logo === 'loading') return <OpeningPage link={link} />;
  return (
    <GreenRoom
      text={text}
      locale={locale}
      dir={dir}
      title={entered.meeting.name}
      knownName={entered.you.name}
      lead={text('greenRoom.joinAs', { name: entered.you.name })}
      joinLabel={text(entered.waiting ? 'greenRoom.ask' : 'greenRoom.join')}
      note={link === 'lost' ? text('reconnect.joining') : entered.waiting ? text('greenRoom.hostLetsIn') : undefined}
      arrives={entered.meeting.muteOnStart && entered.you.role !== 'moderator' ? 'muted' : 'as-chosen'}
      consent={entered.meeting.mayBeRecorded ? <RecordedNote recording={entered.meeting.recording} /> : undefined}
      state={phase === 'joining' ? 'busy' : 'ready'}
      badge={<MeetingLogo logo={logo} />}
      begins={begins}
      onJoin={meeting.join}
    />
  );
}

/** The name of the meeting, after the title that the program gave the window. */
function titleOf({ facts, entered }: Pick<MeetingState, 'facts' | 'entered'>): string | undefined {
  const name = facts?.name ?? entered?.meeting.name;
  const before = entered?.page?.person.title ?? '';
  return name === undefined || before === '' ? name : `${before} – ${name}`;
}
