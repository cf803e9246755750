import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import { Qr } from '#kit/ui/qr.tsx';
import type { RoomDetail } from '../rooms.contract.ts';
import { roomsText } from './rooms-text.hook.ts';
import s from './room.module.css';

/** The part that tells rooms apart is never cut; the house in front of it may be. */
function Address({ link }: { link: string }) {
  const { host, pathname } = new URL(link);
  return (
    <bdi dir="ltr" className={`${s.address} grow small`} title={link}>
      <span className="cut">{host}</span>
      <span className={s.path}>{pathname}</span>
    </bdi>
  );
}

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
        <Address link={room.link} />
        <CopyButton text={room.link} look="icon" size="xs" />
      </div>
    </Panel>
  );
}
