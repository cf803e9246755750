import { MeetingRoom, type MeetingRoomProps } from '@atrium/engine/ui/meeting-room.tsx';
import { createFinger } from '#kit/ui/gestures.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { engineText } from './engine-text.hook.ts';

/** Of several engines, an address names the one that holds the meeting; without a name it is the first. */
function engineBase(seat: URLSearchParams): string {
  const number = seat.get('engine') ?? '';
  return /^([2-9]|[1-9]\d{1,2})$/.test(number) ? `/engine-${number}` : '/engine';
}

type Props = Pick<MeetingRoomProps, 'preset' | 'mark' | 'onTitle' | 'onLeave'> & {
  /** The query of the meeting's address, with the token of the place. */
  seat: URLSearchParams;
};
/** The engine's whole meeting in the reader's language, wherever it stands. */
export function EngineRoom({ seat, ...rest }: Props) {
  const text = engineText();
  const { locale, dir } = useReader();
  const sessionToken = seat.get('sessionToken') ?? '';
  return (
    <MeetingRoom
      key={sessionToken}
      base={engineBase(seat)}
      sessionToken={sessionToken}
      locale={locale}
      dir={dir}
      text={text}
      touch={createFinger}
      {...rest}
    />
  );
}
