import './engine-room.module.css';
import type { HostSettings } from '@atrium/engine/ui/house.ts';
import { MeetingRoom, type MeetingRoomProps } from '@atrium/engine/ui/meeting-room.tsx';
import { Suspense, useEffect, useMemo } from 'react';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { createFinger } from '#kit/ui/gestures.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import { engineText, useTopicText } from './engine-text.hook.ts';

/** Needed when the meeting is over; when it was cut off, nothing more can be loaded, so it is here before. */
const AfterMeeting = loadable(async () => (await import('./after-meeting.part.tsx')).AfterMeeting);

/** Of several engines, an address names the one that holds the meeting; without a name it is the first. */
function engineBase(seat: URLSearchParams): string {
  const number = seat.get('engine') ?? '';
  return /^([2-9]|[1-9]\d{1,2})$/.test(number) ? `/engine-${number}` : '/engine';
}

/** What the meeting takes from the pages around it. A meeting of another program has no room here to come back to. */
function useHouseOf(seat: URLSearchParams, settings: string | null): HostSettings {
  const time = useTimeText();
  const [slug, meetingId] = [seat.get('room'), seat.get('meeting')];
  return useMemo(
    () => ({
      clock: (at) => time(at, 'time'),
      roomSettings: settings ?? undefined,
      ...(slug !== null && {
        after: (over) => (
          <Suspense>
            <AfterMeeting slug={slug} meetingId={meetingId} over={over} />
          </Suspense>
        ),
      }),
    }),
    [time, settings, slug, meetingId],
  );
}

type Props = Pick<MeetingRoomProps, 'preset' | 'mark' | 'onTitle' | 'onLeave'> & {
  /** The query of the meeting's address, with the token of the place. */
  seat: URLSearchParams;
  /** Where this person may change the room; null: nowhere. */
  settings: string | null;
};
/** The engine's whole meeting in the reader's language, wherever it stands. */
export function EngineRoom({ seat, settings, ...rest }: Props) {
  const text = engineText();
  const { locale, dir } = useReader();
  const sessionToken = seat.get('sessionToken') ?? '';
  useEffect(() => void AfterMeeting.preload().catch(() => null), []);
  return (
    <MeetingRoom
      key={sessionToken}
      base={engineBase(seat)}
      sessionToken={sessionToken}
      locale={locale}
      dir={dir}
      text={text}
      useTopicText={useTopicText}
      house={useHouseOf(seat, settings)}
      touch={createFinger}
      {...rest}
    />
  );
}
