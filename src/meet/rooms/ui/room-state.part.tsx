import { IconPlayerPause } from '@tabler/icons-react';
import { Ltr } from '#kit/ui/bits.tsx';
import { Status } from '#kit/ui/status.tsx';
import { type StatusLook, StatusShape } from '#kit/ui/status-shape.tsx';
import type { RoomItem } from '../rooms.contract.ts';
import { roomsText } from './rooms-text.hook.ts';

/** Nothing starts in the room, because the account has more than its plan allows. */
export function RestingState({ look }: { look: StatusLook }) {
  return <StatusShape hue="grey" icon={IconPlayerPause} look={look} word={roomsText()('list.resting')} />;
}

/** Live with its people, starting, resting, or quietly empty. */
export function RoomState({ room }: { room: Pick<RoomItem, 'live' | 'restsSince'> }) {
  const say = roomsText();
  if (room.live === null && room.restsSince !== null) return <RestingState look="plain" />;
  if (room.live === null) return <span className="quiet">{say('list.empty')}</span>;
  if (room.live.state === 'starting') return <Status of="processing" look="plain" />;
  return (
    <Status of="live">
      <Ltr>{room.live.people}</Ltr>
    </Status>
  );
}
