import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import { Qr } from '#kit/ui/qr.tsx';
import type { RoomDetail } from '../rooms.contract.ts';
import { roomsText } from './rooms-text.hook.ts';
import s from './room.module.css';

const shown = (link: string) => link.replace(/^https?:\/\//, '');

/** What one sends: the link, its picture for phones, and the code when there is one. */
export function InviteCard({ room }: { room: RoomDetail }) {
  const say = roomsText();
  return (
    <Panel id="invite" title={say('room.invite')}>
      <div className={s.invite}>
        <Qr text={room.link} size={96} label={say('room.qr')} />
        <div className="grow">
          <p className="small soft">{say('room.linkStays')}</p>
          {room.viewerCode !== null && (
            <p className={s.code}>
              <span className="tiny quiet">{say('form.viewerCode')}</span>
              <Ltr className="strong">{room.viewerCode}</Ltr>
            </p>
          )}
        </div>
      </div>
      <div className={s.link}>
        <Ltr className="cut grow small">{shown(room.link)}</Ltr>
        <CopyButton text={room.link} size="xs" />
      </div>
    </Panel>
  );
}
