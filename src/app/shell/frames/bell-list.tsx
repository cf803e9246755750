import { Popover } from '@mantine/core';
import { useEffect } from 'react';
import { type OpenerRef, OutsideAnchor } from '#kit/ui/overlay/outside-anchor.tsx';
import { Link } from '#kit/ui/link.tsx';
import { Time } from '#kit/ui/time.tsx';
import s from './bell.module.css';
import { shellText } from '#app/shell/shell-text.ts';
import type { ShellNotice, ShellNotices } from '#app/shell/slots.ts';

function Line({ notice, onOpen }: { notice: ShellNotice; onOpen: () => void }) {
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

type Props = {
  id: string;
  button: OpenerRef;
  items: ShellNotices['items'];
  opened: 'opened' | 'closed';
  setOpened: (opened: 'opened' | 'closed') => void;
};
/** The notices under the bell; loaded when they are first wanted. */
export function BellList({ id, button, items, opened, setOpened }: Props) {
  const say = shellText();
  // opened after it stands: opening is then the same the first time and later
  useEffect(() => setOpened('opened'), [setOpened]);
  return (
    <Popover
      id={id}
      position="bottom-end"
      opened={opened === 'opened'}
      onChange={(open) => setOpened(open ? 'opened' : 'closed')}
      width={360}
      trapFocus
    >
      <Popover.Target>
        <OutsideAnchor button={button} />
      </Popover.Target>
      <Popover.Dropdown aria-label={say('bell.title')}>
        <h2 className={s.title}>{say('bell.title')}</h2>
        {items.length === 0 ? (
          <p className={`small quiet ${s.none}`}>{say('bell.none')}</p>
        ) : (
          <ul className={s.list}>
            {items.map((n) => (
              <Line key={n.id} notice={n} onOpen={() => setOpened('closed')} />
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
