import { Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { Link } from '#kit/ui/link.tsx';
import { Time } from '#kit/ui/time.tsx';
import s from './bell.module.css';
import { shellText } from './shell-text.ts';
import type { Notice, Notices } from './slots.ts';

function Line({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const words = (
    <>
      <span className={s.words}>
        <span className={notice.read ? 'soft' : 'strong'}>{notice.title}</span>
        {notice.text !== null && <span className="tiny quiet">{notice.text}</span>}
      </span>
      <span className="tiny quiet">
        <Time at={notice.at} />
      </span>
    </>
  );
  if (notice.to === null)
    return (
      <li className={s.line} data-new={!notice.read || undefined}>
        {words}
      </li>
    );
  return (
    <li>
      <Link to={notice.to} className={s.line} data-new={!notice.read || undefined} onClick={onOpen}>
        {words}
      </Link>
    </li>
  );
}

/** What the product has to tell this person. Opening the list marks what it shows as read. */
export function Bell({ notices }: { notices: Notices }) {
  const say = shellText();
  const [opened, setOpened] = useState('');
  const unread = notices.items.filter((n) => !n.read).map((n) => n.id);
  const change = (next: 'open' | '') => {
    setOpened(next);
    if (next === '' && unread.length > 0) notices.markRead(unread);
  };
  return (
    <Popover
      position="bottom-end"
      opened={opened === 'open'}
      onChange={(open) => change(open ? 'open' : '')}
      width={360}
      trapFocus
    >
      <span className={s.bell}>
        <Popover.Target>
          <IconButton
            aria-label={say('bell.label', { count: notices.unread })}
            aria-expanded={opened === 'open'}
            onClick={() => change(opened === 'open' ? '' : 'open')}
          >
            <IconBell size={18} stroke={1.75} />
          </IconButton>
        </Popover.Target>
        {notices.unread > 0 && <i aria-hidden="true" />}
      </span>
      <Popover.Dropdown aria-label={say('bell.title')}>
        <h2 className={s.title}>{say('bell.title')}</h2>
        {notices.items.length === 0 ? (
          <p className={`small quiet ${s.none}`}>{say('bell.none')}</p>
        ) : (
          <ul className={s.list}>
            {notices.items.map((n) => (
              <Line key={n.id} notice={n} onOpen={() => change('')} />
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
