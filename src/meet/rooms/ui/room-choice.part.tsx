import { Ltr, PageHead } from '#kit/ui/bits.tsx';
import { Link, LinkButton } from '#kit/ui/link.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import type { RoomItem } from '../rooms.contract.ts';
import { RoomState } from './room-state.part.tsx';
import { roomsText } from './rooms-text.hook.ts';
import s from './rooms.module.css';

export type RoomChoice = { rooms: readonly RoomItem[]; more: 'more' | 'all' };
/** The rooms that the reader may edit, the last used first. */
export function ChooseRoom({ rooms, more }: RoomChoice) {
  const say = roomsText();
  usePageTitle(say('form.chooseTitle'));
  return (
    <>
      <PageHead title={say('form.chooseTitle')}>
        {(more === 'more' || rooms.length === 0) && <LinkButton to="/rooms">{say('list.title')}</LinkButton>}
      </PageHead>
      <ul className={s.choose}>
        {rooms.map((room) => (
          <li key={room.id}>
            <Link to={`/rooms/edit-room/${room.id}`}>
              <span className="grow cut">
                <bdi className="strong">{room.name}</bdi> <Ltr className="small quiet">{`/m/${room.slug}`}</Ltr>
              </span>
              <RoomState room={room} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
