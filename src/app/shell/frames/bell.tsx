import { IconBell } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import { useLazyOpened } from '#kit/ui/overlay/lazy-opened.ts';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import s from './bell.module.css';
import { shellText } from '#app/shell/shell-text.ts';
import type { ShellNotices } from '#app/shell/slots.ts';

const BellList = loadable(async () => (await import('./bell-list.tsx')).BellList);

/** What the product has to tell this person. Opening the list marks what it shows as read. */
export function Bell({ notices }: { notices: ShellNotices }) {
  const say = shellText();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const { shown, setShown, press, getReady } = useLazyOpened(BellList.preload);
  const opened = shown === 'opened';
  const seen = useRef(opened);
  useEffect(() => {
    const closed = seen.current && !opened;
    seen.current = opened;
    const unread = notices.items.filter((n) => !n.read).map((n) => n.id);
    if (closed && unread.length > 0) notices.markRead(unread);
  }, [opened, notices]);
  return (
    <>
      <span className={s.bell}>
        <IconButton
          ref={button}
          id={id}
          aria-label={say('bell.label', { count: notices.unread })}
          aria-haspopup="dialog"
          aria-expanded={opened}
          aria-controls={opened ? `${id}-dropdown` : undefined}
          onClick={press}
          onFocus={getReady}
          onPointerEnter={getReady}
        >
          <IconBell size={18} stroke={1.75} />
        </IconButton>
        {notices.unread > 0 && <i aria-hidden="true" />}
      </span>
      {shown !== 'unmade' && <BellList id={id} button={button} items={notices.items} opened={shown} setOpened={setShown} />}
    </>
  );
}
