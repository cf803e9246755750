import { Ltr } from '#kit/ui/bits.tsx';
import { Status } from '#kit/ui/status.tsx';
import type { RoomItem } from '../rooms.contract.ts';
import { roomsText } from './rooms-text.hook.ts';

/** Live with its people, starting, or quietly empty. */
export function RoomState({ room }: { room: Pick<RoomItem, 'live'> }) {
  const say = roomsText();
  if (room.live === null) return <span className="quiet">{say('list.empty')}</span>;
  if (room.live.state === 'starting') return <Status of="processing" look="plain" />;
  return (
    <Status of="live">
      <Ltr>{room.live.people}</Ltr>
    </Status>
  );
}
