import { IconMoodSmile } from '@tabler/icons-react';
import { reactions, reactionsTopic } from '#topics/reactions/reactions.topic.ts';
import { reactionWords, useReactionsText } from '#topics/reactions/ui/reactions-text.ts';
import s from '#topics/reactions/ui/reactions.module.css';
import { Control } from '#ui/control.tsx';
import { Menu } from '#ui/menu.tsx';
import { useMeeting } from '#ui/room-context.tsx';
import r from '#ui/room.module.css';

/** The signs in one line; on a phone they stand in the menu behind More. */
function Signs() {
  const text = useReactionsText();
  const meeting = useMeeting();
  return reactions.map((reaction) => (
    <button
      key={reaction}
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={s.sign}
      aria-label={text(reactionWords[reaction])}
      title={text(reactionWords[reaction])}
      onClick={() => void meeting.command(reactionsTopic.name, { do: 'react', reaction })}
    >
      {reaction}
    </button>
  ));
}

export function ReactControl() {
  const text = useReactionsText();
  return (
    <Menu
      label={text('choose')}
      flow="row"
      opener={(opener) => (
        <Control {...opener} icon={IconMoodSmile} word={text('react')} className={r.onlyWide} data-control="react" />
      )}
    >
      <Signs />
    </Menu>
  );
}

/** On phones, where the bar has no room for it. */
export function ReactRow() {
  return (
    <div className={`${s.row} ${r.onlyPhone}`}>
      <Signs />
    </div>
  );
}
