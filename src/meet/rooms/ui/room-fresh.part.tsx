import { IconLink, IconPlayerPlay, IconShieldCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Panel } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import type { RoomDetail } from '../rooms.contract.ts';
import type { RoomSlots } from './blocks/room-slots.part.tsx';
import { roomsText } from './rooms-text.hook.ts';
import s from './room.module.css';

const icons = { start: IconPlayerPlay, link: IconLink, rules: IconShieldCheck } as const;

function Step({ of, children }: { of: keyof typeof icons; children: ReactNode }) {
  const say = roomsText();
  const Icon = icons[of];
  return (
    <li>
      <Icon size={20} stroke={1.5} aria-hidden />
      <span className="grow">
        <span className="strong small">{say(`fresh.${of}.title`)}</span>
        <span className={`tiny quiet ${s.hint}`}>{say(`fresh.${of}.text`)}</span>
      </span>
      {children}
    </li>
  );
}

/** What to do with a room in which nothing has been yet, in place of empty lists. */
export function FreshRoom({ room, Go }: { room: RoomDetail; Go: RoomSlots['Go'] }) {
  const say = roomsText();
  return (
    <Panel id="fresh" title={say('fresh.title')} flush="flush">
      <ul className={s.steps}>
        {room.rights.start && (
          <Step of="start">
            <Go room={room} look="row" />
          </Step>
        )}
        <Step of="link">
          <CopyButton text={room.link} label={say('actions.copyLink')} size="sm" />
        </Step>
        {room.rights.edit && (
          <Step of="rules">
            <LinkButton to={`/rooms/edit-room/${room.id}`} size="sm">
              {say('actions.edit')}
            </LinkButton>
          </Step>
        )}
      </ul>
    </Panel>
  );
}
