import { IconChevronRight, IconMessageQuestion, IconPlus, IconSchool, IconUsersGroup } from '@tabler/icons-react';
import { Keys } from '#kit/ui/bits.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { Link, LinkButton } from '#kit/ui/link.tsx';
import { roomsText } from './rooms-text.hook.ts';
import { roomsEmptyText } from './rooms-empty-text.hook.ts';
import s from './rooms.module.css';

const starts = [
  { like: 'class', icon: IconSchool },
  { like: 'team', icon: IconUsersGroup },
  { like: 'office', icon: IconMessageQuestion },
] as const;

/** What a room is, the one action, and three settings to begin with. */
export function RoomsEmpty({ may }: { may: 'create' | 'look' }) {
  const say = roomsText();
  const empty = roomsEmptyText();
  if (may === 'look') return <EmptyState title={empty('none.lookTitle')} text={empty('none.lookText')} />;
  return (
    <div className={s.empty}>
      <EmptyState title={empty('none.title')} text={empty('none.text')}>
        <LinkButton to="/rooms/add-room" variant="filled" size="md" leftSection={<IconPlus size={16} stroke={2} />}>
          {say('list.new')}
        </LinkButton>
        <Keys keys={['C']}>{empty('none.anywhere')}</Keys>
      </EmptyState>
      <div className={s.starts}>
        <p className="tiny quiet">{empty('none.fit')}</p>
        <ul>
          {starts.map(({ like, icon: Icon }) => (
            <li key={like}>
              <Link to={`/rooms/add-room?like=${like}`}>
                <Icon size={18} stroke={1.75} />
                <span className="grow">
                  <span className="strong small">{empty(`like.${like}.name`)}</span>
                  <span className={`small quiet ${s.block}`}>{empty(`like.${like}.what`)}</span>
                </span>
                <IconChevronRight className="turn" size={16} stroke={1.75} />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
